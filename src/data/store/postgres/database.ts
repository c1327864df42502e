/** The scale-out engine: PostgreSQL behind the Database interface, over the connections of this thread. */
import type pg from 'pg';
import { type Database, isWhole, type Row, type Statement, type Value } from '#data/store/database.ts';
import { type Migration, migrate, missingMigrations, pendingMigrations } from '#data/store/migrate.ts';
import { toStoreError } from './connection-errors.ts';
import {
  beginTransaction,
  type Checkout,
  END_IF_IDLE,
  inSession,
  isRefused,
  openPoolHandle,
  type PoolHandle,
  type PostgresOptions,
  rollBack,
  runQuery,
} from './pool-handle.ts';
import type { Query } from './profile.ts';
import { isConflict, retryRead } from './retry.ts';

const SCHEMA_LOCK = 7266003;

export const openPostgres = (url: string, options: PostgresOptions): Database =>
  databaseOver(openPoolHandle(url, options));

/** A database during a build, with access to a connection with its settings. */
export interface BuildDatabase {
  db: Database;
  session<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

export function openBuildDatabase(url: string, options: PostgresOptions): BuildDatabase {
  const handle = openPoolHandle(url, options);
  return {
    db: databaseOver(handle),
    // Not reused after an error: the connection may be in the middle of a command.
    session: (work) =>
      inSession(
        handle,
        ({ client }) => work(client),
        () => false,
      ),
  };
}

/** A schema of its own, created if missing. */
export async function openSchema(url: string, schema: string, options: Omit<PostgresOptions, 'searchPath'> = {}) {
  const database = openPostgres(url, { ...options, searchPath: [schema] });
  try {
    // `create schema if not exists` of two processes would collide: hence the lock.
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

interface MigratedOptions extends Omit<PostgresOptions, 'searchPath'> {
  /** Whether another thread of this process has opened it before: a newer release may have started beside it since. */
  isRunning?: boolean | undefined;
}

/**
 * Opens a schema, created and migrated first if needed, without a statement timeout. If nothing is missing, nothing is
 * written or locked, so that a start does not disturb running processes.
 */
export async function openMigrated(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  { isRunning = false, ...options }: MigratedOptions,
): Promise<Database> {
  const database = openPostgres(url, { ...options, searchPath: [schema] });
  const pending = isRunning ? missingMigrations : pendingMigrations;
  try {
    if (!(await hasMigrations(database, schema)) || (await pending(database, migrations)).length > 0)
      await migrateSchema(url, schema, migrations, options.connections);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function hasMigrations(database: Database, schema: string): Promise<boolean> {
  const row = await database.one<{ made: string | null }>(
    `select to_regclass('${schema}.schema_migration')::text as made`,
  );
  return row?.made != null;
}

async function migrateSchema(
  url: string,
  schema: string,
  migrations: readonly Migration[],
  connections?: number,
): Promise<void> {
  const building = await openSchema(url, schema, { connections });
  try {
    await migrate(building, migrations);
  } finally {
    await building.close();
  }
}

function databaseOver(handle: PoolHandle): Database {
  const { profile } = handle;
  const read = (sql: string, params: readonly Value[] = []): Promise<Row[]> =>
    retryRead(async () => {
      const query = profile.query(sql, params);
      return inSession(handle, (connection) => runQuery(handle, connection, query), isRefused);
    });
  return {
    engine: 'postgres',
    all: <R>(sql: string, params?: readonly Value[]) => read(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await read(sql, params))[0] ?? null) as R | null,
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      try {
        yield* cursor(handle, profile.query(sql, params)) as AsyncIterable<R>;
      } catch (error) {
        throw toStoreError(error);
      }
    },
    write: (statements) =>
      transaction(handle, statements).catch((error) => {
        if (isConflict(error)) return transaction(handle, statements).catch(rethrow);
        throw toStoreError(error);
      }),
    close: handle.end,
  };
}

async function transaction(handle: PoolHandle, statements: readonly Statement[]): Promise<Row[][]> {
  const { connection, release } = await beginTransaction(handle, 'transaction', 'begin', END_IF_IDLE);
  let broken: Error | undefined;
  try {
    const results: Row[][] = [];
    for (const { sql, params = [], isCondition } of statements) {
      const rows = await runQuery(handle, connection, handle.profile.query(sql, params));
      results.push(rows);
      if (isCondition && rows.length === 0) break;
    }
    await runQuery(handle, connection, { text: isWhole(statements, results) ? 'commit' : 'rollback' });
    return results;
  } catch (error) {
    broken = await rollBack(handle, connection, error);
    throw error;
  } finally {
    release(broken);
  }
}

const rethrow = (error: unknown): never => {
  throw toStoreError(error);
};

/** Rows per fetch of a cursor: a few hundred KB of ordinary rows. */
const FETCH_ROWS = 1_000;
/** Timeout of a fetch; the first may wait for a whole table to be sorted. */
const FETCH_MS = 300_000;

/**
 * Rows one by one, through a cursor in a read-only transaction. For serving threads the last chunk, usually the first,
 * is yielded after the connection is released, however slowly it is read. Builds read at full speed and keep the
 * transaction to the end.
 */
async function* cursor(handle: PoolHandle, query: Query): AsyncGenerator<Row> {
  const first = await retryRead(
    () => openCursor(handle, query),
    (error) => error,
  );
  let checkout: Checkout | null = first.checkout;
  let rows = first.first;
  const end = async ({ connection, release }: Checkout, error?: unknown): Promise<void> => {
    checkout = null;
    release(await rollBack(handle, connection, error));
  };
  try {
    while (rows.length === FETCH_ROWS) {
      yield* rows;
      rows = await portion(handle, checkout);
    }
    if (handle.isServing) await end(checkout);
    yield* rows;
  } catch (error) {
    if (checkout) await end(checkout, error);
    throw error;
  } finally {
    if (checkout) await end(checkout);
  }
}

async function openCursor(handle: PoolHandle, { text, values }: Query): Promise<{ checkout: Checkout; first: Row[] }> {
  // Most streams are read to the end: plan for all rows, not for the first tenth. The client times each fetch.
  const more = '; set local cursor_tuple_fraction = 1; set local statement_timeout = 0';
  const checkout = await beginTransaction(handle, 'stream', 'begin read only', more);
  const { connection, release } = checkout;
  const declare = { text: `declare rows no scroll cursor for ${text}`, values, query_timeout: FETCH_MS };
  try {
    await runQuery(handle, connection, declare);
    return { checkout, first: await portion(handle, checkout) };
  } catch (error) {
    release(await rollBack(handle, connection, error));
    throw error;
  }
}

const portion = (handle: PoolHandle, { connection }: Checkout): Promise<Row[]> =>
  runQuery(handle, connection, { text: `fetch ${FETCH_ROWS} from rows`, query_timeout: FETCH_MS });
