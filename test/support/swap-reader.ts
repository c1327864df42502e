/** A worker thread that reads without pauses while generations are swapped, and reports inconsistencies. */
import { parentPort, workerData } from 'node:worker_threads';
import type { Dataset } from '#data/store/dataset.ts';
import { openPostgresGenerations } from '#data/store/postgres/generation-store.ts';
import { openSqliteGenerations } from '#data/store/sqlite/generation-store.ts';

export interface SwapReaderData {
  engine: 'sqlite' | 'postgres';
  place: string;
  rows: number;
  /** Slot 0: set to stop. Slot `number`: the version that this reader read last. */
  signals: Int32Array;
  number: number;
}

export interface SwapReaderReport {
  reads: number;
  versions: number;
  /** Torn or backward reads and errors; empty if all is well. */
  problems: string[];
}

const { engine, place: location, rows, signals, number } = workerData as SwapReaderData;
const generations =
  engine === 'sqlite' ? await openSqliteGenerations(location, 'demo') : await openPostgresGenerations(location, 'demo');
const report: SwapReaderReport = { reads: 0, versions: 0, problems: [] };
let last = -1;
const poll = setInterval(() => void generations.refresh().catch((error) => report.problems.push(String(error))), 5);

while (Atomics.load(signals, 0) === 0) {
  await readOnce(generations.current()).catch((error) => report.problems.push(String(error)));
  // Lets timers and the poll of the current generation run.
  await new Promise(setImmediate);
}
clearInterval(poll);
await generations.close();
parentPort?.postMessage(report);

/** Several reads on one dataset, over both of its parts: all must show one version, whatever is swapped meanwhile. */
async function readOnce(dataset: Dataset | null): Promise<void> {
  if (!dataset) throw new Error('No generation is served.');
  const seen = new Set<number>();
  const spread = 'select min(version) as low, max(version) as high, count(*) as n from';
  for (const table of ['firm', 'document']) {
    const row = await dataset.db.one<{ low: number; high: number; n: number }>(`${spread} ${table}`);
    if (row?.n !== rows) report.problems.push(`${table} has ${row?.n} rows`);
    seen.add(row?.low ?? -1).add(row?.high ?? -1);
    await new Promise(setImmediate);
  }
  const joined = 'select f.version as a, d.version as b from firm f join document d on d.cui = f.cui where f.cui = $1';
  const pair = await dataset.db.one<{ a: number; b: number }>(joined, [report.reads % rows]);
  seen.add(pair?.a ?? -1).add(pair?.b ?? -1);
  for await (const row of dataset.db.stream<{ version: number }>('select version from document')) seen.add(row.version);
  const [version = -1] = seen;
  if (seen.size !== 1) report.problems.push(`torn: ${[...seen]}`);
  if (version < last) report.problems.push(`backward: ${last} then ${version}`);
  if (version !== last) report.versions++;
  last = version;
  report.reads++;
  Atomics.store(signals, number, version);
}
