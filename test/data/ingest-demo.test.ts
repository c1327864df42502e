/** The first start of the demo country: built once, with a history from the comparison of its snapshots. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import { ingest } from '#data/ingest/run.ts';
import { openStore } from '#data/store/open.ts';
import { demoCountry, publishDemo } from '#demo-country/installation/build.ts';

test('the demo country has a history, is built once, and continues to publish', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'firmoteca-demo-'));
  const store = await openStore({ databaseUrl: null, folder, country: 'demo' });
  let today = '2026-11-15';
  const config = { dataFolder: folder, seed: 'test', companies: 800, today: () => today };
  const needs = { config, store, personKey: 'the key of this test', progress: silent };
  try {
    const demo = await demoCountry(needs);
    assert.equal(demo.settings.founded, '2026-11-15');
    const dataset = store.generations.current();
    assert.ok(dataset);
    assert.deepEqual(await store.generations.check(dataset.manifest.id), []);
    assert.equal(dataset.manifest.lineage.length, 4);
    const kinds = await dataset.db.all<{ kind: string }>('select distinct kind from firm_event order by kind');
    for (const kind of ['name', 'officerAdded', 'officerRemoved', 'registered', 'status', 'address'])
      assert.ok(
        kinds.some((row) => row.kind === kind),
        `an event of the kind ${kind}`,
      );
    assert.ok(await dataset.db.one('select 1 from former_name'));
    assert.ok(
      await dataset.db.one(
        `select 1 from officer_since s join firm f on f.registration_number = s.registration_number
         join officer o on o.firm_id = f.id and o.person_id = s.person_id`,
      ),
    );
    assert.deepEqual(
      dataset.manifest.parts.filter((part) => part.stale !== null),
      [],
    );

    assert.deepEqual(await demoCountry({ ...needs, config: { ...config, companies: 9000 } }), demo);
    assert.equal(store.generations.current()?.manifest.id, dataset.manifest.id);

    today = '2026-12-20';
    await publishDemo(config, silent);
    const publications = await findPublications(demo.folder);
    const { generations, state, live } = store;
    const increments = await storedIncrements(live);
    const report = await ingest({ ...needs, generations, state, live, publications, increments, strict: true, today });
    const asOf = (name: string) => report.parts.find(({ part }) => part === name)?.asOf;
    // The registry states its day; exports and debts have the last day of their rows.
    assert.deepEqual(['registry', 'procurement', 'debts'].map(asOf), ['2026-12-20', '2026-09-30', '2026-09-30']);
    assert.equal(store.generations.current()?.manifest.lineage.length, 5);
  } finally {
    await store.close();
    rmSync(folder, { recursive: true });
  }
});
