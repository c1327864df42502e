/** The scale-out engine: PostgreSQL behind the Database interface, through a pool of connections. */
import pg from 'pg';
import { type Database, isWhole, type Row, type Statement, type Value } from './database.ts';
import { type Migration, migrate } from './migrate.ts';
import { isBrokenConnection, isLostConnection, SwallowedConnection, told } from './postgres-away.ts';
import { watchSilence } from './postgres-silence.ts';
import { typeParser } from './postgres-types.ts';
import { checkParameters, countPlaceholders } from './values.ts';

/** Connections of one thread to one generation. */
const POOL_SIZE = 8;

/** Rows a cursor hands over at a time: a few hundred KB of ordinary rows. */
const FETCH_ROWS = 1_000;

/** Texts that a connection keeps prepared. Our own number in the hundreds; those that filters put together go unprepared. */
const STATEMENTS_MAX = 500;

/** A server that is there lets us in within milliseconds; on a crowded machine within a second. */
export const CONNECT_MS = 3_000;
/** No further attempt after this: with the wait for its connection, nobody learns later than in five seconds that there is none. */
const ATTEMPTS_MS = 1_500;
/** How much later than the server we give up on a statement: by then nobody is there to say so. */
const GRACE_MS = 1_000;
/** A portion of a stream; the first may wait for a whole table to be sorted. */
const FETCH_MS = 300_000;
/** A system asks the other end of an idle connection after this; ten questions without an answer, one a second, and it is gone. */
const KEEPALIVE_MS = 5_000;

/** Connections of a pool break together: who asks may meet all of them before one is opened that works. */
const READS_MAX = POOL_SIZE + 2;

const SCHEMA_LOCK = 7266003;

export interface PostgresOptions {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  poolSize?: number;
  /** A statement is given up after this, and so is waiting for a free connection. Default: never, for those who build. */
  statementTimeoutMs?: number;
}

export const openPostgres = (url: string, options: PostgresOptions): Database => overPool(openPool(url, options));

