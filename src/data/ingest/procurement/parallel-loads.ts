/** Several tables filled side by side from one reading: rows are handed over in blocks, and the reader waits for a load that is behind. */
import type { PartBuild } from '#data/store/dataset.ts';
import type { LoadTarget, Row } from '#data/store/table.ts';

export interface Loads {
  add<T extends LoadTarget>(table: T, rows: Row<T>[]): Promise<void>;
}

/** The rows of each table, when `read` has handed over all of them. Loads do not outlive a reading that fails. */
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
  let taken = Promise.withResolvers<void>();
  async function* rows(): AsyncGenerator<Row<LoadTarget>> {
    while (true) {
      if (block === null && state === 'open') await offered.promise;
      if (typeof state === 'object') throw state.error;
      if (block === null) return;
      const current: Row<LoadTarget>[] = block;
      block = null;
      offered = Promise.withResolvers();
      taken.resolve();
      yield* current;
    }
  }
  const load = part.load(table, rows());
  // The next call of `add` or `end` gets the error.
  load.catch(() => {});
  return {
    async add(next: Row<LoadTarget>[]): Promise<void> {
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
