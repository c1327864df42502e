import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { after, test } from 'node:test';
import { ApiError, asStoreError } from '#api/api-error.ts';
import { reviveError, serializeError } from '#lib/workers/error-codec.ts';
import { openPostgres } from './postgres/database.ts';
import { openSqlite } from './sqlite/database.ts';
import { isStoreUnavailable } from './unavailable.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-away-'));
after(() => rmSync(folder, { recursive: true }));

const failure = (requested: Promise<unknown>): Promise<unknown> =>
  requested.then(
    () => assert.fail('it was answered'),
    (error: unknown) => error,
  );

test('a locked SQLite file gives a store-unavailable error, and writes work after the release', async () => {
  const path = join(folder, 'held.db');
  const db = openSqlite(path);
  await db.write([{ sql: 'create table t (n integer)' }]);
  await db.all('pragma busy_timeout = 10');
  const other = new DatabaseSync(path);
  other.exec('begin immediate');
  const error = await failure(db.write([{ sql: 'insert into t values (1)' }]));
  assert.ok(isStoreUnavailable(error));
  assert.match(error.message, /database is locked/);
  other.exec('rollback');
  other.close();
  await db.write([{ sql: 'insert into t values (2)' }]);
  assert.deepEqual(await db.all('select n from t'), [{ n: 2 }]);
  await db.close();
});

test('a full disk gives a store-unavailable error, and a failed write leaves no rows', async () => {
  const db = openSqlite(join(folder, 'full.db'));
  await db.write([{ sql: 'create table t (text text)' }]);
  await db.all('pragma max_page_count = 10');
  const row = { sql: 'insert into t values ($1)', params: ['x'.repeat(10_000)] };
  const error = await failure(db.write(Array(20).fill(row)));
  assert.ok(isStoreUnavailable(error));
  assert.match(
    error.message,
    new RegExp(`^${join(folder, 'full.db')} cannot grow, the disk is full\\. Free space there, `),
  );
  assert.deepEqual(await db.one('select count(*) as n from t'), { n: 0 });
  await db.close();
});

test('an error in a statement is not a store-unavailable error', async () => {
  const db = openSqlite(':memory:');
  assert.equal(isStoreUnavailable(await failure(db.all('select 1 from nowhere'))), false);
  await db.close();
});

for (const url of ['postgres://nobody@127.0.0.1:1/none', 'postgres://nobody@nowhere.invalid:5432/none'])
  test(`an unreachable server gives a clear message: ${new URL(url).host}`, async () => {
    const db = openPostgres(url, { searchPath: ['public'] });
    const questions = [
      () => db.all('select 1'),
      () => db.write([{ sql: 'select 1' }]),
      () => Array.fromAsync(db.stream('select 1')),
    ];
    for (const requested of questions) {
      const error = await failure(requested());
      assert.ok(isStoreUnavailable(error), String(error));
      assert.match(error.message, /^The database does not answer: .*(ECONNREFUSED|ENOTFOUND|EAI_AGAIN)/);
    }
    await db.close();
  });

test('callers get a 503 with Retry-After, also when another thread uses the store', async () => {
  const db = openPostgres('postgres://nobody@127.0.0.1:1/none', { searchPath: ['public'] });
  const error = await failure(db.all('select 1'));
  await db.close();
  for (const met of [error, reviveError(structuredClone(serializeError(error)))]) {
    const problem = asStoreError(met);
    assert.ok(problem instanceof ApiError);
    assert.deepEqual(
      [problem.code, problem.status, problem.headers],
      ['STORE_UNAVAILABLE', 503, { 'retry-after': '5' }],
    );
  }
  const upload = Object.assign(new Error('no space left on device'), { code: 'ENOSPC' });
  assert.equal((asStoreError(upload) as ApiError).code, 'STORE_UNAVAILABLE');
  const other = new Error('a mistake of ours');
  assert.equal(asStoreError(other), other);
});
