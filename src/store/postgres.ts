/** The scale-out engine: PostgreSQL behind the Database interface, through a pool of connections. */
import pg from 'pg';
import type { Database, Row, Statement, Value } from './database.ts';
import { typeParser } from './postgres-types.ts';
import { checkParameters, countPlaceholders } from './values.ts';

/** Connections of one thread to one generation. */
const POOL_SIZE = 8;

/** Rows a cursor hands over at a time: a few hundred KB of ordinary rows. */
const FETCH_ROWS = 1_000;

/** Texts that a connection keeps prepared. Our own number in the hundreds; those that filters put together go unprepared. */
const STATEMENTS_MAX = 500;

const SCHEMA_LOCK = 7266003;

export interface PostgresOptions {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  poolSize?: number;
  /** The server gives up on a statement after this. Default: never. */
  statementTimeoutMs?: number;
}

export const openPostgres = (url: string, options: PostgresOptions): Database => overPool(openPool(url, options));

/** A schema of its own, made when it is missing. */
export async function openSchema(url: string, schema: string, options: Omit<PostgresOptions, 'searchPath'> = {}) {
  const database = openPostgres(url, { ...options, searchPath: [schema] });
  // Two processes that make it at once would collide in spite of `if not exists`: hence the lock.
  await database.write([
    { sql: `select pg_advisory_xact_lock(${SCHEMA_LOCK})` },
    { sql: `create schema if not exists ${schema}` },
  ]);
  return database;
}

export function openPool(url: string, { searchPath, poolSize = POOL_SIZE, statementTimeoutMs = 0 }: PostgresOptions) {
  const address = new URL(url);
  const settings = [`-c search_path=${searchPath.join(',')}`, `-c statement_timeout=${statementTimeoutMs}`];
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', ...settings].join(' ').trim());
  const pool = new pg.Pool({
    connectionString: address.href,
    max: poolSize,
    keepAlive: true,
    types: { getTypeParser: typeParser },
  });
  // An idle connection broke (the server restarted): the pool has dropped it, and the next query opens another.
  pool.on('error', () => {});
  return pool;
}

export function overPool(pool: pg.Pool): Database {
  const query = statementsOf();
  const read = async (sql: string, params: readonly Value[] = []): Promise<Row[]> => {
    const { rows } = await tryAgain(cancelledByRecovery, () => pool.query<Row>(query(sql, params)));
    return rows;
  };
  return {
    engine: 'postgres',
    all: <R>(sql: string, params?: readonly Value[]) => read(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await read(sql, params))[0] ?? null) as R | null,
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      yield* cursor(pool, query(sql, params)) as AsyncIterable<R>;
    },
    write: (statements) => tryAgain(lostAgainstAnother, () => transaction(pool, statements, query)),
    async close() {
      if (!pool.ending) await pool.end();
    },
  };
}

type Query = (sql: string, params: readonly Value[]) => { text: string; values: unknown[]; name?: string };

/** Checks parameters, and names a text from its second use on, so that a connection plans it once. */
function statementsOf(): Query {
  const known = new Map<string, { count: number; name: string; used: boolean }>();
  return (sql, params) => {
    let statement = known.get(sql);
    if (!statement) {
      statement = { count: countPlaceholders(sql), name: `s${known.size}`, used: false };
      if (known.size < STATEMENTS_MAX) known.set(sql, statement);
    }
    checkParameters(sql, statement.count, params);
    const values = params.map((value) => (typeof value === 'boolean' ? Number(value) : value));
    if (!statement.used) {
      statement.used = true;
      return { text: sql, values };
    }
    return { text: sql, values, name: statement.name };
  };
}

async function transaction(pool: pg.Pool, statements: readonly Statement[], query: Query): Promise<Row[][]> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query('begin');
    const results: Row[][] = [];
    for (const { sql, params = [] } of statements) results.push((await client.query<Row>(query(sql, params))).rows);
    await client.query('commit');
    return results;
  } catch (error) {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    throw error;
  } finally {
    client.release(broken);
  }
}

/** Through a cursor in a read-only transaction, which ends when the reader has read all or enough. */
async function* cursor(pool: pg.Pool, { text, values }: ReturnType<Query>): AsyncGenerator<Row> {
  const fetch = `fetch ${FETCH_ROWS} from rows`;
  const { client, first } = await tryAgain(cancelledByRecovery, () => openCursor(pool, text, values, fetch));
  let broken: Error | undefined;
  try {
    for (let rows = first; rows.length > 0; rows = (await client.query<Row>(fetch)).rows) {
      yield* rows;
      if (rows.length < FETCH_ROWS) return;
    }
  } finally {
    await client.query('rollback').catch((failure: Error) => {
      broken = failure;
    });
    client.release(broken);
  }
}

async function openCursor(pool: pg.Pool, text: string, values: unknown[], fetch: string) {
  const client = await pool.connect();
  try {
    // Most streams are read to the end: plan for all rows, not for the first tenth.
    await client.query('begin read only; set local cursor_tuple_fraction = 1');
    await client.query(`declare rows no scroll cursor for ${text}`, values);
    return { client, first: (await client.query<Row>(fetch)).rows };
  } catch (error) {
    const failure = await client.query('rollback').then(
      () => undefined,
      (reason: Error) => reason,
    );
    client.release(failure);
    throw error;
  }
}

async function tryAgain<T>(worthIt: (error: unknown) => boolean, run: () => Promise<T>): Promise<T> {
  try {
    return await run();
  } catch (error) {
    if (!worthIt(error)) throw error;
    return run();
  }
}

/** On a replica a read dies when the rows it looks at are being cleaned up on the primary. */
function cancelledByRecovery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || (error.code === '57014' && error.message.includes('recovery'));
}

/** Deadlock or serialization failure: all statements were undone and can be run again. */
const lostAgainstAnother = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
