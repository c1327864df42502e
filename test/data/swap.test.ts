/** Swaps under continuous reads: no error, no mixed read, and no return to an older generation. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import type { Build, Generations, Part } from '#data/store/dataset.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { bigint, integer, table } from '#data/store/table.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import type { SwapReaderData, SwapReaderReport } from '#test/support/swap-reader.ts';
import { isLongTier } from '#test/support/tier.ts';
import { until } from '#test/support/until.ts';

const SWAPS = isLongTier ? 10 : 4;
const READERS = 3;
const ROWS = 1_500; // more than a stream fetches at a time

onBothEngines((engine) => {
  test(`${READERS} readers in separate threads read through ${SWAPS} swaps without a wrong answer`, async () => {
    const location = await engine.place();
    // The real grace period: old parts must outlive the readers.
    const generations = location.databaseUrl
      ? await openPostgresGenerations(location.databaseUrl, 'demo')
      : await location.generations('demo');
    await publishVersion(generations, 0);
    const signals = new Int32Array(new SharedArrayBuffer(4 * (READERS + 1))).fill(-1);
    signals[0] = 0;
    const readers = Array.from({ length: READERS }, (_, i) => {
      const data: SwapReaderData = {
        engine: engine.name,
        place: location.databaseUrl ?? location.folder,
        rows: ROWS,
        signals,
        number: i + 1,
      };
      return new Worker(new URL('../support/swap-reader.ts', import.meta.url), { workerData: data });
    });
    const reports = readers.map(async (reader) => (await once(reader, 'message'))[0] as SwapReaderReport);

    for (let version = 1; version <= SWAPS; version++) {
      await publishVersion(generations, version);
      await allHaveRead(signals, version);
    }
    Atomics.store(signals, 0, 1);
    for (const report of await Promise.all(reports)) {
      assert.deepEqual(report.problems, []);
      assert.ok(report.versions >= SWAPS, `saw ${report.versions} versions`);
      assert.ok(report.reads >= report.versions);
    }
    await generations.close();
  });
});

async function publishVersion(generations: Generations, version: number): Promise<void> {
  const build = await generations.build();
  const parts = [
    await partOf(build, 'registry', 'firm', version),
    await partOf(build, 'documents', 'document', version),
  ];
  await build.publish(parts, []);
  await build.close();
}

async function partOf(build: Build, name: string, tableName: string, version: number): Promise<Part> {
  const part = await build.part(name, { source: 'onrc', asOf: null, licence: null, fingerprint: String(version) });
  const versions = table(tableName, { cui: bigint().primaryKey(), version: integer() });
  await part.execute(versions.ddl);
  await part.load(
    versions,
    Array.from({ length: ROWS }, (_, cui) => ({ cui, version })),
  );
  return part.finish();
}

async function allHaveRead(signals: Int32Array, version: number): Promise<void> {
  await until(`version ${version} has reached every reader`, () =>
    signals.subarray(1).every((seen) => seen >= version),
  );
}
