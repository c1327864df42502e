/** Generations on both engines: build, check, publication and rollback. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Manifest, Part } from '#data/store/dataset.ts';
import { bigint, bytes, type Column, integer, type Row, table, text } from '#data/store/table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { about, firms, makeUnreadable, partsOnShelf, publish, servedNames } from '#test/support/small-generations.ts';

onBothEngines((engine) => {
  test('nothing is served before the first build, and its data afterwards', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    assert.equal(generations.current(), null);
    assert.deepEqual(await generations.list(), []);
    const manifest = await publish(generations, ['Alfa', 'Beta']);
    assert.equal(generations.current()?.manifest.id, manifest.id);
    assert.deepEqual(await servedNames(generations), ['Alfa', 'Beta']);
    assert.deepEqual(manifest.parts[0]?.rows, { firm: 2, note: 0 });
    assert.deepEqual(await generations.check(manifest.id), []);
    await generations.close();
    const again = await location.generations('demo');
    assert.deepEqual(await servedNames(again), ['Alfa', 'Beta']);
    await again.close();
  });

  test('a part reads the parts it is built from, qualified or not, and streams them into its own tables', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const [older, newer] = [await firms(build, ['Alfa', 'Beta']), await firms(build, ['Alfa', 'Gama', 'Delta'])];
    const part = await build.part('changes', { ...about, source: 'computed', asOf: null }, [older, newer]);
    const change = table('change', { cui: bigint().primaryKey(), before: text(), after: text().notNull() });
    await part.execute(change.ddl);
    const changed = `select n.cui, o.name as before, n.name as after from ${newer.id}.firm n
      left join ${older.id}.firm o on o.cui = n.cui where o.name is distinct from n.name order by n.cui`;
    assert.equal(await part.load(change, part.db.stream<Row<typeof change>>(changed)), 2);
    assert.deepEqual(await part.db.all('select * from change order by cui'), [
      { cui: 2, before: 'Beta', after: 'Gama' },
      { cui: 3, before: null, after: 'Delta' },
    ]);
    const manifest = await build.publish([newer, await part.finish()], [older.id, newer.id]);
    await build.close();
    assert.deepEqual(manifest.lineage, [older.id, newer.id]);
    const joined = 'select f.name from firm f join change c on c.cui = f.cui where c.before = $1';
    assert.deepEqual(await generations.current()?.db.one(joined, ['Beta']), { name: 'Gama' });
    await generations.close();
  });

  test('part groups are read separately and may have tables of the same name', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const companies = await firms(build, ['Alfa']);
    const part = await build.part('gazette', { ...about, area: 'gazette' });
    const firm = table('firm', { cui: bigint().primaryKey(), name: text() });
    await part.execute(firm.ddl);
    await part.load(firm, [{ cui: 1, name: 'Omega' }]);
    await build.publish([companies, await part.finish()], [companies.id]);
    await build.close();
    const dataset = generations.current();
    const name = 'select name from firm';
    assert.deepEqual(await dataset?.db.one(name), { name: 'Alfa' });
    assert.deepEqual(await dataset?.partGroup('gazette')?.one(name), { name: 'Omega' });
    assert.equal(dataset?.partGroup('press'), null);
    await generations.close();
  });

  test('a bulk load stores every kind of value, and several loads run in parallel', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const part = await build.part('kinds', about);
    const kind = table('kind', {
      id: integer().primaryKey(),
      t: text() as Column<string | number | null>,
      n: bigint() as Column<number | boolean | bigint | null>,
      b: bytes(),
    });
    const other = table('other', { id: integer() });
    await part.execute(kind.ddl + other.ddl);
    const rows: Row<typeof kind>[] = [
      { id: 1, t: '', n: 0, b: new Uint8Array([0, 9, 10, 92, 255]) },
      { id: 2, t: 'tab\there\\N \\. \r\n "q" \'s\'', n: -5, b: null },
      { id: 3, t: null, n: null, b: new Uint8Array(0) },
      { id: 4, t: '🏢 ș', n: Number.MAX_SAFE_INTEGER, b: null },
      { id: 5, t: 5, n: true, b: null },
      { id: 6, t: '\\N', n: 7n, b: null },
    ];
    const counts = await Promise.all([
      part.load(kind, rows),
      part.load(
        other,
        Array.from({ length: 5_000 }, (_, id) => ({ id })),
      ),
    ]);
    assert.deepEqual(counts, [6, 5_000]);
    const expected = rows.map(({ id, t, n, b }) => ({ id, t: t === 5 ? '5' : t, n: n === null ? null : Number(n), b }));
    assert.deepEqual(await part.db.all('select * from kind order by id'), expected);
    await build.close();
    await generations.close();
  });

  test('the previous generation stays for a rollback, and older ones are removed with their unused parts', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const manifests: Manifest[] = [];
    for (const name of ['one', 'two', 'three']) manifests.push(await publish(generations, [name]));
    const ids = manifests.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted());
    assert.deepEqual(
      (await generations.list()).map(({ id }) => id),
      [ids[2], ids[1]],
    );
    assert.deepEqual(
      (await partsOnShelf(location)).toSorted(),
      manifests
        .slice(1)
        .flatMap((m) => m.parts.map(({ id }) => id))
        .toSorted(),
    );
    assert.equal((await generations.rollback()).id, ids[1]);
    assert.deepEqual(await servedNames(generations), ['two']);
    await assert.rejects(generations.rollback(), /no earlier generation/);
    assert.equal((await generations.use(ids[2] ?? '')).id, ids[2], 'forwards again');
    assert.deepEqual(await servedNames(generations), ['three']);
    assert.equal((await generations.use(ids[1] ?? '')).id, ids[1]);
    await assert.rejects(generations.use(ids[0] ?? ''), /There is no generation g[0-9_a-f]+: .*list/);
    const fourth = await publish(generations, ['four']);
    await makeUnreadable(location, ids[1] ?? '');
    await assert.rejects(generations.rollback(), /format 99/);
    await assert.rejects(generations.use(ids[1] ?? ''), /format 99/);
    assert.deepEqual(await servedNames(generations), ['four']);
    assert.deepEqual(
      (await generations.list()).map(({ id }) => id),
      [fourth.id, ids[1]],
    );
    await generations.close();
  });

  test('a part is carried over by name and stays as long as a generation contains it', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const first = await publish(generations, ['kept']);
    for (let i = 0; i < 3; i++) {
      const build = await generations.build();
      assert.equal(build.previous?.lineage.at(-1), first.parts[0]?.id);
      const rates = await build.part('rates', { ...about, source: 'bnr' });
      await rates.execute('create table rate (day text)');
      const carried = {
        ...(build.previous?.parts.find(({ name }) => name === 'registry') as Part),
        stale: 'not readable',
      };
      await build.publish([carried, await rates.finish()], first.lineage);
      await build.close();
    }
    assert.deepEqual(await servedNames(generations), ['kept']);
    assert.equal(generations.current()?.manifest.parts[0]?.stale, 'not readable');
    assert.equal((await partsOnShelf(location)).length, 3);
    await generations.close();
  });

  test('a generation is opened by its id, whether served, open or closed, and is null after its removal', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const [one, two] = [await publish(generations, ['one']), await publish(generations, ['two'])];
    const other = await location.generations('demo');
    const named = async ({ id }: Manifest, of = other): Promise<unknown> =>
      (await of.openById(id))?.db.one('select name from firm').then((row) => row?.name) ?? null;
    assert.equal(await named(two), 'two');
    assert.equal(await named(one), 'one', 'never served here');
    const three = await publish(generations, ['three']);
    assert.deepEqual([await named(three), await named(two)], ['three', 'two']);
    assert.equal(await other.openById('g20200101_000000_000000'), null);
    const late = await location.generations('demo');
    await makeUnreadable(location, two.id);
    await assert.rejects(late.openById(two.id), /format 99/);
    assert.deepEqual([await named(three, late), await named(one, late)], ['three', null]);
    for (const each of [generations, other, late]) await each.close();
  });

  test('a dataset opened before a swap stays readable after it', async () => {
    const location = await engine.place();
    const [writer, reader] = [await location.generations('demo'), await location.generations('demo')];
    await publish(writer, ['old']);
    await reader.refresh();
    const before = reader.current();
    await publish(writer, ['new']);
    assert.equal(reader.current(), before);
    await reader.refresh();
    assert.deepEqual(await servedNames(reader), ['new']);
    assert.deepEqual(await before?.db.all('select name from firm'), [{ name: 'old' }]);
    await reader.close();
    await writer.close();
  });
});
