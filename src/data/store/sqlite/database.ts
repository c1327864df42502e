/**
 * The embedded engine: `node:sqlite` behind the Database interface. Every call is synchronous inside, so no transaction
 * spans an await.
 */
import { DatabaseSync, type StatementSync } from 'node:sqlite';
import { pathToFileURL } from 'node:url';
import { type Database, isWhole, type Row, type Statement, type Value } from '#data/store/database.ts';
import type { Union } from '#data/store/dataset.ts';
import { StoreUnavailable } from '#data/store/unavailable.ts';
import { checkParameters, countPlaceholders, replacePlaceholders } from '#data/store/values.ts';
import { machineFault } from './machine-fault.ts';

/** SQLite attaches at most ten files to a connection (its compiled-in limit). */
export const ATTACHED_MAX = 10;

/** How long a writer waits for another process's write (a command beside the server). */
const BUSY_TIMEOUT_MS = 5_000;

/** Static texts number in the hundreds; the bound is for generated ones. */
const STATEMENTS_MAX = 500;

/** Rows of a stream between two yields to the event loop. */
const STREAM_YIELD_ROWS = 1_000;

/** The largest mapping SQLite allows; a file beyond it is read the ordinary way from there on. */
const MMAP_BYTES = 2_147_418_112;

/** A write-ahead log that grew past this in a burst is truncated at the next checkpoint. */
const WAL_BYTES_MAX = 64 * 1024 * 1024;

export interface Attachment {
  /** The schema name of its tables. */
  name: string;
  path: string;
}

interface SqliteOptions {
  readOnly?: boolean;
  /** `full` survives a power cut with every committed write; `normal` may lose the last ones, never the file. */
  synchronous?: 'full' | 'normal';
  /** Immutable files, read without locks. Unqualified names resolve over them in this order. */
  attach?: readonly Attachment[];
  /** Tables read over two of those files. */
  unions?: readonly Union[];
}

export function openSqlite(path: string, options: SqliteOptions = {}): Database {
  const connection = new DatabaseSync(path, { readOnly: options.readOnly ?? false, timeout: BUSY_TIMEOUT_MS });
  try {
    if (!options.readOnly && path !== ':memory:') {
      connection.exec(`pragma journal_mode = wal; pragma journal_size_limit = ${WAL_BYTES_MAX}`);
      connection.exec(`pragma synchronous = ${options.synchronous ?? 'full'}`);
    }
    if (options.readOnly) connection.exec(`pragma mmap_size = ${MMAP_BYTES}`);
    attachParts(connection, options.attach ?? []);
    for (const union of options.unions ?? []) connection.exec(unionView(union));
  } catch (error) {
    connection.close();
    throw error;
  }
  return overConnection(connection);
}

/** Attaches files as immutable: no locks, no journal check, pages straight from the mapping. */
export function attachParts(connection: DatabaseSync, parts: readonly Attachment[]): void {
  if (parts.length > ATTACHED_MAX) {
    throw new Error(`SQLite reads at most ${ATTACHED_MAX} parts at once and was given ${parts.length}.`);
  }
  for (const { name, path } of parts) {
    connection.prepare(`attach ?1 as "${name}"`).run(`${pathToFileURL(path).href}?immutable=1`);
    connection.exec(`pragma "${name}".mmap_size = ${MMAP_BYTES}`);
  }
}

/** Temporary names hide those of files. */
function unionView({ table, older, newer, replaced }: Union): string {
  const hidden = replaced
    ? ` where not exists (select 1 from ${newer}.${replaced.of} as corrected where corrected.key = ${table}.${replaced.by})`
    : '';
  return `create temp view ${table} as select * from ${older}.${table}${hidden} union all select * from ${newer}.${table}`;
}

export function overConnection(connection: DatabaseSync): Database {
  const prepared = new Map<string, Prepared>();
  const statement = (sql: string): Prepared => {
    const cached = prepared.get(sql);
    if (cached) return cached;
    const fresh = prepare(connection, sql);
    if (prepared.size >= STATEMENTS_MAX) prepared.delete(prepared.keys().next().value ?? '');
    prepared.set(sql, fresh);
    return fresh;
  };
  const run = ({ sql, params = [] }: Statement): Row[] => statement(sql).all(params);

  return {
    engine: 'sqlite',
    async all<R>(sql: string, params: readonly Value[] = []) {
      return withStoreErrors(connection, () => statement(sql).all(params) as R[]);
    },
    async one<R>(sql: string, params: readonly Value[] = []) {
      return withStoreErrors(connection, () => statement(sql).first(params) as R | null);
    },
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      // A loop over short streams yields too.
      await new Promise(setImmediate);
      // A statement of its own: reusing a prepared one would end the iteration.
      let count = 0;
      const rows = withStoreErrors(connection, () => prepare(connection, sql).iterate(params)[Symbol.iterator]());
      try {
        for (
          let next = withStoreErrors(connection, () => rows.next());
          !next.done;
          next = withStoreErrors(connection, () => rows.next())
        ) {
          yield next.value as R;
          if (++count % STREAM_YIELD_ROWS === 0) await new Promise(setImmediate);
        }
      } finally {
        rows.return?.();
      }
    },
    async write(statements) {
      return withStoreErrors(connection, () => {
        connection.exec('begin immediate');
        try {
          const results: Row[][] = [];
          for (const each of statements) {
            const rows = run(each);
            results.push(rows);
            if (each.isCondition && rows.length === 0) break;
          }
          connection.exec(isWhole(statements, results) ? 'commit' : 'rollback');
          return results;
        } catch (error) {
          if (connection.isTransaction) connection.exec('rollback');
          throw error;
        }
      });
    },
    async close() {
      prepared.clear();
      if (connection.isOpen) connection.close();
    },
  };
}

