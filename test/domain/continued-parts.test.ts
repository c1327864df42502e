/** A part that continues another: both are read as one on both engines, in the order of their indexes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import type { Build, Continuation, Generations, Part } from '#data/store/dataset.ts';
import { bigint, ddlOf, integer, table, text } from '#data/store/table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { about, firms, partsOnShelf, sql } from '#test/support/small-generations.ts';

const AREA = 'deals';
const continues: Continuation = {
  part: 'past',
  tables: { deal: { by: 'key', of: 'deal' }, winner: { by: 'deal', of: 'deal' }, sum: null },
};

interface Deal {
  key: number;
  day: string;
  buyer: number;
  cpv: string;
  winners: number[];
}

const dealTable = table('deal', {
  key: bigint().primaryKey(),
  day: text().bytewise().notNull(),
  buyer: bigint(),
  cpv: text().bytewise(),
});
const winner = table(
  'winner',
  { deal: bigint().notNull(), position: integer().notNull(), cui: bigint(), day: text().bytewise().notNull() },
  { primaryKey: ['deal', 'position'] },
);
const sum = table('sum', { cpv: text(), deals: integer() });

async function deals(build: Build, name: string, rows: readonly Deal[], over?: Continuation): Promise<Part> {
  const part = await build.part(name, { ...about, area: AREA, ...(over && { continues: over }) });
  await part.execute(`${ddlOf(dealTable, winner, sum)} create table word (text text);`);
  await part.load(dealTable, rows);
  await part.load(
    winner,
    rows.flatMap(({ key, day, winners }) => winners.map((cui, position) => ({ deal: key, position, cui, day }))),
  );
  await part.load(sum, [{ cpv: '45', deals: rows.length }]);
  await part.execute(`
create index deal_buyer on deal (buyer, day, key);
create index deal_cpv2 on deal (substr(cpv, 1, 2), day, key);
create index winner_cui on winner (cui, day, deal);`);
  return part.finish();
}

const deal = (key: number, day: string, buyer = 1, winners = [key]): Deal => ({
  key,
  day,
  buyer,
  cpv: key % 2 ? '45000000' : '33000000',
  winners,
});

async function publish(generations: Generations, make: (build: Build) => Promise<Part[]>): Promise<void> {
  const build = await generations.build();
  try {
    const companies = await firms(build, ['Alfa']);
    await build.publish([companies, ...(await make(build))], [companies.id]);
  } finally {
    await build.close();
  }
}

const open = (generations: Generations): Database => {
  const db = generations.current()?.partGroup(AREA);
  assert.ok(db, 'the part group is served');
  return db;
};

const plan = async (db: Database, sql: string, params: number[]): Promise<string> => {
  const rows = await db.all<Record<string, string>>(
    `explain ${db.engine === 'sqlite' ? 'query plan ' : ''}${sql}`,
    params,
  );
  return rows.map((row) => row.detail ?? row['QUERY PLAN']).join('\n');
};

onBothEngines((engine) => {
  test('newer rows replace rows of the same key with their children, and sums add up', async () => {
    const generations = await (await engine.place()).generations('demo');
    await publish(generations, async (build) => [
      await deals(build, 'past', [deal(1, '2026-01-01'), deal(2, '2026-01-02', 1, [20, 21]), deal(3, '2026-01-03', 2)]),
      await deals(build, 'recent', [deal(2, '2026-02-02', 1, [22]), deal(4, '2026-02-01')], continues),
    ]);
    const db = open(generations);
    assert.deepEqual(await db.all('select key, day from deal where buyer = $1 order by day desc, key desc', [1]), [
      { key: 2, day: '2026-02-02' },
      { key: 4, day: '2026-02-01' },
      { key: 1, day: '2026-01-01' },
    ]);
    assert.deepEqual(await db.all('select deal, cui from winner order by deal, cui'), [
      { deal: 1, cui: 1 },
      { deal: 2, cui: 22 },
      { deal: 3, cui: 3 },
      { deal: 4, cui: 4 },
    ]);
    assert.deepEqual(await db.one('select sum(deals) as deals from sum'), { deals: 5 });
    const ids = generations.current()?.manifest.parts.map(({ id }) => id) ?? [];
    assert.deepEqual(await db.one(`select count(*) as count from ${ids[1]}.deal`), { count: 3 });
    assert.deepEqual(await generations.check(generations.current()?.manifest.id ?? ''), []);
    await generations.close();
  });

  test('lists read both parts from their indexes, without sorts and scans', async () => {
    const generations = await (await engine.place()).generations('demo');
    const many = (from: number, count: number): Deal[] =>
      Array.from({ length: count }, (_, i) => {
        const key = from + i;
        return deal(key, `20${10 + (key % 16)}-0${1 + (key % 9)}-01`, key % 40, [key % 30]);
      });
    await publish(generations, async (build) => [
      await deals(build, 'past', many(0, 20_000)),
      await deals(build, 'recent', many(19_000, 4_000), continues),
    ]);
    const db = open(generations);
    const inOrder = 'order by day desc, key desc limit 20';
    for (const sql of [
      `select * from deal where buyer = $1 ${inOrder}`,
      `select key, day, cpv from deal where buyer = $1 and (day, key) < ('2020-01-01', 500) ${inOrder}`,
      `select * from deal where substr(cpv, 1, 2) = '45' and key <> $1 ${inOrder}`,
      'select day, deal from winner where cui = $1 order by day desc, deal desc limit 20',
      'select * from deal where key = $1',
      'select * from deal where key in (1, 19500, $1)',
    ]) {
      const text = await plan(db, sql, [7]);
      assert.doesNotMatch(text, /TEMP B-TREE|-> {2}Sort|Seq Scan|SCAN (?!\w+ USING)/, `${sql}\n${text}`);
      assert.ok((await db.all(sql, [7])).length > 0, sql);
    }
    const all = await db.all<{ key: number }>('select key from deal');
    assert.equal(new Set(all.map(({ key }) => key)).size, 23_000);
    assert.equal(all.length, 23_000);
    await generations.close();
  });

  test('a past part is carried over under newer recent parts, and replaced parts are deleted', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    await publish(generations, async (build) => [await deals(build, 'past', [deal(1, '2026-01-01')])]);
    for (let i = 2; i < 5; i++)
      await publish(generations, async (build) => {
        const past = build.previous?.parts.find(({ name }) => name === 'past') as Part;
        return [past, await deals(build, 'recent', [deal(i, `2026-01-0${i}`)], continues)];
      });
    assert.deepEqual(await open(generations).all('select key from deal order by key'), [{ key: 1 }, { key: 4 }]);
    await generations.rollback();
    assert.deepEqual(await open(generations).all('select key from deal order by key'), [{ key: 1 }, { key: 3 }]);
    // Two registries, the past and two of `recent`.
    assert.equal((await partsOnShelf(location)).length, 5);
    if (location.databaseUrl !== null) {
      const schemas = await sql<{ nspname: string }>(location.databaseUrl, 'select nspname from pg_namespace');
      const views = schemas.filter(({ nspname }) => nspname.endsWith(`_${AREA}`));
      assert.equal(views.length, 2, 'one schema of views for each retained generation');
    }
    await generations.close();
  });

  test('a continuing part without its past part stands alone', async () => {
    const generations = await (await engine.place()).generations('demo');
    await publish(generations, async (build) => [await deals(build, 'recent', [deal(1, '2026-01-01')], continues)]);
    assert.deepEqual(await open(generations).all('select key from deal'), [{ key: 1 }]);
    await generations.close();
  });

  test('tables of the same name are refused without a declared continuation, and a continued table must be in both parts', async () => {
    const generations = await (await engine.place()).generations('demo');
    const two = (over?: Continuation) => (build: Build) =>
      Promise.all([deals(build, 'past', []), deals(build, 'recent', [], over)]);
    await assert.rejects(publish(generations, two()), /both hold a table/);
    const tables = { ...continues.tables, lot: null };
    await assert.rejects(publish(generations, two({ part: 'past', tables })), /"lot" that is not in both/);
    await generations.close();
  });
});
