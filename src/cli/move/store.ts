/** Moves the rows of one store. */
import type { Step } from '#data/ingest/progress.ts';
import type { Database, Row, Value } from '#data/store/database.ts';
import type { WritableStore } from '#data/store/open.ts';
import { columnList, rowsOf, type TableShape, tablesOf } from '#data/store/store-tables.ts';
import { NotMoved } from './source.ts';

/** Applied migrations, and the counter that invalidates caches: the target has its own. */
const OWN: ReadonlySet<string> = new Set(['schema_migration', 'change_count']);

/** Values of a batch, and characters: stored paid answers have some MB each. */
const VALUES_MAX = 10_000;
const BATCH_SIZE = 8_000_000;

/** Deletes the rows of an interrupted move or of migrations first. Returns the number of moved rows. */
export async function moveStore(from: Database, to: Database, store: WritableStore, step: Step): Promise<number> {
  const tables = await tablesOf(from, store, OWN);
  await to.write([{ sql: `truncate ${tables.map(({ name }) => name).join(', ')}` }]);
  let moved = 0;
  for (const table of tables) {
    const before = moved;
    for await (const batch of batches(rowsOf(from, table), table)) {
      await to.write([insertion(table, batch)]);
      moved += batch.length;
      step.at(moved, moved, table.name);
    }
    const there = (await to.one<{ rows: number }>(`select count(*) as rows from ${table.name}`))?.rows ?? 0;
    if (there !== moved - before)
      throw new NotMoved(`Of ${moved - before} rows of ${store}.${table.name} ${there} arrived: run the move again.`);
  }
  return moved;
}

async function* batches(rows: AsyncIterable<Row>, { columns }: TableShape): AsyncGenerator<Value[][]> {
  const most = Math.max(1, Math.floor(VALUES_MAX / columns.length));
  let batch: Value[][] = [];
  let size = 0;
  for await (const row of rows) {
    const cells = Object.values(row) as Value[];
    batch.push(cells);
    for (const cell of cells) size += typeof cell === 'string' || cell instanceof Uint8Array ? cell.length : 8;
    if (batch.length < most && size < BATCH_SIZE) continue;
    yield batch;
    [batch, size] = [[], 0];
  }
  if (batch.length > 0) yield batch;
}

function insertion(table: TableShape, rows: readonly Value[][]) {
  let n = 0;
  const values = rows.map((row) => `(${row.map(() => `$${++n}`).join(', ')})`);
  return { sql: `insert into ${table.name} (${columnList(table)}) values ${values.join(', ')}`, params: rows.flat() };
}
