/** An installation moves from its folder into a database: every operation gives the same answers, and no data is lost. */
import assert from 'node:assert/strict';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import S3rver from 's3rver';
import { nameOf } from '#data/ingest/procurement/increments.ts';
import { incrementRequests } from '#data/ingest/procurement/increments-table.ts';
import type { Manifest } from '#data/store/dataset.ts';
import { acquireLeaderLease, isLeaderLeaseFree } from '#data/store/leader-table.ts';
import { openStore } from '#data/store/open.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { openPostgresBuilder } from '#data/store/postgres/generation-store.ts';
import { isUnused, openMarked } from '#data/store/postgres/move-mark.ts';
import { demoProfile } from '#demo-country/installation/profile.ts';
import { showcase } from '#demo-country/showcase.ts';
import { openFolderBlobs } from '#domain/documents/blobs/folder-blobs.ts';
import { openS3Blobs } from '#domain/documents/blobs/s3-blobs.ts';
import { DEMO_KEY } from '#platform/accounts/keys.ts';
import { app } from '#server/app.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type Asked, answersOf } from '#test/support/answers.ts';
import { collectDemoDocuments } from '#test/support/first-demo-documents.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { keptInstallation } from '#test/support/installation-snapshot.ts';
import { testDatabase } from '#test/support/postgres-server.ts';
import { firmoteca, run, serve } from '#test/support/process.ts';
import { silentAuthority } from '#test/support/small-service.ts';

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-move-'));
const settings = { FIRMOTECA_DATA: folder, FIRMOTECA_COMPANIES: '300', FIRMOTECA_WORKERS: '1' };
after(() => rmSync(folder, { recursive: true }));

before(async () => {
  await keptInstallation(folder);
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  await collectDemoDocuments({ folder, store });
  await store.close();
  const service = await serve(settings);
  for (const { cui } of showcase)
    assert.ok((await fetch(`${service.origin}/api/company/${cui}`, { headers: { 'x-api-key': DEMO_KEY } })).ok);
  await service.stop();
  const created = await run(['keys', 'create', '--plan', 'pro', '--json'], settings);
  assert.equal(created.code, 0, created.output);
});

test('a running service on the folder prevents the move', async (t) => {
  const database = await testDatabase();
  t.after(database.stop);
  const service = await serve(settings);
  t.after(service.kill);
  const refused = await run(['move', '--to', database.url], settings);
  assert.deepEqual(
    [refused.code, /The service is running on this data folder/.test(refused.output)],
    [1, true],
    refused.output,
  );
  await service.stop();
});

test('a move into a database that another move fills is refused', async (t) => {
  const database = await testDatabase();
  t.after(database.stop);
  const other = await openPostgresBuilder({ url: database.url });
  t.after(other.release);
  const refused = await run(['move', '--to', database.url], settings);
  assert.deepEqual([refused.code, /Another build is running/.test(refused.output)], [1, true], refused.output);
  const marked = openMarked(database.url);
  t.after(marked.close);
  assert.ok(await isUnused(marked), refused.output);
});

test('a refusal by the database is reported in one sentence with advice', async (t) => {
  const database = await testDatabase();
  const user = `poor_${process.pid}`;
  const admin = openPostgres(database.url, { searchPath: ['public'], poolSize: 1 });
  await admin.write([{ sql: `create role ${user} login password 'poor'` }]);
  t.after(async () => {
    await admin.write([{ sql: `drop role ${user}` }]);
    await admin.close();
    await database.stop();
  });
  const as = (name: string, port?: string): string => {
    const url = new URL(database.url);
    return Object.assign(url, { username: name, password: 'poor', ...(port && { port }) }).href;
  };
  const poor = await run(['move', '--to', as(user)], settings);
  assert.equal(poor.code, 1);
  assert.match(poor.output, /^permission denied for database \w+: the user of the database must own it, [^\n]+\n$/);
  const away = await run(['move', '--to', as(user, '9')], settings);
  assert.equal(away.code, 1);
  assert.match(away.output, /^The database does not answer: [^\n]+ look at the address behind --to, [^\n]+\n$/);
});

