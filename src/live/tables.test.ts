import assert from 'node:assert/strict';
import { after, before, beforeEach, describe, test } from 'node:test';
import type { Database } from '#store/database.ts';
import { type LiveStore, liveStore } from '#test/live-store.ts';
import { companyCui, tinyCountry } from '#test/tiny-country.ts';
import { forgetDeadLeases, leasesTable } from './leases-table.ts';
import { observationsTable } from './observations-table.ts';
import { createPace } from './pace.ts';
import { noteSourceState, sourceStates } from './source-state-table.ts';

const NOON = Date.parse('2026-11-15T10:00:00Z');
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

    /** Paces of two processes at the same moment, and the waits they were given. */
    function paces(now = NOON) {
      const waits: number[] = [];
      const clock = { now: () => now, sleep: async (ms: number) => void waits.push(ms) };
      const [one, two] = [createPace(db, 'anaf', 1_000, clock), createPace(other, 'anaf', 1_000, clock)];
      return { one, two, waits };
    }

    test('two processes share one pace: no two of them get the same moment', async () => {
      const { one, two, waits } = paces();
      await Promise.all([1, 2, 3].flatMap(() => [one.slot(never), two.slot(never)]));
      assert.deepEqual(
        waits.sort((a, b) => a - b),
        [1_000, 2_000, 3_000, 4_000, 5_000],
      );
    });

    test('a rest that the source asked for holds for every process', async () => {
      const { one, two, waits } = paces();
      await one.rest(30_000);
      await two.slot(never);
      assert.deepEqual(waits, [30_000]);
    });

    test('a reservation made by a clock that ran days ahead is not waited for', async () => {
      await paces(NOON + 3 * 86_400_000).one.slot(never);
      const { two, waits } = paces();
      await two.slot(never);
      assert.deepEqual(waits, []);
    });

    test('sources have paces of their own', async () => {
      const { one, waits } = paces();
      await one.slot(never);
      await createPace(db, 'bilant', 1_000, { now: () => NOON, sleep: async (ms) => void waits.push(ms) }).slot(never);
      assert.deepEqual(waits, []);
    });

    test('a record is leased to one process; whoever died loses it when its time is up', async () => {
      const [one, two] = [leasesTable(db, 'anaf', 'one'), leasesTable(other, 'anaf', 'two')];
      assert.deepEqual(await one.claim(['1', '2'], NOON), new Set(['1', '2']));
      assert.deepEqual(await two.claim(['2', '3'], NOON), new Set(['3']));
      assert.deepEqual(await two.held(['1', '2', '3', '4'], NOON), new Set(['1', '2', '3']));
      const later = NOON + 60_000;
      assert.deepEqual(await two.held(['1', '2'], later), new Set());
      assert.deepEqual(await two.claim(['1', '2'], later), new Set(['1', '2']));
    });

    test('a lease is released by its holder only, and the same number of another source is another record', async () => {
      const [one, two] = [leasesTable(db, 'anaf', 'one'), leasesTable(other, 'anaf', 'two')];
      await one.claim(['1'], NOON);
      await other.write(two.release(['1']));
      assert.deepEqual(await two.claim(['1'], NOON), new Set());
      assert.deepEqual(await leasesTable(other, 'bilant', 'two').claim(['1'], NOON), new Set(['1']));
      await db.write(one.release(['1']));
      assert.deepEqual(await two.claim(['1'], NOON), new Set(['1']));
    });

    test('leases that the dead left behind are forgotten, those of the living are not', async () => {
      await leasesTable(db, 'anaf', 'dead').claim(['1'], NOON - 86_400_000);
      await leasesTable(db, 'anaf', 'living').claim(['2'], NOON);
      await db.write([forgetDeadLeases(NOON)]);
      assert.deepEqual(await db.all('select record from refresh_lease'), [{ record: 'anaf/2' }]);
    });

    test('the newest observation of a company is kept, a record or its absence', async () => {
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

    test('balance sheets are told apart by year', async () => {
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

    test('the oldest observations come first, those asked for apart, until nobody has asked for long', async () => {
      const table = observationsTable(db);
      const observed = (day: string) => ({ outcome: 'notFound', fetchedAt: `2026-11-${day}T00:00:00.000Z` }) as const;
      await db.write([
        table.storeFiscal('10', observed('03'), false),
        table.storeFiscal('20', observed('01'), false),
        table.storeFiscal('30', observed('02'), true),
        table.storeFiscal('40', observed('09'), true),
      ]);
      assert.deepEqual(await table.oldest('2026-11-05', 2), ['20', '30']);
      assert.deepEqual(await table.askedAndOld('2026-11-05', 10), ['30']);
      await db.write(table.noteAsked(['10'], '2026-11-15T00:00:00.000Z'));
      assert.deepEqual(await table.askedAndOld('2026-11-05', 10), ['30', '10']);
      await db.write([table.forgetAsked('2026-11-14')]);
      assert.deepEqual(await table.askedAndOld('2026-11-05', 10), ['10']);
      assert.deepEqual(await table.observedBetween('15', '30'), new Set(['20', '30']));
      await db.write(table.forgetNotFound('2026-11-02T12:00:00.000Z'));
      assert.deepEqual(await table.oldest('2026-12', 10), ['10', '40']);
    });

    test('the state of a source remembers its last success and its last failure', async () => {
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
