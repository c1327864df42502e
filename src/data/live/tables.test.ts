import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { databaseNow } from '#data/store/database-time.ts';
import { type LiveStore, liveStore } from '#test/support/live-store.ts';
import { companyCui, tinyCountry } from '#test/support/tiny-country.ts';
import { forgetDeadLeases, leasesTable } from './leases-table.ts';
import { observationsTable } from './observations-table.ts';
import { createPace } from './pace.ts';
import { noteSourceState, sourceStates } from './source-state-table.ts';

const NOON = Date.parse('2026-11-15T10:00:00Z');
/** Long enough that even a slow machine reserves several slots before the first one ends. */
const INTERVAL_MS = 60_000;
const APART = [
  ['0 s', 0],
  ['4 s', 4_000],
  ['-4 s', -4_000],
  ['20 min', 1_200_000],
  ['-20 min', -1_200_000],
] as const;
const never = new AbortController().signal;

for (const engine of ['sqlite', 'postgres'] as const) {
  describe(`on ${engine}`, () => {
    let store: LiveStore;
    let db: Database;
    let other: Database;
    before(async () => {
      store = await liveStore(engine);
      [db, other] = [await store.open(), await store.open()];
    });
    after(() => store.drop());
    beforeEach(async () => {
      const tables = ['source_pace', 'refresh_lease', 'source_state', 'fiscal_observation', 'balance_observation'];
      await db.write(tables.map((table) => ({ sql: `delete from ${table}` })));
    });

    /** The time as the store sees it: SQLite uses the clock of its one machine, PostgreSQL its own. */
    const moment = async (): Promise<number> => (engine === 'sqlite' ? NOON : databaseNow(db));
    const hostNow = engine === 'sqlite' ? () => NOON : Date.now;
    const nextAt = async () =>
      (await db.one<{ next_at: number }>("select next_at from source_pace where source = 'anaf'"))?.next_at ??
      Number.NaN;

    /** Paces of two processes whose clocks differ by apartMs, and the waits that they got. */
    function paces(apartMs = 0) {
      const waits: number[] = [];
      const sleep = async (ms: number) => void waits.push(ms);
      const [one, two] = [
        createPace(db, 'anaf', INTERVAL_MS, { now: hostNow, sleep }),
        createPace(other, 'anaf', INTERVAL_MS, { now: () => hostNow() + apartMs, sleep }),
      ];
      return { one, two, waits };
    }

    /** Checks that the slots reserved since `before` are consecutive and that the waits match them. */
    async function assertInTurn(locations: number, waits: number[], before: number): Promise<void> {
      const after = await moment();
      const first = (await nextAt()) - locations * INTERVAL_MS;
      assert.ok(first >= before && first <= after, `${first} in ${before}–${after}`);
      const full = Array.from({ length: locations - 1 }, (_, n) => (n + 1) * INTERVAL_MS);
      const sorted = waits.toSorted((a, b) => a - b);
      assert.equal(sorted.length, full.length);
      for (const [n, wait] of sorted.entries())
        assert.ok(wait <= Number(full[n]) && wait >= Number(full[n]) - (after - before), `place ${n + 1}: ${wait} ms`);
    }

    // Hosts on SQLite are processes of one machine, with one clock.
    for (const [apart, apartMs] of engine === 'sqlite' ? ([['0 s', 0]] as const) : APART)
      describe(`with clocks ${apart} apart`, () => {
        test('two processes share one pace and never get the same slot', async () => {
          const { one, two, waits } = paces(apartMs);
          const before = await moment();
          await Promise.all([1, 2, 3].flatMap(() => [one.slot(never), two.slot(never)]));
          await assertInTurn(6, waits, before);
        });

        test('a requested pause holds for every process and for its full length', async () => {
          for (const [caller, sleeper] of [
            ['one', 'two'],
            ['two', 'one'],
          ] as const) {
            await db.write([{ sql: 'delete from source_pace' }]);
            const { waits, ...hosts } = paces(apartMs);
            const before = await moment();
            await hosts[caller].rest(30_000);
            await hosts[sleeper].slot(never);
            const passed = (await moment()) - before;
            assert.ok(waits.length === 1 && Number(waits[0]) <= 30_000, `${waits} ms`);
            assert.ok(Number(waits[0]) >= 30_000 - passed, `${waits} ms`);
          }
        });
      });

    test('an older release that uses the clock of its host keeps the same pace', async () => {
      const { one, waits } = paces();
      const before = await moment();
      for (let n = 0; n < 3; n++) {
        const now = await moment();
        const [slots] = await other.write([
          {
            sql: `update source_pace
              set next_at = case when next_at > $2 and next_at <= $2 + $4 then next_at else $2 end + $3
              where source = $1 returning next_at - $3 as slot`,
            params: ['anaf', now, INTERVAL_MS, 600_000],
          },
        ]);
        if (slots?.[0]) waits.push(Number(slots[0].slot) - now);
        await one.slot(never);
      }
      await assertInTurn(5, waits, before);
    });

    test('a pause never shortens a longer one', async () => {
      const { one, two } = paces();
      await one.rest(200_000);
      const longer = await nextAt();
      await two.rest(1_000);
      assert.equal(await nextAt(), longer);
    });

    test('a slot reserved by a clock that was days ahead is ignored', async () => {
      const { one, two, waits } = paces();
      await one.slot(never);
      await db.write([{ sql: 'update source_pace set next_at = $1', params: [(await moment()) + 3 * 86_400_000] }]);
      await two.slot(never);
      assert.deepEqual(waits, []);
    });

    test('each source has its own pace', async () => {
      const { one, waits } = paces();
      await one.slot(never);
      await createPace(db, 'bilant', 1_000, { now: () => NOON, sleep: async (ms) => void waits.push(ms) }).slot(never);
      assert.deepEqual(waits, []);
    });

    /** Ends the leases taken so far. */
    const minuteOver = () => db.write([{ sql: 'update refresh_lease set until = until - 60000' }]);

    test('a record is leased to one process, and an expired lease can be claimed', async () => {
      const [one, two] = [leasesTable(db, 'anaf', 'one'), leasesTable(other, 'anaf', 'two')];
      assert.deepEqual(await one.claim(['1', '2'], NOON), new Set(['1', '2']));
      assert.deepEqual(await two.claim(['2', '3'], NOON), new Set(['3']));
      assert.deepEqual(await two.held(['1', '2', '3', '4'], NOON), new Set(['1', '2', '3']));
      await minuteOver();
      assert.deepEqual(await two.held(['1', '2'], NOON), new Set());
      assert.deepEqual(await two.claim(['1', '2'], NOON), new Set(['1', '2']));
    });

    // SQLite has a single clock.
    if (engine === 'postgres')
      for (const [apart, apartMs] of APART)
        test(`a lease lasts as long for a host whose clock is ${apart} apart`, async () => {
          const [one, two] = [leasesTable(db, 'anaf', 'one'), leasesTable(other, 'anaf', 'two')];
          const theirs = () => hostNow() + apartMs;
          await one.claim(['1'], hostNow());
          assert.deepEqual(await two.held(['1'], theirs()), new Set(['1']));
          assert.deepEqual(await two.claim(['1'], theirs()), new Set());
          await db.write([forgetDeadLeases(db, theirs())]);
          assert.deepEqual(await two.held(['1'], theirs()), new Set(['1']));
          await minuteOver();
          assert.deepEqual(await two.held(['1'], theirs()), new Set());
          assert.deepEqual(await two.claim(['1'], theirs()), new Set(['1']));
          assert.deepEqual(await one.claim(['1'], hostNow()), new Set());
        });

    test('a lease is released by its holder only, and each source has its own records', async () => {
      const [one, two] = [leasesTable(db, 'anaf', 'one'), leasesTable(other, 'anaf', 'two')];
      await one.claim(['1'], NOON);
      await other.write(two.release(['1']));
      assert.deepEqual(await two.claim(['1'], NOON), new Set());
      assert.deepEqual(await leasesTable(other, 'bilant', 'two').claim(['1'], NOON), new Set(['1']));
      await db.write(one.release(['1']));
      assert.deepEqual(await two.claim(['1'], NOON), new Set(['1']));
    });

    test('expired leases are deleted, and current ones are not', async () => {
      await leasesTable(db, 'anaf', 'dead').claim(['1'], NOON);
      await minuteOver();
      await minuteOver();
      await leasesTable(db, 'anaf', 'living').claim(['2'], NOON);
      await db.write([forgetDeadLeases(db, NOON)]);
      assert.deepEqual(await db.all('select record from refresh_lease'), [{ record: 'anaf/2' }]);
    });

    test('the newest observation of a company is stored, found or absent', async () => {
      const table = observationsTable(db);
      const record = tinyCountry().fiscalRecord(companyCui(0), '2026-11-15');
      assert.ok(record);
      const found = { outcome: 'found', record, fetchedAt: '2026-11-14T10:00:00.000Z' } as const;
      const gone = { outcome: 'notFound', fetchedAt: '2026-11-15T10:00:00.000Z' } as const;
      await db.write([table.storeFiscal(companyCui(0), found, true), table.storeFiscal(companyCui(1), found, false)]);
      await db.write([table.storeFiscal(companyCui(1), gone, false)]);
      assert.deepEqual(
        await table.fiscal([companyCui(0), companyCui(1), companyCui(2)]),
        new Map<string, unknown>([
          [companyCui(0), found],
          [companyCui(1), gone],
        ]),
      );
    });

    test('balance sheets are stored by year', async () => {
      const table = observationsTable(db);
      const record = tinyCountry().balance(companyCui(0), 2024, '2026-11-15');
      assert.ok(record);
      const found = { outcome: 'found', record, fetchedAt: '2026-11-14T10:00:00.000Z' } as const;
      const none = { outcome: 'notFound', fetchedAt: '2026-11-15T10:00:00.000Z' } as const;
      const [recent, old] = [
        { cui: companyCui(0), year: 2024 },
        { cui: companyCui(0), year: 2019 },
      ];
      await db.write([
        table.storeBalance(recent, none),
        table.storeBalance(recent, found),
        table.storeBalance(old, none),
      ]);
      assert.deepEqual(
        await table.balances([recent, old]),
        new Map<string, unknown>([
          [`${companyCui(0)}/2024`, found],
          [`${companyCui(0)}/2019`, none],
        ]),
      );
    });

    test('the oldest observations come first, and requested ones have a list that ages out', async () => {
      const table = observationsTable(db);
      const observed = (day: string) => ({ outcome: 'notFound', fetchedAt: `2026-11-${day}T00:00:00.000Z` }) as const;
      await db.write([
        table.storeFiscal('10', observed('03'), false),
        table.storeFiscal('20', observed('01'), false),
        table.storeFiscal('30', observed('02'), true),
        table.storeFiscal('40', observed('09'), true),
      ]);
      assert.deepEqual(await table.oldest('2026-11-05', 2), ['20', '30']);
      assert.deepEqual(await table.oldestRequested('2026-11-05', 10), ['30']);
      await db.write(table.noteRequested(['10'], '2026-11-15T00:00:00.000Z'));
      assert.deepEqual(await table.oldestRequested('2026-11-05', 10), ['30', '10']);
      await db.write([table.forgetRequested('2026-11-14')]);
      assert.deepEqual(await table.oldestRequested('2026-11-05', 10), ['10']);
      assert.deepEqual(await table.observedBetween('15', '30'), new Set(['20', '30']));
      await db.write(table.forgetNotFound('2026-11-02T12:00:00.000Z'));
      assert.deepEqual(await table.oldest('2026-12', 10), ['10', '40']);
    });

    test('the status of a source contains its last success and its last failure', async () => {
      const report = { breaker: 'closed', latencyMs: 12 } as const;
      await db.write([
        noteSourceState('anaf', { ...report, at: '2026-11-15T10:00:00.000Z', trouble: null }),
        noteSourceState('anaf', { ...report, at: '2026-11-15T11:00:00.000Z', trouble: 'timeout', breaker: 'open' }),
      ]);
      assert.deepEqual(await sourceStates(db), [
        {
          source: 'anaf',
          breaker: 'open',
          lastSuccess: '2026-11-15T10:00:00.000Z',
          lastFailure: '2026-11-15T11:00:00.000Z',
          failureReason: 'timeout',
          latencyMs: 12,
        },
      ]);
    });
  });
}
