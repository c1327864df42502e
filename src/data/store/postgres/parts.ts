/** One part as one schema: loaded by COPY, then counted, analysed and frozen, and never written again. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Value } from '#data/store/database.ts';
import type { OnRows, Part, ReservedPart } from '#data/store/dataset.ts';
import { statementsOf } from '#data/store/ddl.ts';
import type { UnfinishedPart } from '#data/store/generation-store.ts';
import { type LoadTarget, type Row, type Rows, rowReader } from '#data/store/table.ts';
import { toStoreError } from './connection-errors.ts';
import { type BuildDatabase, openBuildDatabase } from './database.ts';
import type { PostgresOptions } from './pool-handle.ts';

/**
 * Characters of one COPY. The next ones are assembled while it runs: a COPY never waits for its rows, so that
 * concurrent loads that read other tables cannot exhaust the connections.
 */
const COPY_CHARACTERS = 4_000_000;
/** Characters sent at a time: larger chunks gained nothing. */
const CHUNK_CHARACTERS = 65_536;

/** The server to build on, and this thread's connections for it. */
export type Server = Pick<PostgresOptions, 'connections'> & { url: string };

export function newPostgresPart(
  { url, connections }: Server,
  part: ReservedPart,
  reading: readonly Part[],
  onRows: OnRows = () => {},
): UnfinishedPart {
  const { id } = part;
  const { db, session } = openBuildDatabase(url, { searchPath: [id, ...reading.map((each) => each.id)], connections });
  /** Tables loaded since the last `analyze`, which the planner takes for empty. */
  const unanalyzed = new Set<string>();
  const staged = new Set<string>();
  let loaded = 0;
  const onCopied = (rows: number): void => {
    loaded += rows;
    onRows(loaded);
  };
  let failed = false;
  const run = (sql: string) => session((client) => client.query(sql));
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failed = true;
      throw toStoreError(error);
    }
  };

  const drop = async (table: string): Promise<void> => {
    unanalyzed.delete(table);
    staged.delete(table);
    await run(`drop table ${id}."${table}"`);
  };

  return {
    id,
    db,
    pages: (sql, params) => pagesOf(db, sql, params),
    execute: (sql) =>
      attempt(async () => {
        for (const table of unanalyzed) await run(`analyze ${id}."${table}"`);
        unanalyzed.clear();
        for (const statement of statementsOf(sql)) await run(statement);
      }),
    stage: ({ name, ddl }) =>
      attempt(async () => {
        staged.add(name);
        await run(ddl.replace('create table', 'create unlogged table'));
      }),
    unstage: ({ name }) => attempt(() => drop(name)),
    load(table, rows) {
      unanalyzed.add(table.name);
      return attempt(() => copy(session, id, table, rows, onCopied));
    },
    async finish(): Promise<Part> {
      if (failed) throw new Error(`Part ${id} cannot be finished: a statement or load in it failed.`);
      for (const table of staged) await drop(table);
      // Frozen and all-visible: reads need not check visibility, and index-only scans work.
      for (const table of await tablesOf(db, id)) await run(`vacuum (freeze, analyze) ${id}."${table}"`);
      const rows = await countTables(db, id);
      const bytes = await bytesOf(db, id);
      await db.close();
      return { ...part, loadedAt: new Date().toISOString(), rows, bytes, stale: null };
    },
    abandon: () => db.close(),
  };
}

/** Rows of a page. */
const PAGE_ROWS = 1_000;

async function* pagesOf<Cells>(db: Database, sql: string, params?: readonly Value[]): AsyncGenerator<Cells[]> {
  let page: Cells[] = [];
  for await (const row of db.stream<Row<LoadTarget>>(sql, params)) {
    if (page.push(Object.values(row) as Cells) < PAGE_ROWS) continue;
    yield page;
    page = [];
  }
  if (page.length > 0) yield page;
}