test('every operation gives the same answer before and after the move', async (t) => {
  const database = await testDatabase();
  t.after(database.stop);
  // An increment file from before lists were stored in the database.
  const list = { kind: 'purchases', day: '2024-02-29' } as const;
  writeIncrement(join(folder, 'publications', INCREMENTS), list, []);
  const unfinished = earlierGeneration('g20200101_000000_000001', (manifest) => ({ ...manifest, awaits: ['recent'] }));
  const older = earlierGeneration('g20200101_000000_000002', ({ parts, ...manifest }) => ({
    ...manifest,
    parts: parts.map((part) => ({ ...part, format: '1-00000000-00000000' })),
  }));
  const earlier = await allAnswers(null);
  assert.ok(earlier.size > 200, `${earlier.size} answers`);
  const moved = await run(['move', '--to', database.url, '--json'], settings);
  assert.equal(moved.code, 0, moved.output);
  assert.deepEqual(JSON.parse(moved.output).leftBehind, [unfinished, older], 'no rollback to them is possible');
  const later = await allAnswers(database.url);
  for (const [requested, answer] of earlier) assert.deepEqual(later.get(requested), answer, requested);
  assert.deepEqual(await allAnswers(null), earlier, 'the folder is unchanged');
  const there = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  const lists = await incrementRequests(there.live);
  await there.close();
  assert.ok(lists.has(nameOf(list)), 'increment files are moved as well');

  const again = await run(['move', '--to', database.url], settings);
  assert.deepEqual([again.code, /contains an installation already/.test(again.output)], [1, true], again.output);
  const service = await serve({ ...settings, DATABASE_URL: database.url });
  t.after(service.kill);
  const found = await fetch(`${service.origin}/api/search?q=zimbrul`, { headers: { 'x-api-key': DEMO_KEY } });
  assert.equal(found.status, 200);
  await service.stop();
});

test('document files copied to a storage after the move are verified, and the new location is recorded', async (t) => {
  const database = await testDatabase();
  t.after(database.stop);
  const moved = await run(['move', '--to', database.url, '--json'], settings);
  assert.equal(moved.code, 0, moved.output);
  const storage = new S3rver({
    port: 0,
    address: '127.0.0.1',
    silent: true,
    directory: mkdtempSync(join(folder, 's3-')),
    configureBuckets: [{ name: 'tenders', configs: [] }],
  });
  const { port } = await storage.run();
  t.after(() => storage.close());
  const key = { keyId: 'S3RVER', secret: 'S3RVER', region: 'us-east-1' };
  const endpoint = `http://127.0.0.1:${port}`;
  const there = {
    ...settings,
    DATABASE_URL: database.url,
    FIRMOTECA_DOCUMENTS: 's3://tenders/files',
    FIRMOTECA_S3_ENDPOINT: endpoint,
    FIRMOTECA_S3_REGION: key.region,
    FIRMOTECA_S3_KEY_ID: key.keyId,
    FIRMOTECA_S3_SECRET: key.secret,
  };
  const refused = await run(['serve'], there);
  assert.equal(refused.code, 1, refused.output);
  assert.match(refused.output, /if you have brought the files here, run npx firmoteca documents moved;/);
  const early = await run(['documents', 'moved'], there);
  assert.equal(early.code, 1, early.output);
  assert.match(
    early.output,
    /^Of ([1-9][0-9]*) files \1 are not in s3:\/\/tenders\/files at .*Nothing was changed\.\n$/,
  );

  const from = await openFolderBlobs(join(folder, 'documents'));
  const to = openS3Blobs({ ...key, endpoint, bucket: 'tenders', prefix: 'files' });
  for await (const { sha256 } of from.list()) await from.asFile(sha256, folder, (path) => to.put(path, sha256));
  await to.close();
  const noted = await run(['documents', 'moved'], there);
  assert.equal(noted.code, 0, noted.output);
  assert.match(noted.output, /^([1-9][0-9]*) of \1 files lie in s3:\/\/tenders\/files at /);
  const service = await serve(there);
  t.after(service.kill);
  await service.stop();
  const before = await run(['serve'], { ...settings, DATABASE_URL: database.url });
  assert.match(before.output, /lie in s3:\/\/tenders\/files at \S+, and the folder /);
});

