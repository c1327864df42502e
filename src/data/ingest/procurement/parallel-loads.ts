/** Several tables filled side by side from one reading: rows are handed over in blocks, and the reader waits for a load that is behind. */
import type { Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';

export interface Loads {
  add(table: string, rows: Value[][]): Promise<void>;
}

type Tables = Readonly<Record<string, readonly string[]>>;

/** The rows of each table, when `read` has handed over all of them. Loads do not outlive a reading that fails. */
export async function loadTables(
  part: PartBuild,
  tables: Tables,
  read: (loads: Loads) => Promise<void>,
): Promise<Map<string, number>> {
  const lanes = new Map(Object.entries(tables).map(([table, columns]) => [table, openLane(part, table, columns)]));
  try {
    await read({
      async add(table, rows) {
        if (rows.length > 0) await lanes.get(table)?.add(rows);
      },
    });
  } catch (error) {
    await Promise.all([...lanes.values()].map((lane) => lane.fail(error)));
    throw error;
  }
  const counts = await Promise.all([...lanes].map(async ([table, lane]) => [table, await lane.end()] as const));
  return new Map(counts);
}

function openLane(part: PartBuild, table: string, columns: readonly string[]) {
  let block: Value[][] | null = null;
  let state: 'open' | 'ended' | { error: unknown } = 'open';
  let offered = Promise.withResolvers<void>();
  let taken = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<Value[]> {
    while (true) {
      if (block === null && state === 'open') await offered.promise;
      if (typeof state === 'object') throw state.error;
      if (block === null) return;
      const current: Value[][] = block;
      block = null;
      offered = Promise.withResolvers();
      taken.resolve();
      yield* current;
    }
  }
  const load = part.load(table, columns, rows());
  // Whoever adds or ends next is told.
  load.catch(() => {});
  return {
    async add(next: Value[][]): Promise<void> {
      if (block !== null) await Promise.race([taken.promise, load]);
      taken = Promise.withResolvers();
      block = next;
      offered.resolve();
    },
    end(): Promise<number> {
      state = 'ended';
      offered.resolve();
      return load;
    },
    async fail(error: unknown): Promise<void> {
      state = { error };
      offered.resolve();
      await load.catch(() => {});
    },
  };
}