/** Problems of a part's schema. */
export async function inspectPostgresPart(db: Database, part: Part): Promise<string[]> {
  try {
    const counted = await countTables(db, part.id);
    for (const table of Object.keys(counted)) await db.one(`select * from ${part.id}."${table}" limit 1`);
    return Object.entries(part.rows)
      .filter(([table, rows]) => counted[table] !== rows)
      .map(([table, rows]) => `Part ${part.id}: table ${table} has ${counted[table] ?? 'no'} rows instead of ${rows}.`);
  } catch (error) {
    return [`Part ${part.id} cannot be read: ${error instanceof Error ? error.message : error}.`];
  }
}

async function tablesOf(db: Database, schema: string): Promise<string[]> {
  const sql = 'select tablename from pg_catalog.pg_tables where schemaname = $1 order by tablename';
  return (await db.all<{ tablename: string }>(sql, [schema])).map(({ tablename }) => tablename);
}

async function countTables(db: Database, schema: string): Promise<Record<string, number>> {
  const counted: Record<string, number> = {};
  for (const table of await tablesOf(db, schema)) {
    counted[table] = (await db.one<{ rows: number }>(`select count(*) as rows from ${schema}."${table}"`))?.rows ?? 0;
  }
  return counted;
}

/** Of its tables with their indexes and long values. */
async function bytesOf(db: Database, schema: string): Promise<number> {
  const sql = `select coalesce(sum(pg_total_relation_size(c.oid)), 0)::bigint as bytes from pg_catalog.pg_class c
    join pg_catalog.pg_namespace n on n.oid = c.relnamespace where n.nspname = $1 and c.relkind = 'r'`;
  return (await db.one<{ bytes: number }>(sql, [schema]))?.bytes ?? 0;
}

async function copy<T extends LoadTarget>(
  session: BuildDatabase['session'],
  schema: string,
  table: T,
  rows: Rows<Row<T>>,
  onCopied: (rows: number) => void,
): Promise<number> {
  const { names, values } = rowReader(table);
  const sql = `copy ${schema}.${table.name} (${names.join(', ')}) from stdin`;
  const send = (chunks: readonly string[]): Promise<void> =>
    session((client) => pipeline(Readable.from(chunks), client.query(copyFrom(sql))));
  let count = 0;
  let copied = 0;
  let chunks: string[] = [];
  let chunk = '';
  let sending = Promise.resolve();
  /** Whether there is enough for a COPY. */
  const take = (row: Row<T>): boolean => {
    count++;
    chunk += `${values(row).map(toCopyText).join('\t')}\n`;
    if (chunk.length < CHUNK_CHARACTERS) return false;
    chunks.push(chunk);
    chunk = '';
    return chunks.length * CHUNK_CHARACTERS >= COPY_CHARACTERS;
  };
  const sendNext = async (): Promise<void> => {
    await sending;
    sending = send(chunks);
    // The next `await` of it reports the error; it comes only when there are more rows.
    sending.catch(() => {});
    chunks = [];
    onCopied(count - copied);
    copied = count;
  };
  if (Symbol.iterator in rows) {
    for (const row of rows) if (take(row)) await sendNext();
  } else {
    for await (const row of rows) if (take(row)) await sendNext();
  }
  await sending;
  if (chunk !== '') chunks.push(chunk);
  if (chunks.length > 0) await send(chunks);
  onCopied(count - copied);
  return count;
}

const ESCAPES: Record<string, string> = { '\\': '\\\\', '\t': '\\t', '\n': '\\n', '\r': '\\r' };

function toCopyText(value: Value): string {
  if (value === null) return '\\N';
  if (typeof value === 'string') return value.replace(/[\\\t\n\r]/g, (character) => ESCAPES[character] ?? character);
  if (typeof value === 'boolean') return value ? '1' : '0';
  if (value instanceof Uint8Array)
    return `\\\\x${Buffer.from(value.buffer, value.byteOffset, value.length).toString('hex')}`;
  return String(value);
}
