/** A build whose parts are filled at the same time in threads of their own, beside the same build in one thread. */
import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { ingest } from '#data/ingest/run.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { publishDemo } from '#demo-country/installation/build.ts';
import { collectDemo, observeFiscalRecords } from '#demo-country/installation/collect.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';

const today = '2026-11-15';
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-parallel-'));
const config = { dataFolder: folder, seed: 'parallel', companies: 300, today: () => today };
const demo = demoSettings(config);

before(() => publishDemo(config, silent));
after(() => rmSync(folder, { recursive: true }));

const THREADS = { one: { count: 1, bytesMin: 0 }, two: { count: 2, bytesMin: 0 } };

onBothEngines((engine) => {
  async function built(threads: keyof typeof THREADS): Promise<{ report: IngestReport; contents: unknown }> {
    const place = await engine.place();
    const store = await openStore({ databaseUrl: place.databaseUrl, folder: place.folder, country: 'demo' });
    try {
      await observeFiscalRecords(demo, config, store.live, silent);
      await collectDemo(demo, config, store.live, () => '2026-11-01', silent);
      const report = await ingest({
        ...store,
        publications: await findPublications(demo.folder),
        increments: await storedIncrements(store.live),
        personKey: 'the key of this test',
        strict: true,
        progress: silent,
        today,
        threads: THREADS[threads],
      });
      return { report, contents: await contentsOf(store) };
    } finally {
      await store.close();
    }
  }

  test('the parts, their order, their rows and the report are those of a build in one thread', async () => {
    const [one, two] = [await built('one'), await built('two')];
    assert.deepEqual(two.contents, one.contents);
    assert.deepEqual(comparable(two.report), comparable(one.report));
    assert.ok(two.report.parts.every(({ outcome, cpuSeconds }) => outcome !== 'loaded' || cpuSeconds > 0));
  });
});

const comparable = ({ parts, warnings, unused }: IngestReport) => ({
  parts: parts.map(({ seconds: _, cpuSeconds: __, rowsPerSecond: ___, bytes: ____, ...part }) => part),
  warnings,
  unused,
});

/** Digests of all rows, part by part, in the order of the manifest. */
async function contentsOf({ generations }: Store): Promise<unknown> {
  const dataset = generations.current() ?? assert.fail('a generation is served');
  const contents: [part: string, table: string, rows: number, digest: string][] = [];
  for (const { name, area, id, rows } of dataset.manifest.parts)
    for (const table of Object.keys(rows))
      contents.push([name, table, rows[table] ?? 0, await digestOf(dataset, area, `${id}.${table}`)]);
  return contents;
}

async function digestOf(dataset: Dataset, area: string, table: string): Promise<string> {
  const db = dataset.partGroup(area) ?? dataset.db;
  const rows = await db.all<Record<string, unknown>>(`select * from ${table}`);
  const lines = rows.map((row) =>
    JSON.stringify(row, (name, value: unknown) =>
      // The time of the observation.
      name === 'observed_at' ? null : value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value,
    ),
  );
  return sha256(lines.toSorted().join('\n')).slice(0, 12);
}
