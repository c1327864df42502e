/** Faults of generations: broken parts, killed builds, and the wrong country or format. */
import assert from 'node:assert/strict';
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import type { Generations, Manifest } from '#data/store/dataset.ts';
import { bigint, integer, table, text } from '#data/store/table.ts';
import { onBothEngines, type Place } from '#test/support/both-engines.ts';
import {
  about,
  firms,
  makeUnreadable,
  partsOnShelf,
  publish,
  servedNames,
  sql,
} from '#test/support/small-generations.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  test('a row that cannot be stored stops the load with its number and column, and the part cannot be finished', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const build = await generations.build();
    const part = await build.part('registry', about);
    const firm = table('firm', { cui: bigint().primaryKey(), name: text() });
    await part.execute(firm.ddl);
    const rows = [
      { cui: 1, name: 'a' },
      { cui: 2, name: undefined as unknown as null }, // the types refuse it as well
    ];
    await assert.rejects(part.load(firm, rows), /Row 2 for firm: column name is undefined/);
    await assert.rejects(part.finish(), /cannot be finished/);
    await build.close();
    assert.deepEqual(await partsOnShelf(location), []);
    await generations.close();
  });

  test('conflicting or incomplete parts are not published', async () => {
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

  test('a check finds a damaged part', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const build = await generations.build();
    const part = await build.part('texts', about);
    const texts = table('text', { id: integer().primaryKey(), body: text() });
    await part.execute(texts.ddl);
    // Most pages of the file only continue the long text: a row count and the first row do not read them.
    await part.load(
      texts,
      ['y', 'x'.repeat(500_000)].map((body, id) => ({ id, body })),
    );
    const manifest = await build.publish([await part.finish()], []);
    await build.close();
    assert.deepEqual(await generations.check(manifest.id), []);
    const { id } = part;
    if (location.databaseUrl === null) {
      const path = join(location.folder, 'parts', `${id}.db`);
      const file = openSync(path, 'r+');
      writeSync(file, new Uint8Array(16_384), 0, 16_384, Math.floor(statSync(path).size / 32_768) * 16_384);
      closeSync(file);
    } else {
      await sql(location.databaseUrl, `delete from ${id}.text where id = 1`);
    }
    const problems = await generations.check(manifest.id);
    assert.ok(problems.length > 0);
    assert.match(problems.join(), new RegExp(`Part ${id}`));
    assert.deepEqual(await generations.check('g20200101_000000_abcdef'), [
      'There is no generation g20200101_000000_abcdef.',
    ]);
    await generations.close();
  });

  test('a second build is refused while the first runs, on any connection', async () => {
    const location = await engine.place();
    const [one, other] = [await location.generations('demo'), await location.generations('demo')];
    const build = await one.build();
    await assert.rejects(one.build(), /Another build is running/);
    await assert.rejects(other.build(), /Another build is running/);
    await build.close();
    await build.close();
    await (await other.build()).close();
    await one.close();
    await other.close();
  });

  test('a killed build releases its lock, and the next build removes its parts', async (t) => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const { child, part } = await startDoomedBuild(engine.name, location);
    t.after(() => child.kill('SIGKILL'));
    await assert.rejects(generations.build(), /Another build is running/);
    assert.ok((await partsOnShelf(location)).includes(part));
    child.kill('SIGKILL');
    await once(child, 'exit');
    const manifest = await publishSoon(generations);
    assert.deepEqual(
      await partsOnShelf(location),
      manifest.parts.map(({ id }) => id),
    );
    await generations.close();
  });

  test('the country is fixed at first use', async () => {
    const location = await engine.place();
    await (await location.generations('demo')).close();
    await assert.rejects(location.generations('romania'), /holds the country "demo", and "romania" was asked for/);
    await (await location.generations('demo')).close();
  });

  test('a generation of a newer format is refused with advice, and a new build replaces it', async () => {
    const location = await engine.place();
    const generations = await location.generations('demo');
    const manifest = await publish(generations, ['old format']);
    await generations.close();
    await makeUnreadable(location, manifest.id);
    const later = await location.generations('demo');
    assert.equal(later.current(), null);
    await assert.rejects(
      later.refresh(),
      /later version of Firmoteca \(format 99, this version reads 3\)\. .*firmoteca ingest/,
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

async function startDoomedBuild(engine: string, location: Place): Promise<{ child: ChildProcess; part: string }> {
  const script = fileURLToPath(new URL('../support/killed-build.ts', import.meta.url));
  const child = spawn(process.execPath, [script, engine, location.databaseUrl ?? location.folder], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout ?? child, 'data');
  return { child, part: String(line).trim() };
}

/** The server notices a closed connection a moment after the end of the process. */
async function publishSoon(generations: Generations): Promise<Manifest> {
  let published: Manifest | undefined;
  await until('no other build holds the lock', async () => {
    try {
      published = await publish(generations, ['after the kill']);
    } catch (error) {
      if (!String(error).includes('Another build')) throw error;
    }
    return published !== undefined;
  });
  assert.ok(published);
  return published;
}
