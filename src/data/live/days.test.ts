/** Observations of the tax authority for a past day: which answer is accepted, and how long it is stored. */
import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { addDays, type Day } from '#lib/values/date.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { simulatedAuthority } from '#test/support/simulated-authority.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';
import { instant } from './clock.ts';
import { dayObservationsTable } from './day-observations-table.ts';
import { createRefresher, type Refresher } from './refresher.ts';
import { startWarmer } from './warmer.ts';

const LONG_MS = 3_000_000;
const DAY_MS = 86_400_000;
const DAY = '2024-06-30';
const FOUNDED = '2020-01-01';
const cui = companyCui(0);

/** A country in which no company exists before FOUNDED. */
const tiny = tinyCountry();
const country = {
  ...tiny,
  fiscalRecord: (code: string, on: Day) => (on < FOUNDED ? null : tiny.fiscalRecord(code, on)),
};

let server: CountryServer;
before(async () => {
  server = await serveCountry(country, { folder: '/nowhere', port: 0, host: '127.0.0.1', today: () => '2026-11-15' });
});
after(() => server.close());

for (const engine of ['sqlite', 'postgres'] as const)
  describe(`on ${engine}`, () => {
    let store: LiveStore;
    let db: Database;
    let clock: ReturnType<typeof fastClock>;
    let refresher: Refresher;
    beforeEach(async () => {
      store = await liveStore(engine);
      db = await store.open();
      clock = fastClock();
      refresher = createRefresher({
        db,
        clock,
        paceMs: { companies: 0, balances: 0 },
        taxAuthority: simulatedAuthority(server, clock),
        onObserved: async () => undefined,
        onError: (error) => assert.fail(String(error)),
      });
    });
    afterEach(async () => {
      server.faults.clear();
      await refresher.close(0);
      await store.drop();
    });

    const requested = async (day: Day | null) => (await refresher.refreshFiscal([cui], LONG_MS, 'me', day))[0]?.outcome;
    const stored = async () =>
      (await db.all<{ day: Day }>('select day from fiscal_day_observation order by day')).map(({ day }) => day);

    test('an answer for another day than the requested one is rejected and not stored', async () => {
      server.faults.add('anaf', { kind: 'otherDay' });
      assert.equal(await requested(DAY), 'unavailable');
      assert.deepEqual(await stored(), []);
      server.faults.clear();
      clock.skip(DAY_MS);
      assert.equal(await requested(DAY), 'found');
      assert.deepEqual(await stored(), [DAY]);
    });

    test('an answer for another day does not make a company absent on the requested days', async () => {
      server.faults.add('anaf', { kind: 'otherDay' });
      const before = addDays(FOUNDED, -10);
      const [absent, present] = await Promise.all([requested(before), requested(DAY)]);
      assert.deepEqual([absent, present], ['unavailable', 'unavailable']);
      assert.deepEqual(await stored(), []);
      server.faults.clear();
      clock.skip(DAY_MS);
      assert.deepEqual(await Promise.all([requested(before), requested(DAY)]), ['notFound', 'found']);
      assert.equal(server.requests.anaf > 0, true);
    });

    test('several days of one company and the present share one request, each with its own answer', async () => {
      server.requests.anaf = 0;
      const outcomes = await Promise.all([requested(DAY), requested(null), requested('2023-01-31'), requested(DAY)]);
      assert.deepEqual(outcomes, ['found', 'found', 'found', 'found']);
      assert.equal(server.requests.anaf, 1);
      assert.deepEqual(await stored(), ['2023-01-31', DAY]);
    });

    test('observations of a day are deleted after four hundred days', async () => {
      const days = dayObservationsTable(db);
      const result = (day: Day, daysAgo: number) =>
        days.store(cui, day, { outcome: 'notFound', fetchedAt: instant(clock.now() - daysAgo * DAY_MS) });
      await db.write([result('2024-01-01', 401), result('2024-01-02', 399)]);
      // A repeated observation has the age of the latest one.
      await db.write([result('2024-01-03', 4_000)]);
      await db.write([result('2024-01-03', 1)]);
      const warmer = startWarmer({
        db,
        clock,
        paceMs: 10,
        refresher,
        companiesAfter: async () => [],
        onError: (error) => assert.fail(String(error)),
      });
      await until('the old observation is deleted', async () => !(await stored()).includes('2024-01-01'));
      await warmer.stop();
      assert.deepEqual(await stored(), ['2024-01-02', '2024-01-03']);
    });
  });
