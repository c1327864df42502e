import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { migrate, migrationsOf } from '#data/store/migrate.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { performed } from '#test/support/outcomes.ts';
import { type UsageCounter, usageCounter } from './counter.ts';
import { accountUsage } from './owner-usage.ts';
import { trimUsage, type UsageLine, usageAdditions, usageByAccount, usageOf } from './usage-table.ts';

const NOON = Date.UTC(2026, 10, 15, 12);
const RANGE = { from: '2026-11-01', to: '2026-11-30' };

onBothEngines(({ place: location }) => {
  let state: Database;
  const counters: UsageCounter[] = [];
  const errors: unknown[] = [];

  before(async () => {
    state = await (await location()).database();
    await migrate(state, migrationsOf('state', state.engine));
  });
  after(async () => {
    for (const counter of counters) await counter.stop();
    await state.close();
    assert.deepEqual(errors, []);
  });

  const counting = (database = state): UsageCounter => {
    const counter = usageCounter(database, ['getCompany', 'getRates'], (error) => errors.push(error));
    counters.push(counter);
    return counter;
  };
  const lines = (account: string, days = RANGE): Promise<UsageLine[]> => usageOf(state, account, days, 1_000);
  const short = async (account: string) =>
    (await lines(account)).map((row) => [row.day, row.operation, row.key, row.requests, row.refused, row.failed]);

  test('requests are counted by account, key, day and operation', async () => {
    const { count, flush } = counting();
    const account = 'one';
    for (let i = 0; i < 3; i++) count(performed({ caller: { account, key: 'a' } }));
    count(performed({ caller: { account, key: 'a' }, status: 304 }));
    count(performed({ caller: { account, key: 'a' }, status: 404 }));
    count(performed({ caller: { account, key: 'a' }, status: 429 }));
    count(performed({ caller: { account, key: 'a' }, status: 503 }));
    count(performed({ caller: { account, key: 'b' }, operation: 'getRates' }));
    count(performed({ caller: { account, key: null } }));
    count(performed({ caller: { account: 'two', key: 'c' } }));
    await flush();
    assert.deepEqual(await short(account), [
      ['2026-11-15', 'getCompany', null, 1, 0, 0],
      ['2026-11-15', 'getCompany', 'a', 7, 2, 1],
      ['2026-11-15', 'getRates', 'b', 1, 0, 0],
    ]);
    assert.deepEqual((await usageByAccount(state, RANGE))[0], {
      account,
      requests: 9,
      refused: 2,
      failed: 1,
    });
  });

  test('counters of several threads add up, and a stop writes the remaining counts', async () => {
    const [first, second] = [counting(), counting()];
    for (const { count } of [first, second]) count(performed({ caller: { account: 'threads', key: 'k' } }));
    await Promise.all([first.flush(), second.flush()]);
    first.count(performed({ caller: { account: 'threads', key: 'k' } }));
    await first.stop();
    assert.deepEqual(await short('threads'), [['2026-11-15', 'getCompany', 'k', 3, 0, 0]]);
  });

  test('callers without an account and paths without an operation are not counted', async () => {
    const { count, flush, flushes } = counting();
    count(performed({ caller: { account: null, key: null, kind: 'anonymous' } }));
    count(performed({ operation: 'getAccountUsage' }));
    await flush();
    assert.deepEqual(flushes(), { done: 0, failed: 0 });
  });

  test('a request before midnight in Romania counts for its day, although it is written later', async () => {
    const { count, flush } = counting();
    const caller = { account: 'night', key: 'k' };
    count(performed({ caller, now: Date.UTC(2026, 10, 15, 21, 59, 59, 999) }));
    count(performed({ caller, now: Date.UTC(2026, 10, 15, 22) }));
    await flush();
    assert.deepEqual(
      (await lines('night')).map(({ day, requests }) => [day, requests]),
      [
        ['2026-11-16', 1],
        ['2026-11-15', 1],
      ],
    );
  });

  test('a failed write is repeated later, without counting twice', async () => {
    let broken = true;
    const { count, flush, flushes } = counting({
      ...state,
      write: (statements) => (broken ? Promise.reject(new Error('disk full')) : state.write(statements)),
    });
    const caller = { account: 'patient', key: 'k' };
    count(performed({ caller }));
    await assert.rejects(flush(), /disk full/);
    count(performed({ caller }));
    broken = false;
    await flush();
    assert.deepEqual(flushes(), { done: 1, failed: 1 });
    assert.deepEqual(await short('patient'), [['2026-11-15', 'getCompany', 'k', 2, 0, 0]]);
  });

  test('a thousand keys are written together', async () => {
    const { count, flush } = counting();
    for (let i = 0; i < 1_000; i++) count(performed({ caller: { account: 'many', key: `key ${i}` } }));
    await flush();
    const rows = await lines('many');
    assert.equal(rows.length, 1_000);
    assert.ok(rows.every(({ requests }) => requests === 1));
  });

  test('the total includes the lines beyond the limit and their number', async () => {
    const row = { account_id: 'wide', operation: 'getRates', requests: 10, refused: 2, failed: 1 };
    const days = ['2026-11-01', '2026-11-02', '2026-11-03'];
    await state.write(usageAdditions(days.flatMap((day) => ['a', 'b'].map((key) => ({ ...row, day, key_id: key })))));
    const { total, linesTotal, lines: visible } = await accountUsage(state, 'wide', RANGE, 3);
    assert.deepEqual([total, linesTotal], [{ requests: 60, refused: 12, failed: 6 }, 6]);
    assert.deepEqual(
      visible.map(({ day, key }) => [day, key]),
      [
        ['2026-11-03', 'a'],
        ['2026-11-03', 'b'],
        ['2026-11-02', 'a'],
      ],
    );
    const none = await accountUsage(state, 'nobody', RANGE);
    assert.deepEqual([none.total, none.linesTotal, none.lines], [{ requests: 0, refused: 0, failed: 0 }, 0, []]);
  });

  test('old days are removed', async () => {
    const { count, flush } = counting();
    count(performed({ caller: { account: 'old', key: 'k' }, now: Date.UTC(2025, 0, 1) }));
    count(performed({ caller: { account: 'old', key: 'k' }, now: NOON }));
    await flush();
    await trimUsage(state, '2026-01-01');
    const all = await lines('old', { ...RANGE, from: '2020-01-01' });
    assert.deepEqual(
      all.map(({ day }) => day),
      ['2026-11-15'],
    );
  });
});
