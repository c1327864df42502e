/** The connections of one thread to PostgreSQL, shared by its stores: settings, prepared statements, queue and streams. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { openPostgres, openSchema } from '#data/store/postgres/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type TestDatabase, testDatabase } from '#test/support/postgres-server.ts';
import { sql } from '#test/support/small-generations.ts';
import { longTest } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const SERVED_MS = 30_000;
const options = { skip: process.env.FIRMOTECA_TEST_ENGINE === 'sqlite' };

let server: TestDatabase;
before(async () => {
  if (options.skip) return;
  server = await testDatabase();
  for (const [schema, value] of [
    ['one', `'first'::text`],
    ['two', '2::integer'],
  ] as const) {
    const db = await openSchema(server.url, schema);
    await db.write([
      { sql: `create table sample as select ${value} as value` },
      { sql: 'create table line as select n from generate_series(1, 2500) n' },
      { sql: 'create table note (text text)' },
    ]);
    await db.close();
  }
});
after(() => server?.stop());

/** Both schemas on the same pool of that many connections. */
function both(connections: number): { one: Database; two: Database; close(): Promise<void> } {
  const open = (schema: string) =>
    openPostgres(server.url, { searchPath: [schema], connections, statementTimeoutMs: SERVED_MS });
  const [one, two] = [open('one'), open('two')];
  return {
    one,
    two,
    async close() {
      await one.close();
      await two.close();
    },
  };
}

const pidOf = async (db: Database): Promise<number> =>
  (await db.one<{ pid: number }>('select pg_backend_pid() as pid'))?.pid ?? 0;

const count = (db: Database, from: string): Promise<unknown> =>
  db.one<{ n: number }>(`select count(*) as n from ${from}`).then((row) => row?.n);

test('a read uses the free connection that has its settings', options, async () => {
  const { one, two, close } = both(6);
  const [first, second] = [await pidOf(one), await pidOf(two)];
  assert.notEqual(first, second);
  for (let i = 0; i < 5; i++) assert.deepEqual([await pidOf(one), await pidOf(two)], [first, second]);
  await close();
});

test('one connection serves all stores, each with its own path, prepared statements and timeout', options, async () => {
  const { one, two, close } = both(1);
  const hasty = openPostgres(server.url, { searchPath: ['two'], connections: 1, statementTimeoutMs: 2_000 });
  const pid = await pidOf(one);
  // From its second use on the query is prepared, separately for each path: its column has another type there.
  for (let i = 0; i < 4; i++) {
    assert.deepEqual(await one.one('select value from sample'), { value: 'first' });
    assert.deepEqual(await two.one('select value from sample'), { value: 2 });
  }
  assert.deepEqual(await one.one(`select count(*) as n from pg_prepared_statements where statement like '%sample'`), {
    n: 2,
  });
  assert.deepEqual([await pidOf(one), await pidOf(two), await pidOf(hasty)], [pid, pid, pid]);
  await assert.rejects(hasty.one('select pg_sleep(20)'), /statement timeout/);
  const timeOf = (db: Database) => db.one(`select current_setting('statement_timeout') as ms`);
  assert.deepEqual([await timeOf(hasty), await timeOf(one)], [{ ms: '2s' }, { ms: '30s' }]);
  await hasty.close();
  await close();
});

test('a transaction and a stream use their own settings and restore those of the connection', options, async () => {
  const { one, two, close } = both(1);
  await one.one('select value from sample');
  const [, [row]] = (await two.write([
    { sql: `insert into note values ('two')` },
    { sql: `select current_schema() as path, current_setting('statement_timeout') as ms` },
  ])) as [unknown, [unknown]];
  assert.deepEqual(row, { path: 'two', ms: '30s' });
  assert.deepEqual(await Array.fromAsync(two.stream('select value from sample')), [{ value: 2 }]);
  await assert.rejects(two.write([{ sql: 'insert into nowhere values (1)' }]), /nowhere/);
  assert.deepEqual(await one.one('select current_schema() as path'), { path: 'one' });
  assert.deepEqual([await count(one, 'note'), await count(two, 'note')], [0, 1]);
  await close();
});

test('concurrent reads with different settings each get their own', options, async () => {
  const { one, two, close } = both(3);
  const requested = Array.from({ length: 300 }, (_, i) => (i % 3 === 0 ? two : one).one('select value from sample'));
  for (const [i, row] of (await Promise.all(requested)).entries())
    assert.deepEqual(row, { value: i % 3 === 0 ? 2 : 'first' });
  await close();
});