test('a killed move is refused by every command and continues when it is run again', async (t) => {
  const database = await testDatabase();
  t.after(database.stop);
  // The leader lease of a killed service.
  const left = await openStore({ databaseUrl: null, folder, country: 'demo' });
  await acquireLeaderLease(left.state, { holder: 'killed', host: 'killed', leaseMs: 1 });
  await left.close();
  const moving = firmoteca(['move', '--to', database.url], settings);
  await moving.says(/^registry /m);
  await moving.kill();
  const onDatabase = { ...settings, DATABASE_URL: database.url };
  const early = await run(['generations', 'list'], onDatabase);
  assert.deepEqual([early.code, /is not all there yet/.test(early.output)], [2, true], early.output);
  assert.match((await run(['doctor'], onDatabase)).output, /WRONG +database +npx firmoteca move is filling it/);
  const moved = await run(['move', '--to', database.url, '--json'], settings);
  assert.equal(moved.code, 0, moved.output);
  const well = await run(['generations', 'check'], onDatabase);
  assert.equal(well.code, 0, well.output);
  const there = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  const isFree = await isLeaderLeaseFree(there.state);
  await there.close();
  assert.ok(isFree, 'the next service can lead');
});

/** A generation before the served one, as left by a first start that publishes company data first, or by an update. */
function earlierGeneration(id: string, changed: (served: Manifest) => Manifest): string {
  const served = readFileSync(join(folder, 'CURRENT'), 'utf8').trim();
  const manifest = JSON.parse(readFileSync(join(folder, 'generations', `${served}.json`), 'utf8')) as Manifest;
  writeFileSync(join(folder, 'generations', `${id}.json`), JSON.stringify({ ...changed(manifest), id }));
  return id;
}

/** The lag since the last query of a source is the only value that changes by itself. */
const withoutLag = (name: string, value: unknown): unknown => (name === 'lagSeconds' ? undefined : value);

/** The answers by request: every example of every operation, and all details of the showcase companies. */
async function allAnswers(databaseUrl: string | null): Promise<Map<string, unknown>> {
  const store = await openStore({ databaseUrl, folder, country: 'demo' });
  const blobs = await openFolderBlobs(join(folder, 'documents'));
  const secrets = loadSecrets(join(folder, 'secrets.json'));
  const created = await app({
    config: {
      dataFolder: folder,
      country: 'demo',
      today: () => '2026-11-15',
      publicUrl: null,
      trustedProxies: [],
      addresses: {},
      seller: null,
      mail: { by: 'outbox', hourMax: 1_000 },
    },
    secrets,
    store,
    blobs,
    live: silentAuthority,
    profile: demoProfile(secrets.personKey),
    log: { access: null, error: (error: unknown) => assert.fail(String(error)) },
  });
  const { ask } = answersOf({ operations: created.operations, store });
  const answers = new Map<string, unknown>();
  const take = async (id: string, requested: Asked): Promise<void> => {
    const { data, problem } = await ask(id, requested);
    const result = JSON.stringify(problem ? { code: problem.code } : data, withoutLag);
    answers.set(`${id} ${JSON.stringify(requested)}`, JSON.parse(result));
  };
  try {
    for (const { id, declaration } of created.operations) {
      // Files are beside the database and do not move.
      if (declaration.method || declaration.file) continue;
      for (const { params, query } of declaration.examples)
        await take(id, { ...(params && { params }), ...(query && { query }) });
      if (declaration.path.startsWith('/api/company/{cui}'))
        for (const { cui } of showcase) await take(id, { params: { cui, year: '2019' } });
    }
    return answers;
  } finally {
    await created.close();
    await blobs.close();
    await store.close();
  }
}
