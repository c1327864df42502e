/** Loads into a part: written once however many there are; the event loop runs between them; tables that the build alone needs leave nothing. */
import assert from 'node:assert/strict';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { PartBuild } from '#data/store/dataset.ts';
import { bigint, table, text } from '#data/store/table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { about } from '#test/support/small-generations.ts';

const firm = table('firm', { cui: bigint().primaryKey(), name: text() });

/** Many times what an event loop needs to run in between. */
const STEPS = 300;

/** Counts the turns of the event loop until it is stopped. */
function countTurns(): { stop(): number } {
  let turns = 0;
  let next = setImmediate(function turn() {
    turns++;
    next = setImmediate(turn);
  });
  return {
    stop() {
      clearImmediate(next);
      return turns;
    },
  };
}

onBothEngines((engine) => {
  const inPart = async (work: (part: PartBuild, folder: string) => Promise<void>): Promise<void> => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const build = await generations.build();
    const part = await build.part('registry', about);
    await part.execute(firm.ddl);
    await work(part, place.folder);
    await build.close();
    await generations.close();
  };

  test('the event loop runs while pages are loaded one by one', () =>
    inPart(async (part) => {
      const turns = countTurns();
      for (let page = 0; page < STEPS; page++)
        await part.load(
          firm,
          Array.from({ length: 100 }, (_, i) => ({ cui: page * 100 + i, name: 'Alfa' })),
        );
      assert.ok(turns.stop() >= 10, 'once in 2,000 rows at least');
    }));

  test('the event loop runs between the queries over a part, and between the statements of a text', () =>
    inPart(async (part) => {
      const turns = countTurns();
      for (let i = 0; i < STEPS; i++) await part.db.one('select name from firm where cui = $1', [i]);
      for (let i = 0; i < STEPS; i++) await part.db.all('select name from firm where cui = $1', [i]);
      for (let i = 0; i < STEPS; i++)
        await Array.fromAsync(part.db.stream('select name from firm where cui = $1', [i]));
      const statements = Array.from({ length: 10 }, (_, i) => `create table "t;${i}" (a text default ';')`);
      await part.execute(statements.join(';\n'));
      assert.ok(turns.stop() >= 3 * STEPS + 10);
    }));

  test('loads of any number of rows store all of them, and pages read them in order as arrays', () =>
    inPart(async (part) => {
      let cui = 0;
      for (const rows of [0, 1, 99, 100, 101, 2_500])
        await part.load(
          firm,
          Array.from({ length: rows }, () => ({ cui: ++cui, name: cui % 3 === 0 ? null : `Alfa ${cui}` })),
        );
      const sql = 'select name, cui from firm where cui > $1 and cui >= $2 and cui > $1 order by cui';
      const pages = await Array.fromAsync(part.pages<[string | null, number]>(sql, [10, 5]));
      assert.ok(pages.length > 1);
      assert.deepEqual(
        pages.flat(),
        Array.from({ length: cui - 10 }, (_, i) => [(i + 11) % 3 === 0 ? null : `Alfa ${i + 11}`, i + 11]),
      );
      assert.deepEqual(await Array.fromAsync(part.pages('select cui from firm where cui < 0')), []);
    }));

  test('the number of rows is reported while they are loaded', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const reported: number[] = [];
    const part = await build.part('registry', about, [], (rows) => reported.push(rows));
    await part.execute(firm.ddl);
    const page = (from: number) =>
      Array.from({ length: 1_000 }, (_, i) => ({ cui: from + i, name: 'a'.repeat(2_000) }));
    await part.load(firm, page(0));
    await part.load(
      firm,
      [1, 2, 3, 4].values().flatMap((each) => page(each * 1_000)),
    );
    assert.ok(reported.length >= 2, reported.join());
    assert.ok((reported.at(-1) ?? 0) >= 4_000, reported.join());
    await build.close();
    await generations.close();
  });

  test('a staged table is filled and queried like one of the part, and leaves nothing', () =>
    inPart(async (part, folder) => {
      const staged = table('staged', { cui: bigint().primaryKey(), words: text() });
      const other = table('other', { cui: bigint() });
      await part.stage(staged);
      await part.stage(other);
      const files = engine.name === 'sqlite' ? readdirSync(join(folder, 'parts')) : [];
      await part.load(
        staged,
        Array.from({ length: 5_000 }, (_, cui) => ({ cui, words: 'a'.repeat(1_000) })),
      );
      await part.load(other, [{ cui: 7 }]);
      await part.execute('insert into firm select s.cui, o.cui from staged s join other o on o.cui = s.cui');
      await part.unstage(staged);
      await assert.rejects(part.db.all('select * from staged'));
      assert.deepEqual(await part.db.all('select * from other'), [{ cui: 7 }]);
      const finished = await part.finish();
      assert.deepEqual(finished.rows, { firm: 1 });
      if (engine.name !== 'sqlite') return;
      assert.deepEqual(files, [`${part.id}.db`], 'a kill leaves no file of a staged table');
      assert.ok(statSync(join(folder, 'parts', `${part.id}.db`)).size < 100_000);
    }));

  if (engine.name === 'sqlite')
    test('a part of many loads, in no order of its key, is written hardly more than once', () =>
      inPart(async (part, folder) => {
        const before = writtenBytes();
        const name = 'a'.repeat(200);
        for (let load = 0; load < STEPS; load++)
          await part.load(
            firm,
            // 7,919 is prime: each load spreads over the whole table.
            Array.from({ length: 100 }, (_, i) => ({ cui: ((load * 100 + i) * 7_919) % (STEPS * 100), name })),
          );
        await part.finish();
        const times = (writtenBytes() - before) / statSync(join(folder, 'parts', `${part.id}.db`)).size;
        assert.ok(times < 1.5, `${times.toFixed(1)} times`);
      }));
});

const writtenBytes = (): number => Number(/^wchar: (\d+)$/m.exec(readFileSync('/proc/self/io', 'utf8'))?.[1]);
