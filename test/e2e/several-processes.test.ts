/** Several services over one PostgreSQL: changes reach all of them within a second, and idle services make few queries. */
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

/** Transactions a second of an idle service with four threads and a standby. */
const IDLE_MAX = 3;
/** Longer than any poll interval, which is half a minute at most. */
const COUNTED_MS = 40_000;
/** Time for the work after a start, on a busy machine. */
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
  // No service uses this database, so queries about the others do not count.
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

/** Publishes another generation of one company. */
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

test(`an idle service of four threads with a standby makes at most ${IDLE_MAX} transactions a second`, async (t) => {
  const standby = await startStandby(server);
  t.after(() => standby.stop());
  const service = await listens({ ...settings, DATABASE_READ_URL: standby.url }, '--workers', '4');
  t.after(() => service.stop());
  const transactions = async (): Promise<number> => {
    const sql = `select xact_commit + xact_rollback as n from pg_stat_database where datname = 'postgres'`;
    return (await admin.one<{ n: number }>(sql))?.n ?? 0;
  };
  let counted = 0;
  // Measures until one interval is quiet enough: the work after a start, and polls of threads while a busy machine delays the
  // watcher, only add to the constant load of an idle service.
  const isIdle = async (): Promise<boolean> => {
    const before = await transactions();
    await sleep(COUNTED_MS);
    counted = ((await transactions()) - before) / (COUNTED_MS / 1_000);
    return counted <= IDLE_MAX;
  };
  await until('the service is idle', isIdle, QUIET_MS).catch((error) => {
    throw new Error(`${counted} transactions in a second.`, { cause: error });
  });
  assert.ok(counted > 0);
  t.diagnostic(`${counted} transactions in a second`);
});

/** Over new connections, to reach every thread of every service. */
async function everywhere<Answer>(
  key: string,
  tell: (answer: Response) => Promise<Answer> | Answer,
): Promise<Set<Answer>> {
  const requested = services.flatMap(({ origin }) => Array.from({ length: 10 }, () => origin));
  const headers = { 'x-api-key': key, connection: 'close' };
  return new Set(await Promise.all(requested.map(async (origin) => tell(await fetch(origin + company, { headers })))));
}
const statusOf = (answer: Response): number => answer.status;

async function createKey(): Promise<{ key: string; id: string }> {
  const created = await run(['keys', 'create', '--plan', 'pro', '--json'], settings);
  assert.equal(created.code, 0, created.output);
  return JSON.parse(created.output) as { key: string; id: string };
}

/** The documented time for every thread of every service to notice. */
const noticed = () => sleep(1_000);

test('a revoked key is refused by every thread of every service within a second, also without notifications', async () => {
  services.push(await listens(settings, '--workers', '2'));
  services.push(await listens({ ...settings, DATABASE_URL: way.through(server.url) }, '--workers', '2'));
  const { key, id } = await createKey();
  await until('the key works in every service', async () =>
    (await everywhere(key, statusOf)).isSubsetOf(new Set([200])),
  );
  await until('both services listen for notifications', async () => {
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
  await until('every thread serves the generation', async () => {
    const result = await everywhere(key, served);
    return result.size === 1 && result.has(generation);
  });
});

test('a service whose database connections hang accepts no revoked key', async () => {
  const { key, id } = await createKey();
  await until('the key works in every service', async () =>
    (await everywhere(key, statusOf)).isSubsetOf(new Set([200])),
  );
  way.silence();
  assert.equal((await run(['keys', 'revoke', id], settings)).code, 0);
  await noticed();
  const whileSilent = await everywhere(key, statusOf);
  assert.ok(whileSilent.isSubsetOf(new Set([401, 503])), [...whileSilent].join(', '));
  way.open();
  await until('every service refuses the key', async () =>
    (await everywhere(key, statusOf)).isSubsetOf(new Set([401])),
  );
});
