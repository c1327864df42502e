/** Procurement lists in files of a host, from before they were stored in the database: a start imports them, and a stop interrupts the import. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, describe, test } from 'node:test';
import { type IncrementName, nameOf } from '#data/ingest/procurement/increments.ts';
import { incrementRequests } from '#data/ingest/procurement/increments-table.ts';
import { leaderOf } from '#data/store/leader-table.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { threadModule } from '#lib/paths.ts';
import { addDays } from '#lib/values/date.ts';
import { readConfig } from '#server/config/config.ts';
import { provideDemoCountry } from '#server/demo-port.ts';
import { startService } from '#server/service.ts';
import { changedEnvironment } from '#test/support/environment.ts';
import { freePort } from '#test/support/free-port.ts';
import { INCREMENTS, writeIncrement } from '#test/support/increment-files.ts';
import { secretsIn } from '#test/support/known-secrets.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { listens } from '#test/support/process.ts';
import { purchaseRecord } from '#test/support/procurement-records.ts';
import { smallService } from '#test/support/small-service.ts';
import { until } from '#test/support/until.ts';

provideDemoCountry(threadModule('demo-country/port'));

/** Long before any day that a host fetches by itself. */
const LONG_AGO = '2001-01-01';
const MANY = 200;

describe('files of a host', { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' }, () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-files-'));
  let database: TestDatabase;
  let store: Store;
  let closed: number;
  before(async () => {
    database = await testDatabase();
    closed = await freePort();
    await (await smallService({ databaseUrl: database.url })).close();
    store = await openStore({ databaseUrl: database.url, folder, country: 'demo' });
  });
  after(async () => {
    await store.close();
    await database.stop();
    rmSync(folder, { recursive: true });
  });

  /** A host with its own disk and a number of lists on it. */
  function host(role: string, kind: IncrementName['kind'], count: number) {
    const data = join(folder, kind);
    const names: IncrementName[] = [];
    for (let day = LONG_AGO; names.length < count; day = addDays(day, 1)) names.push({ kind, day });
    for (const name of names)
      writeIncrement(join(data, 'publications', INCREMENTS), name, [purchaseRecord({ id: `DA${name.day}` })]);
    const environment = {
      DATABASE_URL: database.url,
      FIRMOTECA_DATA: data,
      FIRMOTECA_DOCUMENTS: join(folder, 'documents'),
      FIRMOTECA_SECRETS: secretsIn(folder),
      FIRMOTECA_TODAY: '2026-11-15',
      FIRMOTECA_WORKERS: '1',
      FIRMOTECA_ROLE: role,
      FIRMOTECA_PROCUREMENT_URL: `http://127.0.0.1:${closed}`,
    };
    /** The number of its lists in the store. */
    const taken = async (): Promise<number> => {
      const known = await incrementRequests(store.live);
      return names.filter((name) => known.get(nameOf(name))?.isFromFile).length;
    };
    return { environment, taken };
  }

  test('the files of a working host are imported at its start, also without the lead; those of a serving host are not', async (t) => {
    const started = async ({ environment }: { environment: Record<string, string> }): Promise<void> => {
      const one = await listens(environment);
      t.after(() => one.stop());
    };
    await started(host('work', 'contracts', 0));
    await until('the first host is leader', async () => (await leaderOf(store.state))?.isHeld === true);
    const [serving, working] = [host('serve', 'awards', 3), host('work', 'purchases', 3)];
    await started(serving);
    await started(working);
    await until('the files are imported', async () => (await working.taken()) === 3);
    assert.equal(await serving.taken(), 0);
  });

  test('a stop finishes the current file and leaves the others for the next start', async (t) => {
    const { environment, taken } = host('all', 'notices', MANY);
    // Its threads read these settings.
    t.after(changedEnvironment({ ...environment, PORT: '0', FIRMOTECA_LOG: 'errors' }));
    const own = await openStore({ databaseUrl: database.url, folder: environment.FIRMOTECA_DATA, country: 'demo' });
    const begun = Promise.withResolvers<void>();
    const live: Store['live'] = {
      ...own.live,
      write(statements) {
        if (statements.some(({ params }) => params?.[0] === 'notices')) begun.resolve();
        return own.live.write(statements);
      },
    };
    const service = await startService(readConfig(process.env), { ...own, live }, null);
    await begun.promise;
    await service.stop();
    const came = await taken();
    assert.ok(came > 0 && came < MANY, `${came} of ${MANY}`);
    await own.close();
  });
});
