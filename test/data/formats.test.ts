/** The format of each part is tied to the code: neither its tables nor what is put into them changes without it. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { partTables } from '#data/ingest/tables.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Part } from '#data/store/dataset.ts';
import { formatOf, type PartName, partNames } from '#data/store/formats.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { type Installation, installation } from '#test/support/ingest-place.ts';
import { contentsDigest, shapeOf, tablesDigest } from '#test/support/part-shape.ts';

const SAMPLE = fileURLToPath(new URL('../support/format-sample', import.meta.url));

const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };

onBothEngines((engine) => {
  test('a build makes every part that has a format, with exactly the tables and indexes that the format declares', async () => {
    const place = await installation(engine);
    const parts = await readSample(place);
    assert.deepEqual(parts.map(({ name }) => name).sort(), partNames.toSorted());
    const build = await place.store.generations.build();
    for (const part of parts) {
      const declared = await build.part('declared', about, [part]);
      await declared.execute(partTables[part.name as PartName](engine.name));
      const schema = engine.name === 'sqlite' ? 'main' : declared.id;
      assert.deepEqual(await shapeOf(declared.db, part.id), await shapeOf(declared.db, schema), part.name);
    }
    await build.close();
    await place.store.close();
  });

  if (engine.name === 'sqlite')
    test('the format of a part is raised when its tables change, or what is made of the same publications', async () => {
      const place = await installation(engine);
      const parts = await readSample(place);
      await place.store.close();
      const changed = parts.flatMap((part) => {
        const tables = tablesDigest(part.name as PartName);
        const contents = contentsDigest(join(place.place.folder, 'parts', `${part.id}.db`));
        const version = Number.parseInt(formatOf(part.name) ?? '', 10);
        if (formatOf(part.name) === `${version}-${tables}-${contents}`) return [];
        return [`  ${part.name}: { version: ${version + 1}, tables: '${tables}', contents: '${contents}' },`];
      });
      assert.ok(
        changed.length === 0,
        'Tables of the dataset changed, or what the code makes of test/support/format-sample. Data that is stored in the format before is ' +
          'made again at the next start of every installation; if that is meant, write in src/data/store/formats.ts:\n' +
          changed.join('\n'),
      );
    });
});

/** With one entity outside the registry, of which only the tax authority could tell. */
async function readSample({ store, read }: Installation): Promise<Part[]> {
  const record = readFileSync(join(SAMPLE, 'observed.json'), 'utf8');
  await store.live.write([
    {
      sql: 'insert into fiscal_observation (cui, found, record, fetched_at, asked_at) values ($1, 1, $2, $3, null)',
      params: [Number((JSON.parse(record) as FiscalRecord).cui), record, '2025-06-01T00:00:00.000Z'],
    },
  ]);
  // A sample is small, and a third of one file is its dirt.
  await read(SAMPLE, { strict: true, accept: { partial: true } });
  return store.generations.current()?.manifest.parts ?? [];
}