/** A schema of its own, made when it is missing. */
export async function openSchema(url: string, schema: string, options: Omit<PostgresOptions, 'searchPath'> = {}) {
  const database = openPostgres(url, { ...options, searchPath: [schema] });
  try {
    // Two processes that make it at once would collide in spite of `if not exists`: hence the lock.
    await database.write([
      { sql: `select pg_advisory_xact_lock(${SCHEMA_LOCK})` },
      { sql: `create schema if not exists ${schema}` },
    ]);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

/** A schema of its own, made and migrated however long that takes while the server is there, then opened with those of the options. */
export async function openMigrated(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  options: Omit<PostgresOptions, 'searchPath'>,
): Promise<Database> {
  const building = await openSchema(url, schema, { poolSize: 1 });
  try {
    await migrate(building, migrations);
  } finally {
    await building.close();
  }
  return openPostgres(url, { ...options, searchPath: [schema] });
}

export function openPool(url: string, { searchPath, poolSize = POOL_SIZE, statementTimeoutMs = 0 }: PostgresOptions) {
  const address = new URL(url);
  const settings = [`-c search_path=${searchPath.join(',')}`, `-c statement_timeout=${statementTimeoutMs}`];
  address.searchParams.set('options', [address.searchParams.get('options') ?? '', ...settings].join(' ').trim());
  const watch = watchSilence(url);
  const pool = new pg.Pool({
    connectionString: address.href,
    max: poolSize,
    keepAlive: true,
    keepAliveInitialDelayMillis: KEEPALIVE_MS,
    types: { getTypeParser: typeParser },
    Client: class extends PatientClient {
      constructor(config?: pg.ClientConfig) {
        super(config);
        watch.add(this);
      }
    },
    ...(statementTimeoutMs > 0 && {
      connectionTimeoutMillis: statementTimeoutMs,
      query_timeout: statementTimeoutMs + GRACE_MS,
    }),
  });
  // An idle connection broke (the server restarted): the pool has dropped it, and the next query opens another.
  pool.on('error', () => {});
  // One that breaks while somebody holds it, between two statements, is told to nobody else: without a listener the process dies.
  pool.on('connect', (client) => client.on('error', () => {}));
  pool.on('acquire', (client) => watch.use(client));
  pool.on('release', (_, client) => watch.rest(client));
  return pool;
}

/** Connects within its own time, however long others may wait for a connection to become free. */
class PatientClient extends pg.Client {
  constructor(config?: pg.ClientConfig) {
    super({ ...config, connectionTimeoutMillis: CONNECT_MS });
  }
}

export function overPool(pool: pg.Pool): Database {
  const query = statementsOf();
  const read = async (sql: string, params: readonly Value[] = []): Promise<Row[]> => {
    const { rows } = await readAgain(() => pool.query<Row>(query(sql, params)));
    return rows;
  };
  return {
    engine: 'postgres',
    all: <R>(sql: string, params?: readonly Value[]) => read(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await read(sql, params))[0] ?? null) as R | null,
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      try {
        yield* cursor(pool, query(sql, params)) as AsyncIterable<R>;
      } catch (error) {
        throw told(error);
      }
    },
    write: (statements) =>
      transaction(pool, statements, query).catch((error) => {
        if (lostAgainstAnother(error)) return transaction(pool, statements, query).catch(tellOn);
        throw told(error);
      }),
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
  const client = await begun(pool, 'begin');
  let broken: Error | undefined;
  try {
    const results: Row[][] = [];
    for (const { sql, params = [], isCondition } of statements) {
      const { rows } = await client.query<Row>(query(sql, params));
      results.push(rows);
      if (isCondition && rows.length === 0) break;
    }
    await client.query(isWhole(statements, results) ? 'commit' : 'rollback');
    return results;
  } catch (error) {
    broken = await undone(client, error);
    throw error;
  } finally {
    client.release(broken);
  }
}

/** A connection on which a transaction has begun: one that broke while it lay idle is found out before anything is written. */
async function begun(pool: pg.Pool, begin: string): Promise<pg.PoolClient> {
  const isEnough = attempts();
  for (;;) {
    const client = await pool.connect();
    try {
      await client.query(begin);
      return client;
    } catch (error) {
      client.release(error as Error);
      if (isEnough(error) || !isBrokenConnection(error)) throw error;
    }
  }
}

/** Rolls back; the error when the connection must not be used again. One that is lost rolls back by itself. */
async function undone(client: pg.PoolClient, error: unknown): Promise<Error | undefined> {
  if (isLostConnection(error)) return error as Error;
  return client.query('rollback').then(
    () => undefined,
    (failure: Error) => failure,
  );
}

/** Through a cursor in a read-only transaction, which ends when the reader has read all or enough. */
async function* cursor(pool: pg.Pool, { text, values }: ReturnType<Query>): AsyncGenerator<Row> {
  const fetch = { text: `fetch ${FETCH_ROWS} from rows`, query_timeout: FETCH_MS };
  const { client, first } = await readAgain(
    () => openCursor(pool, text, values, fetch),
    (error) => error,
  );
  let broken: Error | undefined;
  try {
    for (let rows = first; rows.length > 0; rows = (await client.query<Row>(fetch)).rows) {
      yield* rows;
      if (rows.length < FETCH_ROWS) return;
    }
  } catch (error) {
    broken = error as Error;
    throw error;
  } finally {
    broken = await undone(client, broken);
    client.release(broken);
  }
}

type Fetch = { text: string; query_timeout: number };

async function openCursor(pool: pg.Pool, text: string, values: unknown[], fetch: Fetch) {
  // Most streams are read to the end: plan for all rows, not for the first tenth. Each portion has its own deadline, which is ours.
  const client = await begun(
    pool,
    'begin read only; set local cursor_tuple_fraction = 1; set local statement_timeout = 0',
  );
  try {
    const declare = { text: `declare rows no scroll cursor for ${text}`, values, query_timeout: FETCH_MS };
    await client.query(declare);
    return { client, first: (await client.query<Row>(fetch)).rows };
  } catch (error) {
    client.release(await undone(client, error));
    throw error;
  }
}

/** Nothing was changed: what a broken connection or a replica's recovery took is read once more. */
async function readAgain<T>(run: () => Promise<T>, tell: (error: unknown) => unknown = told): Promise<T> {
  let isRecovering = false;
  const isEnough = attempts();
  for (;;) {
    try {
      return await run();
    } catch (error) {
      const isWorthIt = isBrokenConnection(error) || (cancelledByRecovery(error) && !isRecovering);
      if (isEnough(error) || !isWorthIt) throw tell(error);
      isRecovering ||= cancelledByRecovery(error);
    }
  }
}

/** Whether another attempt is worth it. Once more in any case where a connection was found out: the server answers on another. */
function attempts(): (error: unknown) => boolean {
  const since = performance.now();
  let count = 0;
  let isFoundOut = false;
  return (error) => {
    const isNews = error instanceof SwallowedConnection && !isFoundOut;
    isFoundOut ||= isNews;
    return ++count >= READS_MAX || (!isNews && performance.now() - since > ATTEMPTS_MS);
  };
}

const tellOn = (error: unknown): never => {
  throw told(error);
};

/** On a replica a read dies when the rows it looks at are being cleaned up on the primary. */
function cancelledByRecovery(error: unknown): boolean {
  if (!(error instanceof pg.DatabaseError)) return false;
  return error.code === '40001' || (error.code === '57014' && error.message.includes('recovery'));
}

/** Deadlock or serialization failure: all statements were undone and can be run again. */
const lostAgainstAnother = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && (error.code === '40P01' || error.code === '40001');
