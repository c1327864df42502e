/** One part as one schema: loaded by COPY, then counted, analysed and frozen, and never written again. */
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Database, Value } from './database.ts';
import type { Part } from './dataset.ts';
import { openPool, overPool } from './postgres.ts';
import { told } from './postgres-away.ts';
import type { NewPart, UnfinishedPart } from './shelf.ts';
import { checkRow } from './values.ts';

/** A build streams from one table while it loads others. */
const POOL_SIZE = 6;

/** Characters of COPY text sent at a time: larger chunks gained nothing. */
const CHUNK_CHARACTERS = 65_536;

export function newPostgresPart(url: string, id: string, about: NewPart, reading: readonly Part[]): UnfinishedPart {
  const pool = openPool(url, { searchPath: [id, ...reading.map((part) => part.id)], poolSize: POOL_SIZE });
  const db = overPool(pool);
  /** Tables loaded since the planner was last told how large they are: without that it takes them for empty. */
  const unknown = new Set<string>();
  let failed = false;
  const attempt = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work();
    } catch (error) {
      failed = true;
      throw told(error);
    }
  };

  return {
    id,
    db,
    execute: (sql) =>
      attempt(async () => {
        for (const table of unknown) await pool.query(`analyze ${id}."${table}"`);
        unknown.clear();
        await pool.query(sql);
      }),
    load(table, columns, rows) {
      unknown.add(table);
      return attempt(() => copy(pool, `${id}.${table}`, table, columns, rows));
    },
    async finish(): Promise<Part> {
      if (failed) throw new Error(`Part ${id} cannot be finished: a statement or load in it failed.`);
      // Frozen and all-visible: reads need not look up which transactions wrote the rows, and indexes answer alone.
      for (const table of await tablesOf(db, id)) await pool.query(`vacuum (freeze, analyze) ${id}."${table}"`);
      const rows = await countTables(db, id);
      await db.close();
      return { ...about, id, loadedAt: new Date().toISOString(), rows, stale: null };
    },
    abandon: () => db.close(),
  };
}

/** What is wrong with the schema of a part. */
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

async function copy(
  pool: pg.Pool,
  target: string,
  table: string,
  columns: readonly string[],
  rows: Iterable<readonly Value[]> | AsyncIterable<readonly Value[]>,
): Promise<number> {
  let count = 0;
  async function* chunks(): AsyncGenerator<string> {
    let chunk = '';
    for await (const row of rows) {
      checkRow(table, columns, row, ++count);
      chunk += `${row.map(toCopyText).join('\t')}\n`;
      if (chunk.length >= CHUNK_CHARACTERS) {
        yield chunk;
        chunk = '';
      }
    }
    if (chunk !== '') yield chunk;
  }
  const client = await pool.connect();
  try {
    await pipeline(
      Readable.from(chunks()),
      client.query(copyFrom(`copy ${target} (${columns.join(', ')}) from stdin`)),
    );
    client.release();
    return count;
  } catch (error) {
    // The connection may still be in the middle of the copy: it is not used again.
    client.release(true);
    throw error;
  }
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
