/** Several tables filled side by side from one reading: rows are handed over in blocks, and the reader waits for a load that is behind. */
import type { Value } from '#store/database.ts';
import type { PartBuild } from '#store/dataset.ts';

export interface Loads {
  add(table: string, rows: Value[][]): Promise<void>;
  /** Ends all loads; the rows of each table. */
  close(): Promise<Map<string, number>>;
}

export function openLoads(part: PartBuild, tables: Readonly<Record<string, readonly string[]>>): Loads {
  const lanes = new Map(Object.entries(tables).map(([table, columns]) => [table, openLane(part, table, columns)]));
  return {
    async add(table, rows) {
      if (rows.length > 0) await lanes.get(table)?.add(rows);
    },
    async close() {
      const counts = await Promise.all([...lanes].map(async ([table, lane]) => [table, await lane.close()] as const));
      return new Map(counts);
    },
  };
}

function openLane(part: PartBuild, table: string, columns: readonly string[]) {
  let block: Value[][] | null = null;
  let ended = false;
  let offered = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<Value[]> {
    while (true) {
      if (block === null && !ended) await offered.promise;
      if (block === null) return;
      const current: Value[][] = block;
      block = null;
      offered = Promise.withResolvers();
      taken.resolve();
      yield* current;
    }
  }
  const load = part.load(table, columns, rows());
  // Whoever adds or closes next is told.
  load.catch(() => {});
  return {
    async add(next: Value[][]): Promise<void> {
      if (block !== null) await Promise.race([taken.promise, load]);
      taken = Promise.withResolvers();
      block = next;
      offered.resolve();
    },
    close(): Promise<number> {
      ended = true;
      offered.resolve();
      return load;
    },
  };
}
