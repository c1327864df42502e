/** The check of a build that every company can be looked up: without it a wrong dataset would be published. */
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { checkLookUps } from '#data/ingest/look-ups.ts';
import { tablesOf } from '#data/ingest/tables.ts';
import { entity } from '#domain/companies/tables.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { installation, publications } from '#test/support/ingest-folder.ts';
import { writeSnapshot } from '#test/support/publications.ts';

const record = JSON.parse(readFileSync(new URL('../support/format-sample/observed.json', import.meta.url), 'utf8'));
const observed = '2026-08-01T00:00:00.000Z';
const about = { source: 'computed', asOf: null, licence: null, fingerprint: '' };

onBothEngines((engine) => {
  test('a record that would break the promised shape of answers keeps the generation from being published', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    await store.live.write([
      {
        sql: 'insert into fiscal_observation (cui, found, record, fetched_at, asked_at) values ($1, 1, $2, $3, null)',
        params: [99000018, JSON.stringify({ ...record, name: 7 }), observed],
      },
    ]);
    await assert.rejects(read(folder), /The answer about 99000018 is not of the promised shape: \/name must be string/);
    assert.equal(store.generations.current(), null);
    await store.live.write([{ sql: 'delete from fiscal_observation' }]);
    assert.equal((await read(folder)).published, true);
    await store.close();
  });

  test('a code that two records share is reported, since a walk over all codes reaches it once', async () => {
    const { store, read } = await installation(engine);
    const folder = publications();
    writeSnapshot(folder, '01-09-2026', [{ cui: '90000014', number: 'J12/1234/1998', name: 'ALFA SRL' }]);
    await read(folder);
    const { parts, lineage } = store.generations.current()?.manifest ?? assert.fail();
    const build = await store.generations.build();
    const part = await build.part('entities', about);
    await part.execute(tablesOf('entities', engine.name));
    await part.load(entity, [{ cui: 90000014, record: JSON.stringify(record), observed_at: observed }]);
    const reading = [...parts.filter(({ name }) => ['registry', 'history'].includes(name)), await part.finish()];
    const { db } = await build.part('comparison', about, reading);
    await assert.rejects(
      checkLookUps({ db, manifest: { parts: reading, lineage } }),
      /2 fiscal codes are known, but 1 are reached in order/,
    );
    await build.close();
    await store.close();
  });
});
