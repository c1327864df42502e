/** The scale-out engine: PostgreSQL behind the Database interface, over the connections of this thread. */
import type pg from 'pg';
import { isWhole, type Database, type Row, type Statement, type Value } from '#data/store/database.ts';
import { migrate, missingMigrations, pendingMigrations, type Migration } from '#data/store/migrate.ts';
import { toStoreError } from './connection-errors.ts';
import { END_IF_IDLE, beginTransaction, inSession, isRefused, openPoolHandle, rollBack, runQuery, type Checkout, type PoolHandle, type PostgresOptions } from './pool-handle.ts';
import { isConflict, retryRead } from './retry.ts';
import { type Query } from './profile.ts';

const SCHEMA_LOCK = 7266003;

export const openPostgres = (url: string, options: PostgresOptions): Database => databaseOver(openPoolHandle(url, options));

/** A database whose tables are being made: beside it, whatever else is done on a connection with its settings. */
export interface BuildDatabase {
  db: Database;
  session<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

export function openBuildDatabase(url: string, options: PostgresOptions): BuildDatabase {
  const lease = openPoolHandle(url, options);
  return {
    db: databaseOver(lease),
    // A connection on which this failed may be in the middle of something: it is not used again.
    session: (work) =>
      inSession(
        lease,
        ({ client }) => work(client),
        () => false,
      ),
  };
}

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

interface MigratedOptions extends Omit<PostgresOptions, 'searchPath'> {
  /** Whether another thread of this process has opened it before: a newer release may have been started beside it since. */
  isRunning?: boolean | undefined;
}

/**
 * A schema of its own, made and migrated however long that takes while the server is there, then opened with those of the options.
 * Where nothing is to be done nothing is written, nor locked: a start is no trouble for those who run.
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

function databaseOver(lease: PoolHandle): Database {
  const { profile } = lease;
  const read = (sql: string, params: readonly Value[] = []): Promise<Row[]> =>
    retryRead(async () => {
      const query = profile.query(sql, params);
      return inSession(lease, (connection) => runQuery(lease, connection, query), isRefused);
    });
  return {
    engine: 'postgres',
    all: <R>(sql: string, params?: readonly Value[]) => read(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await read(sql, params))[0] ?? null) as R | null,
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      try {
        yield* cursor(lease, profile.query(sql, params)) as AsyncIterable<R>;
      } catch (error) {
        throw toStoreError(error);
      }
    },
    write: (statements) =>
      transaction(lease, statements).catch((error) => {
        if (isConflict(error)) return transaction(lease, statements).catch(tellOn);
        throw toStoreError(error);
      }),
    close: lease.end,
  };
}

async function transaction(lease: PoolHandle, statements: readonly Statement[]): Promise<Row[][]> {
  const { connection, release: give } = await beginTransaction(lease, 'transaction', 'begin', END_IF_IDLE);
  let broken: Error | undefined;
  try {
    const results: Row[][] = [];
    for (const { sql, params = [], isCondition } of statements) {
      const rows = await runQuery(lease, connection, lease.profile.query(sql, params));
      results.push(rows);
      if (isCondition && rows.length === 0) break;
    }
    await runQuery(lease, connection, { text: isWhole(statements, results) ? 'commit' : 'rollback' });
    return results;
  } catch (error) {
    broken = await rollBack(lease, connection, error);
    throw error;
  } finally {
    give(broken);
  }
}

const tellOn = (error: unknown): never => {
  throw toStoreError(error);
};

/** Rows a cursor hands over at a time: a few hundred KB of ordinary rows. */
const FETCH_ROWS = 1_000;
/** A portion of a stream; the first may wait for a whole table to be sorted. */
const FETCH_MS = 300_000;

/**
 * Where callers wait, the last portion, which for most is the first, is handed over when the connection is free again, however slowly
 * it is read. Who builds reads as fast as it goes, and keeps the transaction to the end.
 */
async function* cursor(lease: PoolHandle, query: Query): AsyncGenerator<Row> {
  const opened = await retryRead(
    () => openCursor(lease, query),
    (error) => error,
  );
  let held: Checkout | null = opened.held;
  let rows = opened.first;
  const end = async ({ connection, release: give }: Checkout, error?: unknown): Promise<void> => {
    held = null;
    give(await rollBack(lease, connection, error));
  };
  try {
    while (rows.length === FETCH_ROWS) {
      yield* rows;
      rows = await portion(lease, held);
    }
    if (lease.isServing) await end(held);
    yield* rows;
  } catch (error) {
    if (held) await end(held, error);
    throw error;
  } finally {
    if (held) await end(held);
  }
}

async function openCursor(lease: PoolHandle, { text, values }: Query): Promise<{ held: Checkout; first: Row[] }> {
  // Most streams are read to the end: plan for all rows, not for the first tenth. Each portion has its own deadline, which is ours.
  const more = '; set local cursor_tuple_fraction = 1; set local statement_timeout = 0';
  const held = await beginTransaction(lease, 'stream', 'begin read only', more);
  const { connection, release: give } = held;
  const declare = { text: `declare rows no scroll cursor for ${text}`, values, query_timeout: FETCH_MS };
  try {
    await runQuery(lease, connection, declare);
    return { held, first: await portion(lease, held) };
  } catch (error) {
    give(await rollBack(lease, connection, error));
    throw error;
  }
}

const portion = (lease: PoolHandle, { connection }: Checkout): Promise<Row[]> =>
  runQuery(lease, connection, { text: `fetch ${FETCH_ROWS} from rows`, query_timeout: FETCH_MS });
