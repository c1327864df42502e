import assert from 'node:assert/strict';
import { after, afterEach, before, beforeEach, describe, test } from 'node:test';
import { createClient } from '#data/sources/client.ts';
import type { Database } from '#data/store/database.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { fastClock, type SkippingClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { isLongTier } from '#test/support/tier.ts';
import { tinyCountry } from '#test/support/tiny-country.ts';
import { until } from '#test/support/until.ts';
import { bank } from './bank.ts';
import { type RatesRefresher, startRatesRefresher } from './rates-refresher.ts';
import { lastRatesFetch, newestObservedBefore, observedRates, observedRatesOf, storeRates } from './rates-table.ts';
import { sourceStates } from './source-state-table.ts';

const HOUR_MS = 3_600_000;
const LONG_MS = 60_000_000;
/** The bank day before the oldest day in the tiny country’s file of recent days. */
const known = { day: '2024-12-31', currency: 'EUR', multiplier: 1, value: 50_000 };

let server: CountryServer;
before(async () => {
  const country = tinyCountry(1);
  server = await serveCountry(country, { folder: '/nowhere', port: 0, host: '127.0.0.1', today: () => '2026-11-15' });
});
after(() => server.close());

const KINDS = ['down', 'http500', 'rejected', 'moved', 'truncated', 'empty', 'plainText'] as const;

for (const engine of ['sqlite', 'postgres'] as const)
  describe(engine, () => {
    let store: LiveStore;
    let db: Database;
    let clock: SkippingClock;
    let errors: unknown[];
    let running: RatesRefresher[];

    const start = async (): Promise<RatesRefresher> => {
      const own = await store.open();
      const refresher = startRatesRefresher({
        db: own,
        bank: bank(createClient(), [`${server.address}/gone`, server.address], (day) => newestObservedBefore(own, day)),
        paceMs: 0,
        clock,
        onError: (error) => errors.push(error),
      });
      running.push(refresher);
      return refresher;
    };

    beforeEach(async () => {
      server.faults.clear();
      server.requests.bnr = 0;
      [errors, running] = [[], []];
      store = await liveStore(engine);
      db = await store.open();
      clock = fastClock(Date.parse('2026-11-13T08:00:00Z'));
    });
    afterEach(async () => {
      for (const refresher of running) await refresher.close(0);
      await store.drop();
      assert.deepEqual(errors, []);
    });

    const looked = (times: number): Promise<void> =>
      until(`the bank gets ${times} requests`, async () => {
        const look = await lastRatesFetch(db);
        return server.requests.bnr >= times && look !== null && Date.parse(look.fetchedAt) === clock.now();
      });

    test('the bank is queried at the start and again after its next publication', async () => {
      await start();
      await looked(2);
      // The file of the last ten days, and the file of the year because the store was empty.
      assert.equal(server.requests.bnr, 2);
      assert.equal((await lastRatesFetch(db))?.newest, '2026-11-13');
      // Nothing newer can appear before Monday, but rates are refreshed after twelve hours.
      clock.skip(12 * HOUR_MS);
      await looked(3);
      const [state] = await sourceStates(db);
      assert.deepEqual([state?.source, state?.breaker, state?.failureReason], ['bnr', 'closed', null]);
    });

    test('a gap between the stored days and the last ten is filled from the files of the years', async () => {
      await db.write(storeRates([{ ...known, day: '2024-10-01' }], '2024-10-01T11:00:00Z'));
      await start();
      await looked(3);
      assert.deepEqual(
        (await observedRatesOf(db, 'EUR', '2026-12-31', 10)).map(({ day }) => day),
        ['2026-11-13', '2026-01-05', '2025-11-13', '2025-01-05', '2024-11-13', '2024-10-01'],
      );
    });

    test('the files of the years are not fetched when the last ten days leave no gap', async () => {
      await db.write(storeRates([known], '2024-12-31T11:00:00Z'));
      await start();
      await looked(1);
      assert.equal(server.requests.bnr, 1);
    });

    test('callers of several processes share one fetch', async () => {
      await db.write(storeRates([known], '2024-12-31T11:00:00Z'));
      const [first, second] = [await start(), await start()];
      await looked(1);
      // Both processes have finished their fetch, not only stored the rates.
      for (const refresher of [first, second]) assert.equal(await refresher.refresh(LONG_MS), 'found');
      clock.skip(13 * HOUR_MS);
      server.requests.bnr = 0;
      const outcomes = await Promise.all([first, second, first, second].map((refresher) => refresher.refresh(LONG_MS)));
      assert.deepEqual(outcomes, ['found', 'found', 'found', 'found']);
      assert.equal(server.requests.bnr, 1);
    });

    // Faults end before the store: one of them shows that the other engine keeps its rates.
    for (const kind of engine === 'sqlite' || isLongTier ? KINDS : KINDS.slice(0, 1))
      test(`stored rates are unchanged while the bank has the fault ${kind}`, async () => {
        const refresher = await start();
        await looked(2);
        assert.equal(await refresher.refresh(LONG_MS), 'found');
        const before = await observedRates(db, '2000-01-01', '2030-01-01');
        server.faults.add('bnr', { kind });
        clock.skip(HOUR_MS);
        assert.equal(await refresher.refresh(LONG_MS), 'unavailable');
        assert.deepEqual(await observedRates(db, '2000-01-01', '2030-01-01'), before);
        assert.ok((await sourceStates(db))[0]?.failureReason);
      });
  });
