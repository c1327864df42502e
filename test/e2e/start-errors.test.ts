/** Reasons that keep a service from starting: one sentence with advice and exit code 1, before any long work. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { openStore } from '#data/store/open.ts';
import { lockFolder } from '#data/store/sqlite/folder-lock.ts';
import { locationProblem } from '#domain/documents/blobs/location.ts';
import { insertBlob } from '#domain/documents/tables/blobs-table.ts';
import { run } from '#test/support/cli.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-cannot-'));
after(() => rmSync(folder, { recursive: true }));

async function refused(settings: Record<string, string>, sentence: RegExp): Promise<void> {
  const { code, output } = await run(['serve'], settings);
  assert.match(output, sentence);
  assert.equal(output.trim().split('\n').length, 1, output);
  assert.equal(code, 1);
}

test('a port in use prevents the start', async (t) => {
  const other = createServer().listen(0, '127.0.0.1');
  t.after(() => other.close());
  await once(other, 'listening');
  const { port } = other.address() as { port: number };
  const data = join(folder, 'port');
  await refused(
    { PORT: String(port), FIRMOTECA_DATA: data },
    /^Another process listens on port [0-9]+ of 127\.0\.0\.1: stop it, or choose another one, for example PORT=[0-9]+\.\n$/,
  );
  assert.equal(existsSync(join(data, 'publications')), false);
});

test('an address that the machine does not have prevents the start', () =>
  refused(
    { HOST: '192.0.2.1', PORT: '0', FIRMOTECA_DATA: join(folder, 'host') },
    /^This machine has no address 192\.0\.2\.1: set HOST to one that it has, for example .+\.\n$/,
  ));

test('a file in place of the data folder, or of its parent, prevents the start', async () => {
  const file = join(folder, 'file');
  writeFileSync(file, '');
  await refused({ FIRMOTECA_DATA: file }, /^\S+ is a file: set FIRMOTECA_DATA to a folder, or move the file away\.\n$/);
  await refused(
    { FIRMOTECA_DATA: join(file, 'below') },
    /^The data folder \S+ cannot be made \(ENOTDIR\): set FIRMOTECA_DATA to a folder that this user may write, .+\.\n$/,
  );
});

test('a folder without write permission prevents the start', async (t) => {
  // Root can write everywhere except in virtual file systems.
  const isRoot = process.getuid?.() === 0;
  const closed = isRoot ? '/proc/self/closed' : join(folder, 'closed');
  if (isRoot && !existsSync('/proc/self')) return t.skip();
  if (!isRoot) {
    mkdirSync(closed);
    chmodSync(closed, 0o500);
  }
  await refused(
    { FIRMOTECA_DATA: closed },
    /^The data folder \S+ cannot be (written|made) \([A-Z]+\): set FIRMOTECA_DATA to a folder that this user may write, .+\.\n$/,
  );
});

test('an unreachable database prevents the start', () =>
  refused(
    { DATABASE_URL: 'postgres://nobody@127.0.0.1:9/none', FIRMOTECA_DATA: join(folder, 'down') },
    /^The database does not answer: .+\. Start it, or look at DATABASE_URL .+, and try again\.\n$/,
  ));

test('a first build by another process prevents the start', async () => {
  const data = join(folder, 'built');
  mkdirSync(data);
  for (const name of ['demo.lock', 'build.lock']) {
    const release = lockFolder(join(data, name));
    await refused(
      { FIRMOTECA_DATA: data, FIRMOTECA_COMPANIES: '100' },
      /^Another process is making the first dataset of this installation: wait until it has ended, then start again\.\n$/,
    );
    release();
  }
});

test('real data without a dataset prevents the start', () =>
  refused(
    { FIRMOTECA_DATA: join(folder, 'romania'), FIRMOTECA_COUNTRY: 'romania' },
    /^This installation has no data yet\. Run: npx firmoteca setup\n$/,
  ));

test('a misspelt setting is a warning in every command', async () => {
  const { code, output } = await run(['generations', 'list'], {
    FIRMOTECA_DATA: join(folder, 'misspelt'),
    FIRMOTECA_COMPANYS: '200',
  });
  assert.equal(code, 0);
  assert.match(
    output,
    /^FIRMOTECA_COMPANYS is no setting and counts for nothing: did you mean FIRMOTECA_COMPANIES\?\n/,
  );
});

test('a documents folder other than the one in the database prevents the start', async () => {
  const data = join(folder, 'documents');
  const store = await openStore({ databaseUrl: null, folder: data, country: 'demo' });
  assert.equal(await locationProblem(store.documents, { kind: 'folder', folder: join(data, 'here') }), null);
  await store.documents.write([insertBlob('ab'.repeat(32), 1, 1)]);
  await store.close();
  await refused(
    { PORT: '0', FIRMOTECA_DATA: data, FIRMOTECA_DOCUMENTS: join(data, 'there') },
    /^The tender documents of this installation lie in \S+here, and the folder \S+there of this host is another one: let all hosts see the same folder, or .+\.\n$/,
  );
});
