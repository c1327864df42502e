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
/** The bank day before the oldest that the tiny country's file of recent days holds. */
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
      until(`the bank is asked ${times} times`, async () => {
        const look = await lastRatesFetch(db);
        return server.requests.bnr >= times && look !== null && Date.parse(look.fetchedAt) === clock.now();
      });

    test('the bank is asked at the start, and again when it has published', async () => {
      await start();
      await looked(2);
      // The ten days' file, and the year's because nothing was stored.
      assert.equal(server.requests.bnr, 2);
      assert.equal((await lastRatesFetch(db))?.newest, '2026-11-13');
      // Nothing newer can be there before Monday, but twelve hours are the window of rates.
      clock.skip(12 * HOUR_MS);
      await looked(3);
      const [state] = await sourceStates(db);
      assert.deepEqual([state?.source, state?.breaker, state?.failureReason], ['bnr', 'closed', null]);
    });

    test('what lies between the stored days and the last ten is filled from the year’s files', async () => {
      await db.write(storeRates([{ ...known, day: '2024-10-01' }], '2024-10-01T11:00:00Z'));
      await start();
      await looked(3);
      assert.deepEqual(
        (await observedRatesOf(db, 'EUR', '2026-12-31', 10)).map(({ day }) => day),
        ['2026-11-13', '2026-01-05', '2025-11-13', '2025-01-05', '2024-11-13', '2024-10-01'],
      );
    });

    test('nothing is fetched twice when the last ten days join on', async () => {
      await db.write(storeRates([known], '2024-12-31T11:00:00Z'));
      await start();
      await looked(1);
      assert.equal(server.requests.bnr, 1);
    });

    test('callers of several processes share one look', async () => {
      await db.write(storeRates([known], '2024-12-31T11:00:00Z'));
      const [first, second] = [await start(), await start()];
      await looked(1);
      // Over in both of them, not only written.
      for (const refresher of [first, second]) assert.equal(await refresher.refresh(LONG_MS), 'found');
      clock.skip(13 * HOUR_MS);
      server.requests.bnr = 0;
      const outcomes = await Promise.all([first, second, first, second].map((refresher) => refresher.refresh(LONG_MS)));
      assert.deepEqual(outcomes, ['found', 'found', 'found', 'found']);
      assert.equal(server.requests.bnr, 1);
    });

    // A fault ends before the store: one of them shows that the other engine keeps what it has.
    for (const kind of engine === 'sqlite' || isLongTier ? KINDS : KINDS.slice(0, 1))
      test(`stored rates stay as they are while the bank is ${kind}`, async () => {
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