function withStoreErrors<Result>(connection: DatabaseSync, work: () => Result): Result {
  try {
    return work();
  } catch (error) {
    throw toStoreError(error, connection.location() ?? TEMPORARY);
  }
}

interface Prepared {
  all(params: readonly Value[]): Row[];
  first(params: readonly Value[]): Row | null;
  iterate(params: readonly Value[]): Iterable<Row>;
  iterateCells(params: readonly Value[]): Iterable<Cells>;
}

type Cells = readonly unknown[];

/**
 * `$1` becomes `?1`, which node:sqlite binds by position; or `?` where all come in order, because it searches the list of
 * numbered ones for each value. Rows are read as arrays, which is quicker, and converted to plain objects.
 */
function prepare(connection: DatabaseSync, sql: string): Prepared {
  const count = countPlaceholders(sql);
  let position = 0;
  const plain = replacePlaceholders(sql, (n) => (n === ++position ? '?' : `?${n}`));
  const isInOrder = position === count && !/\?[0-9]/.test(plain);
  const statement: StatementSync = connection.prepare(isInOrder ? plain : replacePlaceholders(sql, (n) => `?${n}`));
  statement.setReturnArrays(true);
  let toRow: RowMaker = (cells) => {
    toRow = rowMaker(statement.columns().map(({ name }) => name));
    return toRow(cells);
  };
  const bound = (params: readonly Value[]): Bound[] => {
    checkParameters(sql, count, params);
    return params.map(toBound);
  };
  return {
    all: (params) => (statement.all(...bound(params)) as unknown as Cells[]).map((cells) => toRow(cells)),
    first(params) {
      const cells = statement.get(...bound(params));
      return cells === undefined ? null : toRow(cells as unknown as Cells);
    },
    *iterate(params) {
      for (const cells of statement.iterate(...bound(params))) yield toRow(cells as unknown as Cells);
    },
    iterateCells: (params) => statement.iterate(...bound(params)) as Iterable<unknown> as Iterable<Cells>,
  };
}

type RowMaker = (cells: Cells) => Row;

/** By one literal of these names: assigning them in a loop takes twenty times as long. */
const rowMaker = (names: readonly string[]): RowMaker =>
  new Function(
    'cells',
    `return { ${names.map((name, i) => `${JSON.stringify(name)}: cells[${i}]`).join(', ')} }`,
  ) as RowMaker;

/** Rows of a page. */
const PAGE_ROWS = 1_000;

/** Reads rows as arrays of cells, in pages. */
export function* readPages<Row>(connection: DatabaseSync, sql: string, params: readonly Value[]): Generator<Row[]> {
  const rows = withStoreErrors(connection, () => prepare(connection, sql).iterateCells(params)[Symbol.iterator]());
  const nextPage = (): Row[] => {
    const page: Row[] = [];
    for (let next = rows.next(); !next.done; next = rows.next()) if (page.push(next.value as Row) === PAGE_ROWS) break;
    return page;
  };
  try {
    for (
      let page = withStoreErrors(connection, nextPage);
      page.length > 0;
      page = withStoreErrors(connection, nextPage)
    )
      yield page;
  } finally {
    rows.return?.();
  }
}

export type Bound = string | number | bigint | null | Uint8Array;

/** Numbers would be bound as floating point: 7 / 2 would be 3.5, and 5 in a text column `5.0`. */
export function toBound(value: Value): Bound {
  if (typeof value === 'number') return Number.isInteger(value) ? BigInt(value) : value;
  return typeof value === 'boolean' ? (value ? 1n : 0n) : value;
}

/** SQLITE_BUSY, LOCKED, NOMEM, IOERR, FULL, CANTOPEN, PROTOCOL: the primary result codes; extended ones carry more above them. */
const AWAY = new Set([5, 6, 7, 10, 13, 14, 15]);
const PRIMARY = 0xff;

/** The error as callers of a store get it. These codes mean an unusable file: locked by another process, or a failing disk. */
const toStoreError = (error: unknown, file: string): unknown =>
  error instanceof Error && AWAY.has(Number((error as { errcode?: unknown }).errcode) & PRIMARY)
    ? new StoreUnavailable(error, machineFault(error, file) ?? undefined)
    : error;

/** Of a connection over immutable files, which writes large sorts to TMPDIR. */
const TEMPORARY = 'A temporary file of the database';

/**
 * Changes with every transaction committed by another connection, in this or another process. Costs one read of shared
 * memory.
 */
export async function foreignWriteCount(db: Database): Promise<number> {
  const row = await db.one<{ data_version: number }>('pragma data_version');
  if (row === null) throw new Error('SQLite does not tell its data_version.');
  return row.data_version;
}
