import assert from 'node:assert/strict';
import { after, afterEach, before, describe, test } from 'node:test';
import { databaseNow } from '#data/store/database-time.ts';
import { type CountryServer, serveCountry } from '#demo-country/server.ts';
import { fastClock } from '#test/support/fast-clock.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { simulatedAuthority } from '#test/support/simulated-authority.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';
import type { Clock } from './clock.ts';
import { leasesTable } from './leases-table.ts';
import { createRefresher, type Refresher } from './refresher.ts';

/** Longer than any step of the tests. */
const LONG_MS = 3_000_000;
const DAY_MS = 86_400_000;
const COMPANIES = 400;
const companies = Array.from({ length: 60 }, (_, n) => companyCui(n));
const first = companyCui(0);

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`two processes on one ${engine} store`, () => {
    const clock = fastClock(engine === 'sqlite' ? undefined : Date.now());
    let server: CountryServer;
    let store: LiveStore;
    let refreshers: Refresher[];

    before(async () => {
      store = await liveStore(engine);
      server = await serveCountry(tinyCountry(COMPANIES), {
        folder: '/nowhere',
        port: 0,
        host: '127.0.0.1',
        today: () => '2026-11-15',
      });
    });
    after(async () => {
      await store.drop();
      await server.close();
    });
    afterEach(async () => {
      server.faults.clear();
      await Promise.all(refreshers.map((refresher) => refresher.close(LONG_MS)));
    });

    /** Starts two refreshers; the clock of the second one is ahead by aheadMs. */
    async function twoProcesses(aheadMs = 0): Promise<[Refresher, Refresher]> {
      clock.skip(DAY_MS);
      server.requests.anaf = 0;
      const start = async (own: Clock) =>
        createRefresher({
          db: await store.open(),
          clock: own,
          paceMs: { companies: 1_000, balances: 0 },
          taxAuthority: simulatedAuthority(server, own),
          onObserved: async () => undefined,
          onError: (error) => assert.fail(String(error)),
        });
      const [one, two] = [await start(clock), await start({ ...clock, now: () => clock.now() + aheadMs })];
      refreshers = [one, two];
      return [one, two];
    }

    test('a record that both processes need is fetched once, and both get it', async () => {
      const [one, two] = await twoProcesses();
      server.faults.add('anaf', { kind: 'slow', delayMs: 30 });
      const refreshed = await Promise.all([
        one.refreshFiscal(companies, LONG_MS, 'me'),
        two.refreshFiscal(companies, LONG_MS, 'me'),
      ]);
      assert.ok(refreshed.flat().every(({ outcome }) => outcome === 'found'));
      assert.equal(server.requests.anaf, 1);
    });

    test('a record that one process has just fetched is not fetched by the other', async () => {
      const [one, two] = await twoProcesses();
      const [fetched] = await one.refreshFiscal([first], LONG_MS, 'me');
      assert.deepEqual(await two.refreshFiscal([first], LONG_MS, 'me'), [fetched]);
      assert.equal(server.requests.anaf, 1);
    });

    // On SQLite both are processes of one machine, with one clock.
    for (const aheadMs of engine === 'sqlite' ? [0] : [0, 4_000, 1_200_000])
      test(`requests of both processes keep one pace, with clocks ${aheadMs} ms apart`, async () => {
        const [one, two] = await twoProcesses(aheadMs);
        const db = await store.open();
        const moment = async () => (engine === 'sqlite' ? clock.now() : databaseNow(db));
        await db.write([{ sql: 'delete from source_pace' }]);
        const before = await moment();
        const all = Array.from({ length: COMPANIES }, (_, n) => companyCui(n));
        await Promise.all([
          one.refreshFiscal(all.slice(0, 250), LONG_MS, 'me'),
          two.refreshFiscal(all.slice(250), LONG_MS, 'me'),
        ]);
        const pace = await db.one<{ next_at: number }>("select next_at from source_pace where source = 'anaf'");
        const reservedMs = server.requests.anaf * 1_050;
        assert.ok(server.requests.anaf >= 5);
        assert.ok(Number(pace?.next_at) >= before + reservedMs, 'no request came before its slot');
        assert.ok(Number(pace?.next_at) <= (await moment()) + reservedMs, 'no request waits for the other clock');
      });

    test('the expired lease of a dead process is taken over', async () => {
      const [one] = await twoProcesses();
      const db = await store.open();
      await leasesTable(db, 'anaf', 'the dead').claim([first], clock.now());
      assert.deepEqual(await one.refreshFiscal([first], 2_000, 'me'), [{ outcome: 'pending' }]);
      assert.equal(server.requests.anaf, 0);
      clock.skip(60_000);
      // On PostgreSQL leases expire by the clock of the database.
      if (engine === 'postgres') await db.write([{ sql: 'update refresh_lease set until = until - 60000' }]);
      assert.equal((await one.refreshFiscal([first], LONG_MS, 'me'))[0]?.outcome, 'found');
      assert.equal(server.requests.anaf, 1);
    });

    test('a record that one process fails to fetch is fetched by the other', async () => {
      const [one, two] = await twoProcesses();
      server.faults.add('anaf', { kind: 'down', delayMs: 30, requests: 1 });
      const refreshed = await Promise.all([
        one.refreshFiscal([first], LONG_MS, 'me'),
        two.refreshFiscal([first], LONG_MS, 'me'),
      ]);
      assert.deepEqual(
        refreshed.flat().map(({ outcome }) => outcome),
        ['found', 'found'],
      );
      assert.equal(server.requests.anaf, 2);
    });
  });
}
