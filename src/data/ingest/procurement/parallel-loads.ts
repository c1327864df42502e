/** Fills several tables concurrently from one reading: rows are passed in blocks, and the reader waits for a slow load. */
import type { PartBuild } from '#data/store/dataset.ts';
import type { LoadTarget, Row } from '#data/store/table.ts';

export interface Loads {
  add<T extends LoadTarget>(table: T, rows: Row<T>[]): Promise<void>;
}

/** Returns the number of rows of each table. A failed reading ends all loads. */
export async function loadTables(
  part: PartBuild,
  tables: readonly LoadTarget[],
  read: (loads: Loads) => Promise<void>,
): Promise<Map<string, number>> {
  const queues = new Map(tables.map((table) => [table.name, openQueue(part, table)]));
  try {
    await read({
      async add(table, rows) {
        if (rows.length > 0) await queues.get(table.name)?.add(rows);
      },
    });
  } catch (error) {
    await Promise.all([...queues.values()].map((queue) => queue.fail(error)));
    throw error;
  }
  const counts = await Promise.all([...queues].map(async ([table, queue]) => [table, await queue.end()] as const));
  return new Map(counts);
}

function openQueue(part: PartBuild, table: LoadTarget) {
  let block: Row<LoadTarget>[] | null = null;
  let state: 'open' | 'ended' | { error: unknown } = 'open';
  let offered = Promise.withResolvers<void>();
  let consumed = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<Row<LoadTarget>> {
    while (true) {
      if (block === null && state === 'open') await offered.promise;
      if (typeof state === 'object') throw state.error;
      if (block === null) return;
      const current: Row<LoadTarget>[] = block;
      block = null;
      offered = Promise.withResolvers();
      consumed.resolve();
      yield* current;
    }
  }
  const load = part.load(table, rows());
  // The next call of `add` or `end` throws the error.
  load.catch(() => {});
  return {
    async add(next: Row<LoadTarget>[]): Promise<void> {
      if (block !== null) await Promise.race([consumed.promise, load]);
      consumed = Promise.withResolvers();
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
