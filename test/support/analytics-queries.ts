/** Test queries for the analytics worker: any SQL, and where it runs. */
import { threadId } from 'node:worker_threads';
import type { Row } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';

interface Asked {
  by: string;
  signal: AbortSignal;
}

export interface TestAnalyses {
  all(dataset: Dataset, sql: string, asked?: Asked): Promise<Row[]>;
  /** The thread, the generation and its names. */
  where(dataset: Dataset, asked?: Asked): Promise<{ thread: number; generation: string; names: unknown[] }>;
  /** The number of these queries started so far; with a gate, after it opens. */
  count(dataset: Dataset, gate: SharedArrayBuffer | null, asked?: Asked): Promise<number>;
}

let begun = 0;

export const analyses: TestAnalyses = {
  all: ({ db }, sql) => db.all(sql),
  async where({ db, manifest }) {
    const rows = await db.all<{ name: string }>('select name from firm order by cui');
    return { thread: threadId, generation: manifest.id, names: rows.map(({ name }) => name) };
  },
  async count(_, gate) {
    const own = ++begun;
    if (gate) {
      set(gate, BEGUN);
      await whenSet(gate, OPEN);
    }
    return own;
  },
};

/** Slots of a gate: whether a query waits at it, and whether it is open. */
export const [BEGUN, OPEN] = [0, 1];
export const newGate = (): SharedArrayBuffer => new SharedArrayBuffer(8);

export function set(gate: SharedArrayBuffer, location: number): void {
  Atomics.store(new Int32Array(gate), location, 1);
  Atomics.notify(new Int32Array(gate), location);
}

export async function whenSet(gate: SharedArrayBuffer, location: number): Promise<void> {
  await Atomics.waitAsync(new Int32Array(gate), location, 0).value;
}
