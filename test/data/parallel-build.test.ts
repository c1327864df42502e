/** A build whose parts are filled at the same time in threads of their own, beside the same build in one thread. */
import assert from 'node:assert/strict';
import { cpSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Worker } from 'node:worker_threads';
import { storedIncrements } from '#data/ingest/procurement/increments-table.ts';
import { silent } from '#data/ingest/progress.ts';
import { findPublications, type Publications } from '#data/ingest/publications.ts';
import type { IngestReport } from '#data/ingest/report.ts';
import { type IngestOptions, ingest } from '#data/ingest/run.ts';
import type { Dataset, Generations } from '#data/store/dataset.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { publishDemo } from '#demo-country/installation/build.ts';
import { collectDemo, observeFiscalRecords } from '#demo-country/installation/collect.ts';
import { demoSettings } from '#demo-country/installation/settings.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { sha256 } from '#lib/values/hash.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { longTest } from '#test/support/tier.ts';

const today = '2026-11-15';
const folder = mkdtempSync(join(tmpdir(), 'firmoteca-parallel-'));
const config = { dataFolder: folder, seed: 'parallel', companies: 300, today: () => today };
const demo = demoSettings(config);

before(() => publishDemo(config, silent));
after(() => rmSync(folder, { recursive: true }));

/** Two at a time, for every part. */
const THREADS = { count: 2, bytesMin: 0 };

onBothEngines((engine) => {
  const stores: Store[] = [];
  const folders: string[] = [];
  after(async () => {
    for (const store of stores) await store.close();
    for (const each of folders) rmSync(each, { recursive: true });
  });

  async function newStore(): Promise<Store> {
    const place = await engine.place();
    const store = await openStore({ databaseUrl: place.databaseUrl, folder: place.folder, country: 'demo' });
    stores.push(store);
    return store;
  }

  async function build(store: Store, options: Partial<IngestOptions> = {}): Promise<IngestReport> {
    return ingest({
      ...store,
      publications: await findPublications(demo.folder),
      increments: await storedIncrements(store.live),
      personKey: 'the key of this test',
      strict: true,
      progress: silent,
      today,
      threads: THREADS,
      ...options,
    });
  }

  async function whole(options: Partial<IngestOptions>): Promise<{ report: IngestReport; contents: unknown }> {
    const store = await newStore();
    await observeFiscalRecords(demo, config, store.live, silent);
    await collectDemo(demo, config, store.live, () => '2026-11-01', silent);
    const report = await build(store, options);
    return { report, contents: await contentsOf(store) };
  }

  /** Without those that take longest. */
  const published = async (from = demo.folder): Promise<Publications> => ({
    ...(await findPublications(from)),
    gazette: [],
    procurement: [],
    rates: [],
  });

  /** Another file is published under the name of balance sheets. */
  async function withoutBalances(): Promise<Publications> {
    const broken = mkdtempSync(join(tmpdir(), 'firmoteca-broken-'));
    folders.push(broken);
    cpSync(demo.folder, broken, { recursive: true });
    const { finances } = await published(broken);
    for (const { data } of finances) writeFileSync(data.path, 'no|such|column\n1|2|3\n');
    return published(broken);
  }

  /** After a failed build: nothing is served that was not before, the lock is free, and no thread or file is left. */
  async function assertNothingLeft(store: Store, served: string | null): Promise<void> {
    assert.equal(store.generations.current()?.manifest.id ?? null, served);
    await (await store.generations.build()).close();
    assert.equal(process.getActiveResourcesInfo().filter((name) => name === 'MessagePort').length, 0);
    if (store.engine === 'sqlite') {
      const named = store.generations.current()?.manifest.parts.map(({ id }) => `${id}.db`) ?? [];
      assert.deepEqual(readdirSync(join(store.settings.folder, 'parts')).toSorted(), named.toSorted());
    }
  }

  longTest('the parts, their order, their rows and the report are those of a build in one thread', async () => {
    const [one, two] = [await whole({ settings: undefined }), await whole({})];
    assert.deepEqual(two.contents, one.contents);
    assert.deepEqual(comparable(two.report), comparable(one.report));
    assert.ok(two.report.parts.every(({ outcome, cpuSeconds }) => outcome !== 'loaded' || cpuSeconds > 0));
  });

  longTest(
    'a publication of the wrong shape leaves the served part, and ends a strict build with its error',
    async () => {
      const store = await newStore();
      await build(store, { publications: await published() });
      const publications = await withoutBalances();
      const { generation, parts } = await build(store, { publications, strict: false });
      const finances = parts.find(({ part }) => part === 'finances');
      assert.equal(finances?.outcome, 'carriedOver');
      assert.match(finances?.problem ?? '', /expected .* found/);
      // Every part is filled again, under other ids of persons.
      await assert.rejects(build(store, { publications, personKey: 'another' }), WrongShape);
      await assertNothingLeft(store, generation);
    },
  );

  (engine.name === 'sqlite' ? test : longTest)(
    'a thread that dies ends the build, which leaves nothing, and the next one succeeds',
    async () => {
      const store = await newStore();
      let isDoomed = false;
      const terminate = (thread: Worker): void => void (isDoomed && thread.terminate());
      process.on('worker', terminate);
      const { generations } = store;
      const dying: Generations = {
        ...generations,
        async build() {
          const begun = await generations.build();
          return {
            ...begun,
            async reserve(name, about) {
              // The next thread fills it.
              isDoomed ||= name === 'search';
              return begun.reserve(name, about);
            },
          };
        },
      };
      await assert.rejects(
        build(store, { generations: dying, publications: await published() }),
        /The thread that filled [a-z]+ ended/,
      );
      process.off('worker', terminate);
      await assertNothingLeft(store, null);
      assert.equal((await build(store, { publications: await published() })).published, true);
    },
  );
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
