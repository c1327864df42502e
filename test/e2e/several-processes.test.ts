/** Services over one PostgreSQL: what one changes the others know within a second, and together they hardly ask when nobody asks them. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Database } from '#data/store/database.ts';
import { openStore } from '#data/store/open.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type Way, wayTo } from '#test/support/fault-proxy.ts';
import { freePort } from '#test/support/free-port.ts';
import { type MortalServer, startPostgres } from '#test/support/postgres-server.ts';
import { startStandby } from '#test/support/postgres-standby.ts';
import { listens, run } from '#test/support/process.ts';
import { writeSnapshot } from '#test/support/publications.ts';
import { companyCui } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';

/** So many transactions in a second, of a service with four threads and a standby that nobody asks anything. */
const IDLE_MAX = 3;
/** Nobody who looks now and then rests for more than half a minute: all of them fall into it. */
const COUNTED_MS = 40_000;
/** A start has things to do, and a busy machine takes its time for them. */
const QUIET_MS = 240_000;

const folder = mkdtempSync(join(tmpdir(), 'firmoteca-several-'));
const data = join(folder, 'data');
const SOURCES = ['ANAF_COMPANY', 'ANAF_BALANCE', 'BNR', 'CKAN', 'PROCUREMENT', 'PRESS', 'PRESS_FILES', 'TREASURY'];
const company = `/api/company/${companyCui(0)}`;
let server: MortalServer;
let way: Way;
let admin: Database;
let settings: Record<string, string>;
const services: Awaited<ReturnType<typeof listens>>[] = [];

before(async () => {
  server = await startPostgres();
  const closed = await freePort();
  way = await wayTo(server.url);
  // Nobody is served from this database, so that asking about the others does not count.
  const location = new URL(server.url);
  location.pathname = '/template1';
  admin = openPostgres(location.href, { searchPath: ['pg_catalog'], poolSize: 1 });
  settings = {
    FIRMOTECA_COUNTRY: 'romania',
    FIRMOTECA_DATA: data,
    FIRMOTECA_LIMITS: 'off',
    FIRMOTECA_DOCUMENTS_AHEAD: 'no',
    DATABASE_URL: server.url,
    // No source answers.
    ...Object.fromEntries(SOURCES.map((name) => [`FIRMOTECA_${name}_URL`, `http://127.0.0.1:${closed}`])),
  };
  await publish('02-09-2026');
});
after(async () => {
  for (const service of services) await service.stop();
  await admin?.close();
  await way?.stop();
  await server?.stop();
  rmSync(folder, { recursive: true });
});

/** Another generation of one company. */
async function publish(day: string): Promise<string> {
  const published = join(folder, day);
  writeSnapshot(published, day, [{ cui: companyCui(0), number: 'J12/1/1998', name: 'FIRMA INVENTATA SRL' }]);
  const store = await openStore({ databaseUrl: server.url, folder: data, country: 'romania' });
  try {
    const { personKey } = loadSecrets(join(data, 'secrets.json'));
    const publications = await findPublications(published);
    await ingest({ ...store, publications, personKey, strict: true, progress: silent });
    return store.generations.current()?.manifest.id ?? '';
  } finally {
    await store.close();
  }
}

test(`a service of four threads with a standby that nobody asks makes ${IDLE_MAX} transactions in a second at most`, async (t) => {
  const standby = await startStandby(server);
  t.after(() => standby.stop());
  const service = await listens({ ...settings, DATABASE_READ_URL: standby.url }, '--workers', '4');
  t.after(() => service.stop());
  const transactions = async (): Promise<number> => {
    const sql = `select xact_commit + xact_rollback as n from pg_stat_database where datname = 'postgres'`;
    return (await admin.one<{ n: number }>(sql))?.n ?? 0;
  };
  let counted = 0;
  // The first stretch that is quiet enough: what a start has to do, and the looks of threads on a machine that is too busy for its
  // watcher, come on top of what the service does while it is idle, which is in every stretch.
  const isIdle = async (): Promise<boolean> => {
    const before = await transactions();
    await sleep(COUNTED_MS);
    counted = ((await transactions()) - before) / (COUNTED_MS / 1_000);
    return counted <= IDLE_MAX;
  };
  await until('nothing is left to do', isIdle, QUIET_MS).catch((error) => {
    throw new Error(`${counted} transactions in a second.`, { cause: error });
  });
  assert.ok(counted > 0);
  t.diagnostic(`${counted} transactions in a second`);
});

/** On new connections, so that every thread of every service is met. */
async function everywhere<Told>(key: string, tell: (answer: Response) => Promise<Told> | Told): Promise<Set<Told>> {
  const requested = services.flatMap(({ origin }) => Array.from({ length: 10 }, () => origin));
  const headers = { 'x-api-key': key, connection: 'close' };
  return new Set(await Promise.all(requested.map(async (origin) => tell(await fetch(origin + company, { headers })))));
}
const statusOf = (answer: Response): number => answer.status;

async function createKey(): Promise<{ key: string; id: string }> {
  const created = await run(['keys', 'create', '--plan', 'pro', '--json'], settings);
  assert.equal(created.code, 0, created.said);
  return JSON.parse(created.said) as { key: string; id: string };
}

/** Long enough for every thread of every service; what is promised. */
const noticed = () => sleep(1_000);

test('a revoked key is refused by every thread of every service within a second, also when nobody can be called', async () => {
  services.push(await listens(settings, '--workers', '2'));
  services.push(await listens({ ...settings, DATABASE_URL: way.through(server.url) }, '--workers', '2'));
  const { key, id } = await createKey();
  await until('the key works everywhere', async () => (await everywhere(key, statusOf)).isSubsetOf(new Set([200])));
  await until('both are called', async () => {
    const called = `select pid from pg_stat_activity where application_name = 'firmoteca watcher'`;
    return (await admin.all(called)).length === 2;
  });
  await admin.all(
    `select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'firmoteca watcher'`,
  );
  assert.equal((await run(['keys', 'revoke', id], settings)).code, 0);
  await noticed();
  assert.deepEqual(await everywhere(key, statusOf), new Set([401]));
});

test('a new generation is served by every thread of every service', async () => {
  const { key } = await createKey();
  const generation = await publish('02-10-2026');
  const served = async (answer: Response): Promise<string> => {
    const { meta } = (await answer.json()) as { meta: { generation: string } };
    return meta.generation;
  };
  await until('every thread serves it', async () => {
    const result = await everywhere(key, served);
    return result.size === 1 && result.has(generation);
  });
});

test('a service whose connections swallow everything lets no revoked key in', async () => {
  const { key, id } = await createKey();
  await until('the key works everywhere', async () => (await everywhere(key, statusOf)).isSubsetOf(new Set([200])));
  way.silence();
  assert.equal((await run(['keys', 'revoke', id], settings)).code, 0);
  await noticed();
  const whileSilent = await everywhere(key, statusOf);
  assert.ok(whileSilent.isSubsetOf(new Set([401, 503])), [...whileSilent].join(', '));
  way.open();
  await until('every service refuses it', async () => (await everywhere(key, statusOf)).isSubsetOf(new Set([401])));
});
