import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { test } from 'node:test';
import { operationalMessage } from './error-messages.ts';

const failure = async (act: () => unknown): Promise<unknown> => {
  try {
    await act();
  } catch (error) {
    return error;
  }
  throw new Error('It did not fail.');
};

test('an operating system error becomes one sentence with its code and path or address', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-operational-'));
  const missing = await failure(() => readFileSync(join(folder, 'nothing')));
  assert.equal(operationalMessage(missing), `This is not there: ${join(folder, 'nothing')} (ENOENT, open).`);
  writeFileSync(join(folder, 'text.db'), 'this is no database, and longer than a header '.repeat(9));
  const open = (name: string, sql: string) => () => new DatabaseSync(join(folder, name)).exec(sql);
  assert.match(
    operationalMessage(await failure(open('text.db', 'select * from x')), folder) ?? '',
    /is no database.*SQLite 26/,
  );
  assert.match(
    operationalMessage(await failure(open('no/folder.db', 'select 1')), folder) ?? '',
    /cannot be opened.*SQLite 14/,
  );
  rmSync(folder, { recursive: true });
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as { port: number };
  await new Promise((resolve) => server.close(resolve));
  const refused = await new Promise((resolve) => connect(port, '127.0.0.1').once('error', resolve));
  assert.equal(operationalMessage(refused), `No program listens here: 127.0.0.1:${port} (ECONNREFUSED, connect).`);
  assert.equal(operationalMessage(new AggregateError([refused])), operationalMessage(refused));
});

test('a full disk is described with its folder and what helps, whatever reports it', () => {
  const sqlite = (errcode: number) => Object.assign(new Error(), { code: 'ERR_SQLITE_ERROR', errcode, errstr: 'x' });
  const written = Object.assign(new Error(), { code: 'ENOSPC', syscall: 'write' });
  // 4874: no space for the index of a write-ahead log, which SQLite calls an error of input and output.
  for (const error of [sqlite(13), sqlite(4_874), written])
    assert.match(operationalMessage(error, '/srv/data') ?? '', /\/srv\/data\b.*\. Free space there/);
  const backup = Object.assign(new Error(), { code: 'ENOSPC', syscall: 'open', path: '/mnt/backup' });
  assert.match(operationalMessage(backup, '/srv/data') ?? '', /: \/mnt\/backup .*\. Free space there/);
  assert.match(operationalMessage(sqlite(11), '/srv/data') ?? '', /^A database in \/srv\/data is damaged/);
});

test('a server error of PostgreSQL gets a message, and a statement error is treated as a bug', () => {
  const output = (code: string) => Object.assign(new Error('no such database'), { severity: 'FATAL', code });
  assert.equal(operationalMessage(output('3D000')), 'PostgreSQL refuses: no such database (3D000).');
  assert.equal(operationalMessage(output('42601')), null);
});

test('an internal error keeps its stack', async () => {
  for (const fault of [new TypeError('x is not a function'), new Error('broken'), 'text', undefined, null, 7])
    assert.equal(operationalMessage(fault), null, String(fault));
  const wrongStatement = await failure(() => new DatabaseSync(':memory:').exec('select * from nothing'));
  assert.equal(operationalMessage(wrongStatement), null);
});
