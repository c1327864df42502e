/** Storage quotas of bulk checks on both engines: per sender, for all senders, with a reserve for accounts. */
import assert from 'node:assert/strict';
import { after, before, beforeEach, test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import type { Caller } from '#api/caller.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { type Checks, openBulkChecks } from '#domain/bulk-checks/checks.ts';
import { checksOf, rowsOfCheck } from '#domain/bulk-checks/checks-table.ts';
import { QUOTAS, type Quotas } from '#domain/bulk-checks/quota.ts';
import type { LookUp } from '#domain/bulk-checks/runner.ts';
import { cuiOf } from '#lib/values/cui.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

const HOUR_MS = 3_600_000;
let NOW = Date.now();

const visitorAt = (address: string): Caller => ({ kind: 'browser', account: null, key: null, pro: false, address });
const pro = (account: string): Caller => ({ ...visitorAt('192.0.2.1'), account, pro: true });

/** Never answers, so that the check keeps running. */
const never: LookUp = () => new Promise(() => {});
const unknown: LookUp = async (_, cuis) => ({
  rows: cuis.map((cui) => ({ cui, company: null, error: { code: 'NOT_FOUND' }, pending: false })),
});

onBothEngines(({ place: location }) => {
  /** Two hosts over one state. */
  let stores: [Store, Store];
  const opened: Checks[] = [];
  before(async () => {
    const { folder, databaseUrl } = await location();
    const settings = { folder, databaseUrl, country: 'demo' } as const;
    stores = [await openStore(settings), await openStore(settings)];
  });
  beforeEach(async () => {
    NOW = Date.now();
    for (const checks of opened.splice(0)) await checks.close();
    await stores[0].state.write([{ sql: 'delete from bulk_check_row' }, { sql: 'delete from bulk_check' }]);
  });
  after(async () => {
    for (const checks of opened.splice(0)) await checks.close();
    for (const store of stores) await store.close();
  });

  const client = (locations: Quotas = QUOTAS, ask = unknown, host: 0 | 1 = 0): Checks => {
    const checks = openBulkChecks({
      state: stores[host].state,
      lookUp: ask,
      limits: null,
      days: 7,
      today: () => '2026-11-15',
      quotas: locations,
      redact: <Data>(data: Data): Data => data,
      report: (error) => assert.fail(String(error)),
    });
    opened.push(checks);
    return checks;
  };
  /** A list of one code; the id, or why there is none. */
  const send = async (checks: Checks, caller: Caller, now = NOW, lines = 1): Promise<string | ApiError> => {
    const text = Array.from({ length: lines }, (_, n) => cuiOf(9_900_001 + n)).join('\n');
    try {
      return await checks.send(
        { text, path: null, day: '2026-11-14', withReceipts: false },
        { caller, language: 'ro', now, signal: AbortSignal.timeout(30_000), lookUp: unknown },
      );
    } catch (error) {
      if (error instanceof ApiError) return error;
      throw error;
    }
  };
  const stored = async () => (await checksOf(stores[0].state, { now: '2000', limit: 100 })).map(({ id }) => id);
  /** Backdates checks, as if they had been sent and completed that long ago. */
  const older = async (ids: readonly unknown[], ms: number): Promise<void> => {
    const { state } = stores[0];
    // A sender does not wait for the end of its check.
    const running = `select 1 as found from bulk_check where state = 'running' and id = $1`;
    for (const id of ids) await until('it is complete', async () => (await state.one(running, [String(id)])) === null);
    await state.write(
      ids.map((id, n) => ({
        sql: 'update bulk_check set created_at = $2, finished_at = $2 where id = $1',
        params: [String(id), new Date(NOW - ms + n).toISOString()],
      })),
    );
  };
  const few = (own: number, all: number): Quotas => ({
    visitor: { open: 50, own: own * 12_000, all: all * 12_000 },
    pro: { open: 3, own: own * 12_000, all: all * 12_000 },
  });

  test('three of twenty lists that an account sends at once over two hosts are accepted', async () => {
    const hosts = [client(QUOTAS, never, 0), client(QUOTAS, never, 1)];
    const sent = await Promise.all(Array.from({ length: 20 }, (_, n) => send(hosts[n % 2] as Checks, pro('many'))));
    const refused = sent.filter((one) => one instanceof ApiError);
    assert.equal(sent.length - refused.length, 3);
    assert.equal((await stored()).length, 3);
    for (const problem of refused) {
      assert.equal(problem.code, 'RATE_LIMITED');
      assert.match(problem.in('ro').message, /Se verifică deja 3 liste de-ale dumneavoastră/);
    }
    assert.equal(typeof (await send(hosts[0] as Checks, pro('another'))), 'string', 'other accounts are not affected');
  });

  test('a clock that is set back by an hour does not hold the sender of a list', async (t) => {
    const sending = send(client(QUOTAS, never), pro('clock'));
    await until('the list is stored', async () => (await stored()).length === 1);
    const real = Date.now;
    t.mock.method(Date, 'now', () => real() - HOUR_MS);
    let isSent = false;
    void sending.then(() => (isSent = true));
    await until('the sender is answered', () => isSent);
  });

  test('a network over its quota is refused with a time to retry, and another network is served', async () => {
    const checks = client(few(3, 100));
    const sent = await Promise.all(Array.from({ length: 8 }, (_, n) => send(checks, visitorAt(`2001:db8:7:${n}::1`))));
    const refused = sent.filter((one) => one instanceof ApiError);
    assert.equal(sent.length - refused.length, 3, 'all client networks of an IPv6 site count as one network');
    const [problem] = refused;
    assert.equal(problem?.code, 'RATE_LIMITED');
    assert.match(problem?.in('ro').message ?? '', /Din rețeaua dumneavoastră .* peste (60|61) (de )?minute/);
    assert.match(problem?.in('en').message ?? '', /in 6[01] minutes, or delete one of yours/);
    assert.match(String(problem?.headers['retry-after']), /^36\d0$/);
    assert.equal(typeof (await send(checks, visitorAt('192.0.2.9'))), 'string');
  });

  test('results older than an hour are deleted, oldest first, when their network sends its next list', async () => {
    const checks = client(few(3, 100));
    const mine = [];
    for (let n = 0; n < 3; n++) mine.push(await send(checks, visitorAt('192.0.2.20')));
    const other = await send(checks, visitorAt('198.51.100.77'));
    await older([other], 3 * HOUR_MS);
    await older(mine, 2 * HOUR_MS);
    const next = await send(checks, visitorAt('192.0.2.20'));
    assert.deepEqual((await stored()).toSorted(), [mine[1], mine[2], next, other].map(String).toSorted());
    assert.deepEqual(await rowsOfCheck(stores[0].state, String(mine[0])), []);
    assert.equal((await rowsOfCheck(stores[0].state, String(mine[1]))).length, 1);
  });

  test('many networks share the quota of visitors and use none of the quota of accounts', async () => {
    const checks = client(few(3, 5));
    const visitors = await Promise.all(Array.from({ length: 12 }, (_, n) => send(checks, visitorAt(`198.18.${n}.7`))));
    const refused = visitors.filter((one) => one instanceof ApiError);
    assert.equal(visitors.length - refused.length, 5);
    assert.match(
      refused[0]?.in('ro').message ?? '',
      /atât de multe liste, încât nu mai este loc .* peste 6[01] de minute/,
    );
    const account = await send(checks, pro('one'));
    assert.equal(typeof account, 'string');
    await older(
      visitors.filter((one) => typeof one === 'string'),
      2 * HOUR_MS,
    );
    assert.equal(typeof (await send(checks, visitorAt('192.0.2.200'))), 'string', 'the oldest list was deleted');
    assert.equal((await stored()).length, 6);
    assert.ok((await stored()).includes(String(account)));
  });

  test('a running check is never deleted to free quota, whatever its age', async () => {
    const checks = client(few(2, 100));
    const mine = [await send(checks, visitorAt('192.0.2.30')), await send(checks, visitorAt('192.0.2.30'))];
    await older(mine, 2 * HOUR_MS);
    await stores[0].state.write([
      { sql: `update bulk_check set state = 'running', finished_at = null, held_until = '2999'` },
    ]);
    assert.ok((await send(checks, visitorAt('192.0.2.30'))) instanceof ApiError);
    assert.equal((await stored()).length, 2);
  });

  test('an account over its quota has to delete a list, and no list is deleted for it', async () => {
    const checks = client(few(2, 100));
    const mine = [await send(checks, pro('full')), await send(checks, pro('full'))];
    await older(mine, 2 * HOUR_MS);
    const refused = await send(checks, pro('full'));
    assert.ok(refused instanceof ApiError);
    assert.match(refused.in('ro').message, /ocupă tot locul unui cont\. Ștergeți una .* peste 168 de ore/);
    await checks.remove(await checks.find(String(mine[0]), pro('full'), NOW));
    assert.equal(typeof (await send(checks, pro('full'))), 'string');
  });

  test('a long list uses more quota than a short one', async () => {
    const checks = client(few(3, 100));
    assert.ok((await send(checks, visitorAt('192.0.2.40'), NOW, 900)) instanceof ApiError);
    assert.equal(typeof (await send(checks, visitorAt('192.0.2.40'), NOW, 2)), 'string');
  });
});
