/** One contract for both engines: the same SQL, parameters and rows. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { type Database, isWhole, type Statement, type Value } from '#data/store/database.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { ADDITIONS } from '#test/support/counting-writer.ts';

onBothEngines((engine) => {
  let db: Database;
  before(async () => {
    const location = await engine.place();
    db = await location.database();
    await db.write([
      {
        sql: 'create table firm (id bigint, name text, bani bigint, ratio double precision, ok integer, day text, body bytea)',
      },
      {
        sql: 'insert into firm (id, name, bani, ok, day) values ($1, $2, $3, $4, $5), ($6, $7, $8, $9, $10), ($11, $12, $13, $14, $15)',
        params: [
          1,
          'Ștefan',
          100,
          true,
          '2026-01-01',
          2,
          'beta',
          null,
          false,
          null,
          3,
          'Alfa',
          301,
          true,
          '2025-01-01',
        ],
      },
    ]);
  });
  after(() => db.close());

  const stored = async (column: string, value: Value): Promise<unknown> => {
    const [rows] = await db.write([
      { sql: `insert into firm (id, ${column}) values (99, $1) returning ${column} as value`, params: [value] },
      { sql: 'delete from firm where id = 99' },
    ]);
    return rows?.[0]?.value;
  };

  test('counts, sums, averages and bigints are read as numbers', async () => {
    const row = await db.one('select count(*) as n, sum(bani) as total, avg(bani) as mean, max(id) as top from firm');
    assert.deepEqual(row, { n: 3, total: 401, mean: 200.5, top: 3 });
    assert.deepEqual(await db.one('select sum(bani) as total from firm where id = 2'), { total: null });
  });

  test('rows are plain objects with their columns in the order of the query', async () => {
    const rows = await db.all('select name, id from firm where id < $1 order by id', [3]);
    assert.deepEqual(rows, [
      { name: 'Ștefan', id: 1 },
      { name: 'beta', id: 2 },
    ]);
    assert.deepEqual(Object.keys(rows[0] ?? {}), ['name', 'id']);
  });

  test('a missing row is null, and no rows are an empty list', async () => {
    assert.equal(await db.one('select id from firm where id = $1', [77]), null);
    assert.deepEqual(await db.all('select id from firm where id = $1', [77]), []);
  });

  test('booleans are bound and read as 0 and 1', async () => {
    assert.deepEqual(await db.all('select id from firm where ok = $1 order by id', [true]), [{ id: 1 }, { id: 3 }]);
    assert.deepEqual(await db.one('select bani > 100 as rich from firm where id = 3'), { rich: 1 });
    assert.deepEqual(await db.one('select bani > 100 as rich from firm where id = 1'), { rich: 0 });
    assert.deepEqual(await db.one('select bani > 100 as rich from firm where id = 2'), { rich: null });
  });

  test('text, numbers, nulls and bytes are read as they were written', async () => {
    for (const text of ['', 'ăîșț ŞŢ', 'O\'Neil \\ "x" $1', '日本語 🏢', 'a\tb\r\nc'])
      assert.equal(await stored('name', text), text);
    for (const number of [0, -1, 2 ** 31, Number.MAX_SAFE_INTEGER, Number.MIN_SAFE_INTEGER])
      assert.equal(await stored('bani', number), number);
    for (const number of [0.1, -2.5e-7, 1.5e15]) assert.equal(await stored('ratio', number), number);
    assert.equal(await stored('bani', 12n), 12);
    assert.equal(await stored('name', null), null);
    for (const bytes of [new Uint8Array(0), new Uint8Array([0, 1, 92, 120, 255]), new TextEncoder().encode('{"a":1}')])
      assert.deepEqual(await stored('body', bytes), bytes);
  });

  test('a whole number in a text column has no decimals', async () => {
    assert.equal(await stored('name', 5), '5');
  });

  test('division of whole numbers gives whole numbers, also with parameters', async () => {
    assert.deepEqual(await db.one('select 7 / 2 as a, bani / $1 as b from firm where id = 3', [2]), { a: 3, b: 150 });
  });

  test('a number beyond 2^53 is an error when read, never a rounded value', async () => {
    await assert.rejects(stored('bani', 2n ** 53n + 1n), RangeError);
    assert.equal((await db.one<{ n: number }>('select count(*) as n from firm'))?.n, 3);
  });

  test('placeholders may repeat in any order, and text like them in quotes and comments is ignored', async () => {
    const sql = `select id, '$9' as text -- not $7
      from firm where (name = $2 or day = $1) and id > $3 /* $8 */ and (name = $2 or day = $1) order by id`;
    assert.deepEqual(await db.all(sql, ['2025-01-01', 'beta', 0]), [
      { id: 2, text: '$9' },
      { id: 3, text: '$9' },
    ]);
  });

  test('a repeated query gives the same answer as the first time', async () => {
    for (let i = 0; i < 5; i++)
      assert.deepEqual(await db.one('select name from firm where id = $1', [2]), { name: 'beta' });
  });

  test('an optional filter needs a cast, and nulls last is explicit', async () => {
    const since = 'select id from firm where (cast($1 as text) is null or day >= $1) order by id';
    assert.deepEqual((await db.all(since, [null])).length, 3);
    assert.deepEqual(await db.all(since, ['2025-06-01']), [{ id: 1 }]);
    const order = await db.all<{ id: number }>('select id from firm order by bani desc nulls last');
    assert.deepEqual(
      order.map(({ id }) => id),
      [3, 1, 2],
    );
  });

  test('text is sorted by code point', async () => {
    const rows = await db.all<{ name: string }>('select name from firm order by name');
    assert.deepEqual(
      rows.map(({ name }) => name),
      ['Alfa', 'beta', 'Ștefan'],
    );
  });

  const refused: [string, unknown, RegExp][] = [
    ['undefined', undefined, /Parameter \$2 .* is undefined/],
    ['NaN', Number.NaN, /Parameter \$2 .* is NaN/],
    ['Infinity', Number.POSITIVE_INFINITY, /Parameter \$2 .* is Infinity/],
    ['a Date', new Date(0), /Parameter \$2 .* is a Date/],
    ['an object', { a: 1 }, /Parameter \$2 .* is an object/],
    ['a list', [1], /Parameter \$2 .* is an object/],
    ['text with NUL', 'a\0b', /Parameter \$2 .* NUL/],
    ['an integer that lost digits', 2 ** 60, /Parameter \$2 .* beyond 2\^53/],
    ['a bigint beyond 64 bits', 2n ** 64n, /Parameter \$2 .* beyond 64 bits/],
  ];
  for (const [what, value, message] of refused) {
    test(`${what} is refused in every kind of call, and the message names the parameter`, async () => {
      const sql = 'select id from firm where id = $1 or name = $2';
      const params = [1, value] as Value[];
      await assert.rejects(db.all(sql, params), message);
      await assert.rejects(db.one(sql, params), message);
      await assert.rejects(Array.fromAsync(db.stream(sql, params)), message);
      await assert.rejects(db.write([{ sql, params }]), message);
    });
  }

  test('a wrong number of parameters and a gap in their numbers are refused', async () => {
    const sql = 'select id from firm where id = $1 and name = $2';
    await assert.rejects(db.all(sql, [1]), /takes 2 parameters and got 1/);
    await assert.rejects(db.all(sql, [1, 'a', 'b']), /takes 2 parameters and got 3/);
    await assert.rejects(db.all(sql), /takes 2 parameters and got 0/);
    await assert.rejects(db.all('select id from firm where id = $2', [1]), /leave out \$1/);
  });

  test('a failed write changes nothing and does not affect the next one', async () => {
    await assert.rejects(
      db.write([
        { sql: 'insert into firm (id) values ($1)', params: [50] },
        { sql: 'insert into no_such_table values (1)' },
      ]),
    );
    assert.equal(await db.one('select id from firm where id = 50'), null);
    const rows = await db.write([
      { sql: 'insert into firm (id, name) values ($1, $2) returning id, name', params: [51, 'x'] },
      { sql: 'update firm set name = $2 where id = $1', params: [51, 'y'] },
      { sql: 'delete from firm where id = $1 returning name', params: [51] },
    ]);
    assert.deepEqual(rows, [[{ id: 51, name: 'x' }], [], [{ name: 'y' }]]);
  });

  test('a condition without a match rolls its write back and reports the statements that ran', async () => {
    const names = async () => (await db.all('select name from firm order by id')).map(({ name }) => name);
    const before = await names();
    const condition = (id: number): Statement => ({
      sql: `update firm set name = 'gamma' where id = $1 returning id`,
      params: [id],
      isCondition: true,
    });
    const added = { sql: `insert into firm (id, name) values (77, 'delta')` };
    const statements = [added, condition(2), condition(5_000), { sql: 'no sentence of ours is read after it' }];
    const results = await db.write(statements);
    assert.deepEqual(results, [[], [{ id: 2 }], []]);
    assert.equal(isWhole(statements, results), false);
    assert.deepEqual(await names(), before);
    const last = [added, condition(5_000)];
    assert.equal(isWhole(last, await db.write(last)), false);
    assert.deepEqual(await names(), before);
    const held = [condition(2), { sql: `update firm set name = 'beta' where id = 2` }];
    assert.equal(isWhole(held, await db.write(held)), true);
    assert.deepEqual(await names(), before);
  });

  test('concurrent writes from several threads are all applied', async () => {
    const location = await engine.place();
    const counter = await location.database();
    await counter.write([
      { sql: 'create table counter (id integer primary key, n bigint)' },
      { sql: 'insert into counter values (1, 0)' },
    ]);
    const writers = Array.from(
      { length: 3 },
      () =>
        new Worker(new URL('../support/counting-writer.ts', import.meta.url), {
          workerData: { engine: engine.name, place: location.databaseUrl ?? join(location.folder, 'test.db') },
        }),
    );
    await Promise.all(writers.map((writer) => once(writer, 'exit')));
    assert.deepEqual(await counter.one('select n from counter'), { n: 3 * ADDITIONS });
    await counter.close();
  });

  test('a stream gives every row, and early exits return their connections', async () => {
    await db.write([
      { sql: 'create table line (n integer primary key, text text)' },
      ...Array.from({ length: 25 }, (_, i) => ({
        sql: `insert into line (n, text) values ${Array.from({ length: 100 }, (_, k) => `(${i * 100 + k}, 'line ${i * 100 + k}')`).join(', ')}`,
      })),
    ]);
    let expected = 0;
    for await (const row of db.stream<{ n: number; text: string }>('select n, text from line order by n')) {
      assert.deepEqual(row, { n: expected, text: `line ${expected}` });
      expected++;
    }
    assert.equal(expected, 2_500);
    // More than the pool has connections: each must be returned.
    for (let i = 0; i < 30; i++) {
      for await (const row of db.stream<{ n: number }>('select n from line where n >= $1 order by n', [i])) {
        assert.equal(row.n, i);
        break;
      }
    }
    await db.write([{ sql: 'drop table line' }]);
  });

  test('two streams of the same query run in parallel, with reads and writes in between', async () => {
    const sql = 'select id from firm order by id';
    const seen: number[] = [];
    for await (const { id } of db.stream<{ id: number }>(sql)) {
      for await (const { id: inner } of db.stream<{ id: number }>(sql)) seen.push(id * 10 + inner);
      await db.all(sql);
      await db.write([{ sql: 'update firm set ratio = $1 where id = $2', params: [0.5, id] }]);
    }
    assert.deepEqual(seen, [11, 12, 13, 21, 22, 23, 31, 32, 33]);
  });

  test('an error in a stream reaches its reader', async () => {
    await assert.rejects(Array.fromAsync(db.stream('select id from no_such_table')), /no_such_table/);
  });

  test('a second close is harmless, and a closed database refuses queries', async () => {
    const other = await (await engine.place()).database();
    await other.close();
    await other.close();
    await assert.rejects(other.all('select 1 as one'));
  });
});
