/**
 * One part as one file: built in one transaction without a journal, since a failed build is discarded, then synced and
 * never written again.
 */
import { statSync, unlinkSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import type { Database, Value } from '#data/store/database.ts';
import type { OnRows, Part, ReservedPart } from '#data/store/dataset.ts';
import { ddlForSqlite, statementsOf } from '#data/store/ddl.ts';
import type { UnfinishedPart } from '#data/store/generation-store.ts';
import { rowReader } from '#data/store/table.ts';
import { attachParts, type Bound, overConnection, readPages, toBound } from './database.ts';
import { attachmentsOf, type Files, syncToDisk } from './files.ts';

/** 19 % smaller files and quicker reads of rendered documents than with 4 KB pages. */
const PAGE_BYTES = 16_384;

/** Page cache of a build, in KB: holds the inner pages of indexes under construction. */
const CACHE_KB = 65_536;

/** The same for a staged table, which is filled and read in order; a part has several at a time. */
const STAGING_CACHE_KB = 8_192;

/** Rows looked at per index by ANALYZE: enough for the planner, and a matter of milliseconds. */
const ANALYSIS_ROWS = 1_000;

/** Rows between two yields to the event loop, over all loads of a part: many a load is a page of fewer rows. */
const LOAD_YIELD_ROWS = 2_000;

/** Progress is shown, and messages and signals are heard, between the steps of a build. */
const yieldToLoop = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

export function newSqlitePart(
  files: Files,
  part: ReservedPart,
  reading: readonly Part[],
  onRows: OnRows = () => {},
): UnfinishedPart {
  const { id } = part;
  const path = files.part(id);
  // A defensive connection ignores `journal_mode = off`.
  const connection = new DatabaseSync(path, { defensive: false });
  withoutJournal(connection, 'main', CACHE_KB);
  attachParts(connection, attachmentsOf(files, reading));
  // A commit for each load would write pages of tables and indexes again and again.
  connection.exec('begin');
  const db = overConnection(connection);
  const { load, forget } = bulkLoader(connection, onRows);
  let failed = false;
  /** Without a journal nothing is rolled back: after an error the file may be half written. */
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failed = true;
      throw error;
    }
  };

  return {
    id,
    db: yieldingReads(db),
    async *pages<Cells>(sql: string, params: readonly Value[] = []) {
      await yieldToLoop();
      for (const page of readPages<Cells>(connection, sql, params)) {
        yield page;
        await yieldToLoop();
      }
    },
    execute: (sql) =>
      attempt(async () => {
        for (const statement of statementsOf(ddlForSqlite(sql))) {
          connection.exec(statement);
          await yieldToLoop();
        }
      }),
    stage: ({ name, ddl }) =>
      attempt(async () => {
        const file = `${path}.${name}`;
        connection.exec('commit');
        connection.prepare(`attach ?1 as "${stagingOf(name)}"`).run(file);
        // The open file stays; the system removes it with the connection, also that of a killed process.
        unlinkSync(file);
        withoutJournal(connection, stagingOf(name), STAGING_CACHE_KB);
        connection.exec(`begin; ${ddlForSqlite(ddl).replace(`table ${name}`, `table ${stagingOf(name)}.${name}`)}`);
      }),
    unstage: ({ name }) =>
      attempt(async () => {
        forget(name);
        connection.exec(`commit; detach "${stagingOf(name)}"; begin`);
        await yieldToLoop();
      }),
    load: (table, rows) => attempt(() => load(table, rows)),
    async finish(): Promise<Part> {
      if (failed) throw new Error(`Part ${id} cannot be finished: a statement or load in it failed.`);
      connection.exec(`commit; pragma analysis_limit = ${ANALYSIS_ROWS}; analyze main`);
      await yieldToLoop();
      const rows = countTables(connection, 'main');
      await db.close();
      syncToDisk(path);
      const bytes = statSync(path).size;
      return { ...part, loadedAt: new Date().toISOString(), rows, bytes, stale: null };
    },
    abandon: () => db.close(),
  };
}

