/** Generations on both engines: built aside, checked, swapped in, rolled back; a killed build leaves no trace. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, readdirSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import type { Value } from '#store/database.ts';
import type { Build, Generations, Manifest, Part } from '#store/dataset.ts';
import { onBothEngines, type Place } from './both-engines.ts';

const about = { source: 'onrc', asOf: '2026-11-15', licence: 'CC-BY 4.0', fingerprint: 'f' };

async function firms(build: Build, names: readonly string[]): Promise<Part> {
  const part = await build.part('registry', about);
  await part.execute('create table firm (cui bigint primary key, name text); create table note (text text);');
  await part.load(
    'firm',
    ['cui', 'name'],
    names.map((name, i) => [i + 1, name]),
  );
  await part.execute('create index firm_name on firm (name)');
  return part.finish();
}

async function publish(generations: Generations, names: readonly string[]): Promise<Manifest> {
  const build = await generations.build();
  const part = await firms(build, names);
  const manifest = await build.publish([part], [part.id]);
  await build.close();
  return manifest;
}

const servedNames = async (generations: Generations): Promise<unknown[]> =>
  ((await generations.current()?.db.all<{ name: string }>('select name from firm order by cui')) ?? []).map(
    ({ name }) => name,
  );

/** The parts that take up space, whether a generation names them or not. */
async function partsOnShelf({ databaseUrl, folder }: Place): Promise<string[]> {
  if (databaseUrl === null) return readdirSync(join(folder, 'parts')).map((name) => name.replace(/\.db$/, ''));
  return (
    await sql<{ id: string }>(databaseUrl, "select nspname as id from pg_namespace where nspname like '%\\_20%'")
  ).map(({ id }) => id);
}

async function sql<R extends pg.QueryResultRow>(url: string, text: string): Promise<R[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<R>(text);
  await client.end();
  return rows;
}

