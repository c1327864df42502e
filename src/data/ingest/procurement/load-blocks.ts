/** Fills several tables from one reading, in blocks of rows: one block is loaded while the next one is collected. */
import type { PartBuild } from '#data/store/dataset.ts';
import type { LoadTarget, Row } from '#data/store/table.ts';

export interface Loads {
  add<T extends LoadTarget>(table: T, rows: readonly Row<T>[]): Promise<void>;
}

/** Enough for one COPY of PostgreSQL; a megabyte or two in memory. */
const BLOCK_ROWS = 2_000;

interface Block {
  table: LoadTarget;
  rows: Row<LoadTarget>[];
  count: number;
  /** The load of the block before. */
  loading: Promise<unknown>;
}

/** Returns the number of rows of each table. */
export async function loadTables(
  part: PartBuild,
  read: (loads: Loads) => Promise<void>,
): Promise<ReadonlyMap<string, number>> {
  const blocks = new Map<string, Block>();
  const flush = async (block: Block): Promise<void> => {
    await block.loading;
    block.loading = part.load(block.table, block.rows);
    // The next block, or the end, throws the error.
    block.loading.catch(() => {});
    block.rows = [];
  };
  try {
    await read({
      async add(table, rows) {
        const block = blocks.getOrInsertComputed(table.name, () => ({
          table,
          rows: [],
          count: 0,
          loading: Promise.resolve(),
        }));
        block.rows.push(...rows);
        block.count += rows.length;
        if (block.rows.length >= BLOCK_ROWS) await flush(block);
      },
    });
    for (const block of blocks.values()) await flush(block);
  } finally {
    await Promise.allSettled([...blocks.values()].map(({ loading }) => loading));
  }
  for (const { loading } of blocks.values()) await loading;
  return new Map([...blocks].map(([table, { count }]) => [table, count]));
}
