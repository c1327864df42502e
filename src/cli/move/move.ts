/**
 * A whole installation from a data folder into a PostgreSQL database: state, live and documents, then every generation with its parts.
 * The folder stays as it is. A partly filled database is marked, and no process opens it until a further move has completed it.
 */

import { join } from 'node:path';
import { importReadableFiles } from '#data/ingest/procurement/increment-files.ts';
import type { Progress, Step } from '#data/ingest/progress.ts';
import type { Database, Row, Value } from '#data/store/database.ts';
import type { Manifest } from '#data/store/dataset.ts';
import type { Builder } from '#data/store/generation-store.ts';
import { expireLeaderLease } from '#data/store/leader-table.ts';
import { openStore, type Store, type StoreSettings, type WritableStore } from '#data/store/open.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { openPostgresBuilder } from '#data/store/postgres/generation-store.ts';
import { isMarked, isUnused, mark, openMarked, unmark } from '#data/store/postgres/moving-mark.ts';
import { columnList, filledTables, rowsOf, type TableShape, tablesOf } from '#data/store/store-tables.ts';
import { movePart } from './parts.ts';
import { NotMoved, openSource, type Source, STORES } from './source.ts';

export interface Moved {
  /** Rows by store. */
  stores: Record<string, number>;
  generations: string[];
  /** Generations that stay in the folder, because they cannot be served. */
  leftBehind: string[];
  /** Messages about list files of procurement that could not be read: later starts of the service try them again. */
  notTaken: string[];
  /** Parts that were moved now; those of a move that was broken off are there already. */
  parts: number;
}

export interface MoveNeeds extends Pick<StoreSettings, 'folder' | 'country'> {
  /** Of the database. */
  to: string;
  progress: Progress;
}

export async function move({ folder, country, to, progress }: MoveNeeds): Promise<Moved> {
  const source = await openSource(folder);
  try {
    // For as long as it lasts: another move into the same database would empty what this one has filled.
    const bench = await openPostgresBuilder({ url: to });
    try {
      return await moveInto({ source, bench, folder, country, to, progress });
    } finally {
      await bench.release();
    }
  } finally {
    source.close();
  }
}

interface Moving extends MoveNeeds {
  source: Source;
  bench: Builder;
}

async function moveInto({ source, bench, folder, country, to, progress }: Moving): Promise<Moved> {
  const marked = openMarked(to);
  try {
    const isMovedOn = await isMarked(marked);
    // Where nothing is, a service that starts at this moment must not begin an installation of its own.
    const isNew = await isUnused(marked);
    if (isNew) await mark(marked);
    const target = await openStore({ databaseUrl: to, folder, country, isMoveTarget: true });
    try {
      if (!isMovedOn && !isNew) await assertEmpty(target);
      await mark(marked);
      const stores = await moveStores(source, to, progress);
      // A lease in a folder has no end: after a kill, no host could ever lead in the database.
      await target.state.write([expireLeaderLease()]);
      // Lists of procurement that the folder keeps in files, from before they came into the store.
      const notTaken: string[] = [];
      await importReadableFiles(target.live, join(folder, 'publications'), ({ message }) => notTaken.push(message));
      const parts = await moveGenerations(source, target, bench, progress);
      await unmark(marked);
      return {
        stores,
        generations: source.manifests.map(({ id }) => id),
        leftBehind: source.leftBehind,
        notTaken,
        parts,
      };
    } finally {
      await target.close();
    }
  } finally {
    await marked.close();
  }
}

async function assertEmpty({ state, generations }: Store): Promise<void> {
  const filled = await filledTables(state);
  const found = filled.length > 0 ? `rows of ${filled.join(', ')}` : (await generations.list())[0]?.id;
  if (found !== undefined)
    throw new NotMoved(`The database holds an installation already (${found}): name an empty one.`);
}

/** On connections without a deadline: whole tables are emptied, filled and counted. */
async function moveStores(source: Source, to: string, progress: Progress): Promise<Record<string, number>> {
  const moved: Record<string, number> = {};
  for (const store of STORES) {
    const step = progress.step(store, null);
    const target = openPostgres(to, { searchPath: [`firmoteca_${store}`] });
    moved[store] = await moveStore(source.stores[store], target, store, step).finally(() => target.close());
    step.end(`${moved[store].toLocaleString('en-GB')} rows`);
  }
  return moved;
}

/** A generation is published as soon as its parts are there: a repeated move moves only the rest. */
async function moveGenerations(source: Source, target: Store, bench: Builder, progress: Progress): Promise<number> {
  const there = await target.generations.list();
  const parts = new Set(there.flatMap((manifest) => manifest.parts.map(({ id }) => id)));
  const before = parts.size;
  await bench.sweep();
  for (const manifest of source.manifests) {
    if (there.some(({ id }) => id === manifest.id)) continue;
    for (const part of manifest.parts.filter(({ id }) => !parts.has(id))) {
      const step = progress.step(part.name, sum(part.rows));
      const connection = source.openPart(part);
      await movePart(connection, part, bench, step).finally(() => connection.close());
      step.end(`${sum(part.rows).toLocaleString('en-GB')} rows`);
      parts.add(part.id);
    }
    await bench.publish(manifest);
  }
  // The newest was published last, but an operator may have gone back to the one before it.
  if (source.current !== null) await target.generations.use(source.current);
  return parts.size - before;
}

const sum = (rows: Manifest['parts'][number]['rows']): number => Object.values(rows).reduce((all, n) => all + n, 0);

/** Which migrations were applied, and the counter that invalidates caches: there are none yet. */
const OWN: ReadonlySet<string> = new Set(['schema_migration', 'change_count']);

/** What is sent at once: values, and characters of them, because answers that were paid for have some MB each. */
const VALUES_MAX = 10_000;
const BATCH_SIZE = 8_000_000;

/** What the target holds already is what a broken-off move left, or what migrations put there: it goes first. Rows moved. */
async function moveStore(from: Database, to: Database, store: WritableStore, step: Step): Promise<number> {
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