longTest(
  'a request that waits too long for a connection fails as unavailable, and the next one is answered',
  options,
  async () => {
    const patient = openPostgres(server.url, { searchPath: ['one'], connections: 1, statementTimeoutMs: SERVED_MS });
    const hasty = openPostgres(server.url, { searchPath: ['one'], connections: 1, statementTimeoutMs: 3_000 });
    // The only connection is in use until then.
    const gate = openPostgres(server.url, { searchPath: ['one'], poolSize: 1 });
    await gate.one('select pg_advisory_lock(1)::text as held');
    const slow = patient.one('select pg_advisory_lock(1)::text as held');
    const waited = await hasty.one('select 1 as n').catch((error: unknown) => error);
    assert.ok(isStoreUnavailable(waited), String(waited));
    assert.match(waited.message, /no connection to it became free within 3 seconds/);
    await gate.close();
    await slow;
    assert.deepEqual(await hasty.one('select 1 as n'), { n: 1 });
    await hasty.close();
    await patient.close();
  },
);

test('stream readers with further queries never deadlock, whatever their number', options, async () => {
  const { one, two, close } = both(3);
  const read = async (db: Database, other: Database): Promise<number> => {
    let rows = 0;
    for await (const { n } of db.stream<{ n: number }>('select n from line order by n')) {
      rows++;
      if (n % 1_000 !== 1) continue;
      await other.one('select value from sample');
      await other.write([{ sql: `insert into note values ('read')` }]);
    }
    return rows;
  };
  const readers = Array.from({ length: 12 }, (_, i) => (i % 2 === 0 ? read(one, two) : read(two, one)));
  assert.deepEqual(await Promise.all(readers), Array(12).fill(2_500));
  await close();
});

test('a fully fetched stream holds no connection, however slowly it is read', options, async () => {
  const { one, close } = both(1);
  const seen: unknown[] = [];
  for await (const row of one.stream('select n from line where n <= 3 order by n'))
    seen.push([row, await one.one('select value from sample')]);
  assert.equal(seen.length, 3);
  await close();
});

test(
  'a connection has at most a fixed number of prepared statements and closes with the store that prepared them',
  options,
  async () => {
    const { one, two, close } = both(1);
    const pid = await pidOf(two);
    for (const db of [one, two])
      for (let i = 0; i < 300; i++) for (let again = 0; again < 2; again++) await db.one(`select ${i} as n`);
    assert.equal(await count(two, 'pg_prepared_statements'), 500);
    await one.close();
    assert.notEqual(await pidOf(two), pid);
    assert.equal(await count(two, `pg_prepared_statements where statement ~ '^select [0-9]+ as n$'`), 0);
    await close();
  },
);

longTest('a connection opened during a stall of the process is used', options, async () => {
  const db = openPostgres(server.url, { searchPath: ['one'], connections: 1, statementTimeoutMs: SERVED_MS });
  const requested = db.one('select value from sample');
  await new Promise<void>((go) => process.nextTick(go));
  // Longer than the connection timeout.
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 4_000);
  assert.deepEqual(await requested, { value: 'first' });
  await db.close();
});

test('connections unused for a minute are closed, and others stay', options, async (t) => {
  const own = await testDatabase();
  t.after(() => own.stop());
  t.mock.timers.enable({ apis: ['setInterval'] });
  const { now } = performance;
  let aheadMs = 0;
  t.mock.method(performance, 'now', () => now.call(performance) + aheadMs);
  const db = openPostgres(own.url, { searchPath: ['public'], connections: 3, statementTimeoutMs: SERVED_MS });
  const held = () =>
    sql<{ pid: number }>(
      server.url,
      `select pid from pg_stat_activity where backend_type = 'client backend' and datname = '${new URL(own.url).pathname.slice(1)}'`,
    );
  await Promise.all([1, 2, 3].map(() => db.one('select pg_sleep(0.2)::text')));
  assert.equal((await held()).length, 3);
  aheadMs = 40_000;
  const used = await pidOf(db);
  t.mock.timers.tick(10_000);
  // Two have been idle for more than a minute then, and the used one for less.
  aheadMs = 70_000;
  t.mock.timers.tick(10_000);
  await until('two are closed', async () => (await held()).length === 1);
  assert.deepEqual(await held(), [{ pid: used }]);
  aheadMs = 140_000;
  t.mock.timers.tick(10_000);
  await until('all are closed', async () => (await held()).length === 0);
  assert.deepEqual(await db.one('select 1 as n'), { n: 1 });
  await db.close();
});