onBothEngines((engine) => {
  test('before the first build nothing is served; after it, what was built', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    assert.equal(generations.current(), null);
    assert.deepEqual(await generations.list(), []);
    const manifest = await publish(generations, ['Alfa', 'Beta']);
    assert.equal(generations.current()?.manifest.id, manifest.id);
    assert.deepEqual(await servedNames(generations), ['Alfa', 'Beta']);
    assert.deepEqual(manifest.parts[0]?.rows, { firm: 2, note: 0 });
    assert.deepEqual(await generations.check(manifest.id), []);
    await generations.close();
    const again = await place.generations('demo');
    assert.deepEqual(await servedNames(again), ['Alfa', 'Beta']);
    await again.close();
  });

  test('a part reads those it is built from, by name and qualified, and streams them into its own tables', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const [older, newer] = [await firms(build, ['Alfa', 'Beta']), await firms(build, ['Alfa', 'Gama', 'Delta'])];
    const part = await build.part('changes', { ...about, source: 'computed', asOf: null }, [older, newer]);
    await part.execute('create table change (cui bigint primary key, before text, after text)');
    const changed = `select n.cui, o.name as before, n.name as after from ${newer.id}.firm n
      left join ${older.id}.firm o on o.cui = n.cui where o.name is distinct from n.name order by n.cui`;
    async function* rows(): AsyncGenerator<Value[]> {
      for await (const row of part.db.stream<{ cui: number; before: string | null; after: string }>(changed))
        yield [row.cui, row.before, row.after];
    }
    assert.equal(await part.load('change', ['cui', 'before', 'after'], rows()), 2);
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

  test('a bulk load keeps every kind of value, and several can run side by side', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const part = await build.part('kinds', about);
    await part.execute(
      'create table kind (id integer primary key, t text, n bigint, b bytea); create table other (id integer)',
    );
    const rows: Value[][] = [
      [1, '', 0, new Uint8Array([0, 9, 10, 92, 255])],
      [2, 'tab\there\\N \\. \r\n "q" \'s\'', -5, null],
      [3, null, null, new Uint8Array(0)],
      [4, '🏢 ș', Number.MAX_SAFE_INTEGER, null],
      [5, 5, true, null],
      [6, '\\N', 7n, null],
    ];
    const counts = await Promise.all([
      part.load('kind', ['id', 't', 'n', 'b'], rows),
      part.load(
        'other',
        ['id'],
        Array.from({ length: 5_000 }, (_, i) => [i]),
      ),
    ]);
    assert.deepEqual(counts, [6, 5_000]);
    const expected = rows.map(([id, t, n, b]) => ({ id, t: t === 5 ? '5' : t, n: n === null ? null : Number(n), b }));
    assert.deepEqual(await part.db.all('select * from kind order by id'), expected);
    await build.close();
    await generations.close();
  });

  test('a row that cannot be stored stops the load with its number and column, and the part cannot be finished', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const build = await generations.build();
    const part = await build.part('registry', about);
    await part.execute('create table firm (cui bigint primary key, name text)');
    const rows = [
      [1, 'a'],
      [2, undefined as unknown as null],
    ];
    await assert.rejects(part.load('firm', ['cui', 'name'], rows), /Row 2 for firm: column name is undefined/);
    await assert.rejects(part.finish(), /cannot be finished/);
    await build.close();
    assert.deepEqual(await partsOnShelf(place), []);
    await generations.close();
  });

  test('the generation before is kept for a rollback, older ones go with the parts nobody names', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const manifests: Manifest[] = [];
    for (const name of ['one', 'two', 'three']) manifests.push(await publish(generations, [name]));
    const ids = manifests.map(({ id }) => id);
    assert.deepEqual(ids, ids.toSorted());
    assert.deepEqual(
      (await generations.list()).map(({ id }) => id),
      [ids[2], ids[1]],
    );
    assert.deepEqual(
      (await partsOnShelf(place)).toSorted(),
      manifests
        .slice(1)
        .flatMap((m) => m.parts.map(({ id }) => id))
        .toSorted(),
    );
    assert.equal((await generations.rollback()).id, ids[1]);
    assert.deepEqual(await servedNames(generations), ['two']);
    await assert.rejects(generations.rollback(), /no earlier generation/);
    const fourth = await publish(generations, ['four']);
    assert.deepEqual(
      (await generations.list()).map(({ id }) => id),
      [fourth.id, ids[1]],
    );
    await generations.close();
  });

  test('a part is carried over by naming it again, and lives as long as a generation names it', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
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
    assert.equal((await partsOnShelf(place)).length, 3);
    await generations.close();
  });

  test('what was opened before swaps can still be read after them', async () => {
    const place = await engine.place();
    const [writer, reader] = [await place.generations('demo'), await place.generations('demo')];
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

  test('parts that do not fit together are not published', async () => {
    const generations = await (await engine.place()).generations('demo');
    const build = await generations.build();
    const [one, other] = [await firms(build, ['a']), await firms(build, ['b'])];
    await assert.rejects(build.publish([one, other], []), /both hold a table "firm"/);
    await assert.rejects(build.publish([], []), /at least one part/);
    await assert.rejects(
      build.publish(
        Array.from({ length: 11 }, () => one),
        [],
      ),
      /at most 10 parts/,
    );
    await assert.rejects(build.publish([{ ...one, rows: { firm: 9, note: 0 } }], []), /firm has 1 rows instead of 9/);
    await assert.rejects(build.publish([{ ...one, id: 'registry_20260101_000000' }], []), /registry_20260101_000000/);
    assert.equal(generations.current(), null);
    await build.close();
    await generations.close();
  });

  test('a damaged part is found by check', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const manifest = await publish(
      generations,
      Array.from({ length: 20_000 }, (_, i) => `firm number ${i}`),
    );
    const id = manifest.parts[0]?.id ?? '';
    if (place.databaseUrl === null) {
      const path = join(place.folder, 'parts', `${id}.db`);
      const file = openSync(path, 'r+');
      writeSync(file, new Uint8Array(16_384), 0, 16_384, Math.floor(statSync(path).size / 32_768) * 16_384);
      closeSync(file);
    } else {
      await sql(place.databaseUrl, `delete from ${id}.firm where cui = 7`);
    }
    const problems = await generations.check(manifest.id);
    assert.ok(problems.length > 0);
    assert.match(problems.join(), new RegExp(`Part ${id}`));
    assert.deepEqual(await generations.check('g20200101_000000_abcdef'), [
      'There is no generation g20200101_000000_abcdef.',
    ]);
    await generations.close();
  });

  test('a second build is refused while the first lives, in this process and in another', async () => {
    const place = await engine.place();
    const [one, other] = [await place.generations('demo'), await place.generations('demo')];
    const build = await one.build();
    await assert.rejects(one.build(), /Another build is running/);
    await assert.rejects(other.build(), /Another build is running/);
    await build.close();
    await build.close();
    await (await other.build()).close();
    await one.close();
    await other.close();
  });

  test('a build that is killed lets go of the lock, and the next one removes what it left', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const { child, part } = await startDoomedBuild(engine.name, place);
    await assert.rejects(generations.build(), /Another build is running/);
    assert.ok((await partsOnShelf(place)).includes(part));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const manifest = await publishSoon(generations);
    assert.deepEqual(
      await partsOnShelf(place),
      manifest.parts.map(({ id }) => id),
    );
    await generations.close();
  });

  test('the country is fixed at first use', async () => {
    const place = await engine.place();
    await (await place.generations('demo')).close();
    await assert.rejects(place.generations('romania'), /holds the country "demo", and "romania" was asked for/);
    await (await place.generations('demo')).close();
  });

  test('a generation of another format is refused with what to do, and a new build replaces it', async () => {
    const place = await engine.place();
    const generations = await place.generations('demo');
    const manifest = await publish(generations, ['old format']);
    await generations.close();
    const foreign = JSON.stringify({ ...manifest, format: 99 });
    if (place.databaseUrl === null) writeFileSync(join(place.folder, 'generations', `${manifest.id}.json`), foreign);
    else await sql(place.databaseUrl, `update firmoteca.generation set manifest = '${foreign}'`);
    const later = await place.generations('demo');
    assert.equal(later.current(), null);
    await assert.rejects(
      later.refresh(),
      /format 99, and this version of Firmoteca reads format 1\. .*firmoteca ingest/,
    );
    const build = await later.build();
    assert.equal(build.previous, null);
    const part = await firms(build, ['new format']);
    await build.publish([part], [part.id]);
    await build.close();
    assert.deepEqual(await servedNames(later), ['new format']);
    await later.close();
  });
});

async function startDoomedBuild(engine: string, place: Place): Promise<{ child: ChildProcess; part: string }> {
  const script = fileURLToPath(new URL('killed-build.ts', import.meta.url));
  const child = spawn(process.execPath, [script, engine, place.databaseUrl ?? place.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout ?? child, 'data');
  return { child, part: String(line).trim() };
}

/** The server notices the death of a connection a moment after the process is gone. */
async function publishSoon(generations: Generations): Promise<Manifest> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await publish(generations, ['after the kill']);
    } catch (error) {
      if (attempt === 50 || !String(error).includes('Another build')) throw error;
      await new Promise((resolve) => setTimeout(resolve, 100));
    }
  }
}
