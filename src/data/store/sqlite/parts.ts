/** One part as one file: built without a journal, since a failed build is discarded, then synced and never written again. */
import { statSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Value } from '#data/store/database.ts';
import type { Part } from '#data/store/dataset.ts';
import { ddlForSqlite } from '#data/store/ddl.ts';
import type { NewPart, UnfinishedPart } from '#data/store/generation-store.ts';
import { rowReader } from '#data/store/table.ts';
import { type Attachment, attachParts, type Bound, overConnection, toBound } from './database.ts';
import { syncToDisk } from './files.ts';

/** 19 % smaller files and quicker reads of rendered documents than with 4 KB pages. */
const PAGE_BYTES = 16_384;

/** Page cache of a build, in KB: holds the inner pages of indexes under construction. */
const CACHE_KB = 65_536;

/** Rows looked at per index by ANALYZE: enough for the planner, and a matter of milliseconds. */
const ANALYSIS_ROWS = 1_000;

/** Rows of a load between two yields to the event loop, which shows progress and handles signals. */
const LOAD_YIELD_ROWS = 2_000;

export function newSqlitePart(
  id: string,
  path: string,
  about: NewPart,
  reading: readonly Attachment[],
): UnfinishedPart {
  // A defensive connection ignores `journal_mode = off`.
  const connection = new DatabaseSync(path, { defensive: false });
  connection.exec(
    `pragma page_size = ${PAGE_BYTES}; pragma journal_mode = off; pragma synchronous = off; pragma locking_mode = exclusive; pragma cache_size = -${CACHE_KB}`,
  );
  attachParts(connection, reading);
  const db = overConnection(connection);
  const load = bulkLoader(connection);
  let failed = false;
  /** Without a journal nothing is rolled back: after an error the file may be half written. */
  const attempt = async <T>(work: () => T | Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failed = true;
      throw error;
    }
  };

  return {
    id,
    db,
    execute: (sql) => attempt(() => connection.exec(ddlForSqlite(sql))),
    load: (table, rows) => attempt(() => load(table, rows)),
    async finish(): Promise<Part> {
      if (failed) throw new Error(`Part ${id} cannot be finished: a statement or load in it failed.`);
      connection.exec(`pragma analysis_limit = ${ANALYSIS_ROWS}; analyze main`);
      const rows = countTables(connection, 'main');
      await db.close();
      syncToDisk(path);
      const bytes = statSync(path).size;
      return { ...about, id, loadedAt: new Date().toISOString(), rows, bytes, stale: null };
    },
    abandon: () => db.close(),
  };
}

/** Prepared inserts. Concurrent loads share one transaction; no other connection reads the file yet. */
function bulkLoader(connection: DatabaseSync): UnfinishedPart['load'] {
  let loading = 0;
  return async (table, rows) => {
    const { names, values } = rowReader(table);
    const insert = connection.prepare(
      `insert into main.${table.name} (${names.join(', ')}) values (${names.map((_, i) => `?${i + 1}`).join(', ')})`,
    );
    const binders = bindersOf(connection, table.name, names);
    const bound = new Array<Bound>(names.length);
    let count = 0;
    if (loading++ === 0) connection.exec('begin');
    for await (const row of rows) {
      const cells = values(row);
      for (let i = 0; i < bound.length; i++) bound[i] = (binders[i] as Binder)(cells[i] as Value);
      insert.run(...bound);
      if (++count % LOAD_YIELD_ROWS === 0) await new Promise(setImmediate);
    }
    if (--loading === 0) connection.exec('commit');
    return count;
  };
}

type Binder = (value: Value) => Bound;

/** A column of whole numbers takes a number as it is; other columns need a BigInt, or 5 would become `5.0`. */
function bindersOf(connection: DatabaseSync, table: string, columns: readonly string[]): Binder[] {
  // SQLite types its rows as records of any column.
  const declared = connection.prepare(`select name, type from pragma_table_info(?1, 'main')`).all(table) as unknown as {
    name: string;
    type: string;
  }[];
  const whole = new Set(declared.filter(({ type }) => /int/i.test(type)).map(({ name }) => name));
  return columns.map((column) =>
    whole.has(column) ? (value) => (typeof value === 'number' ? value : toBound(value)) : toBound,
  );
}

/** Problems of a part's file. `deep` has SQLite read every page. */
export function inspectSqlitePart(part: Part, path: string, deep: boolean): string[] {
  const connection = new DatabaseSync(':memory:');
  try {
    attachParts(connection, [{ name: part.id, path }]);
    const counted = countTables(connection, part.id);
    const problems = Object.entries(part.rows)
      .filter(([table, rows]) => counted[table] !== rows)
      .map(([table, rows]) => `Part ${part.id}: table ${table} has ${counted[table] ?? 'no'} rows instead of ${rows}.`);
    for (const table of Object.keys(counted)) connection.prepare(`select * from "${part.id}"."${table}" limit 1`).get();
    if (deep) {
      const results = connection.prepare(`pragma "${part.id}".quick_check(5)`).all() as { quick_check: string }[];
      for (const { quick_check: text } of results) if (text !== 'ok') problems.push(`Part ${part.id}: ${text}.`);
    }
    return problems;
  } catch (error) {
    return [`Part ${part.id} cannot be read: ${error instanceof Error ? error.message : error}.`];
  } finally {
    connection.close();
  }
}

/** Rows per table; a full-text index counts as a table, its shadow tables do not. */
function countTables(connection: DatabaseSync, schema: string): Record<string, number> {
  const tables = connection
    .prepare(
      `select name from pragma_table_list where schema = ?1 and type in ('table', 'virtual') and name not like 'sqlite~_%' escape '~' order by name`,
    )
    .all(schema) as { name: string }[];
  const count = (name: string) => connection.prepare(`select count(*) as rows from "${schema}"."${name}"`).get();
  return Object.fromEntries(tables.map(({ name }) => [name, (count(name) as { rows: number }).rows]));
}