/** The schema of a staged table, which is its file. */
const stagingOf = (table: string): string => `staged_${table}`;

/** A failed build is discarded: nothing needs to be rolled back or synced on the way. */
const withoutJournal = (connection: DatabaseSync, schema: string, cacheKb: number): void =>
  connection.exec(`
    pragma "${schema}".page_size = ${PAGE_BYTES}; pragma "${schema}".journal_mode = off; pragma "${schema}".synchronous = off;
    pragma "${schema}".locking_mode = exclusive; pragma "${schema}".cache_size = -${cacheKb}`);

/** A query of SQLite ends before its promise is awaited: a loop over pages would never yield. */
const yieldingReads = (db: Database): Database => ({
  ...db,
  async all(sql, params) {
    await yieldToLoop();
    return db.all(sql, params);
  },
  async one(sql, params) {
    await yieldToLoop();
    return db.one(sql, params);
  },
});

/** Inserts of a table, prepared once: many a load is a page of a few hundred rows. */
function bulkLoader(
  connection: DatabaseSync,
  onRows: OnRows,
): Pick<UnfinishedPart, 'load'> & { forget(table: string): void } {
  const inserts = new Map<string, Insert>();
  let inserted = 0;
  const load: UnfinishedPart['load'] = async (table, rows) => {
    const { names, values } = rowReader(table);
    const { add, flush } = inserts.getOrInsertComputed(table.name, () => insertInto(connection, table.name, names));
    let count = 0;
    const take = (row: Parameters<typeof values>[0]): boolean => {
      add(values(row));
      count++;
      return ++inserted % LOAD_YIELD_ROWS === 0;
    };
    const pause = (): Promise<void> => {
      onRows(inserted);
      return yieldToLoop();
    };
    if (Symbol.iterator in rows) {
      for (const row of rows) if (take(row)) await pause();
    } else {
      for await (const row of rows) if (take(row)) await pause();
    }
    flush();
    return count;
  };
  return { load, forget: (table) => void inserts.delete(table) };
}

interface Insert {
  /** The row may wait for others. */
  add(cells: readonly Value[]): void;
  flush(): void;
}

/** Values of one statement: a row of few columns takes half the time in a statement of some hundred values, and longer beyond. */
const VALUES_AT_ONCE = 200;

function insertInto(connection: DatabaseSync, table: string, names: readonly string[]): Insert {
  const width = names.length;
  // Parameters without numbers: node:sqlite searches the list of numbered ones for each value that it binds.
  const tuple = `(${names.map(() => '?').join(', ')})`;
  const insertOf = (rows: number) =>
    connection.prepare(
      `insert into ${table} (${names.join(', ')}) values ${Array.from({ length: rows }, () => tuple).join(', ')}`,
    );
  const atOnce = Math.max(1, Math.floor(VALUES_AT_ONCE / width));
  const one = insertOf(1);
  const many = insertOf(atOnce);
  const binders = bindersOf(connection, table, names);
  const bound = new Array<Bound>(width * atOnce);
  let size = 0;
  return {
    add(cells) {
      for (let i = 0; i < width; i++) bound[size + i] = (binders[i] as Binder)(cells[i] as Value);
      size += width;
      if (size < bound.length) return;
      size = 0;
      many.run(...bound);
    },
    flush() {
      const end = size;
      size = 0;
      for (let start = 0; start < end; start += width) one.run(...bound.slice(start, start + width));
    },
  };
}

type Binder = (value: Value) => Bound;

/** A column of whole numbers takes a number as it is; other columns need a BigInt, or 5 would become `5.0`. */
function bindersOf(connection: DatabaseSync, table: string, columns: readonly string[]): Binder[] {
  // SQLite types its rows as records of any column.
  const declared = connection.prepare('select name, type from pragma_table_info(?1)').all(table) as unknown as {
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
