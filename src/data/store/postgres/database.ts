/** The scale-out engine: PostgreSQL behind the Database interface, over the connections of this thread. */
import type pg from 'pg';
import { type Database, isWhole, type Row, type Statement, type Value } from '#data/store/database.ts';
import { type Migration, migrate, missingMigrations, pendingMigrations } from '#data/store/migrate.ts';
import { told } from './connection-errors.ts';
import { cursor } from './cursor.ts';
import {
  ask,
  begun,
  inSession,
  isRefused,
  type Lease,
  leaseOf,
  type PostgresOptions,
  STANDSTILL,
  undone,
} from './lease.ts';
import { lostAgainstAnother, readAgain } from './retry.ts';

const SCHEMA_LOCK = 7266003;

export const openPostgres = (url: string, options: PostgresOptions): Database => overLease(leaseOf(url, options));

/** A database whose tables are being made: beside it, whatever else is done on a connection with its settings. */
export interface Building {
  db: Database;
  session<T>(work: (client: pg.Client) => Promise<T>): Promise<T>;
}

export function openBuilding(url: string, options: PostgresOptions): Building {
  const lease = leaseOf(url, options);
  return {
    db: overLease(lease),
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

export interface MigratedOptions extends Omit<PostgresOptions, 'searchPath'> {
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
    if (!(await isMade(database, schema)) || (await pending(database, migrations)).length > 0)
      await makeUpToDate(url, schema, migrations, options.connections);
    return database;
  } catch (error) {
    await database.close();
    throw error;
  }
}

async function isMade(database: Database, schema: string): Promise<boolean> {
  const row = await database.one<{ made: string | null }>(
    `select to_regclass('${schema}.schema_migration')::text as made`,
  );
  return row?.made != null;
}

async function makeUpToDate(
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

function overLease(lease: Lease): Database {
  const { profile } = lease;
  const read = (sql: string, params: readonly Value[] = []): Promise<Row[]> =>
    readAgain(async () => {
      const query = profile.query(sql, params);
      return inSession(lease, (connection) => ask(lease, connection, query), isRefused);
    });
  return {
    engine: 'postgres',
    all: <R>(sql: string, params?: readonly Value[]) => read(sql, params) as Promise<R[]>,
    one: async <R>(sql: string, params?: readonly Value[]) => ((await read(sql, params))[0] ?? null) as R | null,
    async *stream<R>(sql: string, params: readonly Value[] = []) {
      try {
        yield* cursor(lease, profile.query(sql, params)) as AsyncIterable<R>;
      } catch (error) {
        throw told(error);
      }
    },
    write: (statements) =>
      transaction(lease, statements).catch((error) => {
        if (lostAgainstAnother(error)) return transaction(lease, statements).catch(tellOn);
        throw told(error);
      }),
    close: lease.end,
  };
}

async function transaction(lease: Lease, statements: readonly Statement[]): Promise<Row[][]> {
  const { connection, give } = await begun(lease, 'transaction', 'begin', STANDSTILL);
  let broken: Error | undefined;
  try {
    const results: Row[][] = [];
    for (const { sql, params = [], isCondition } of statements) {
      const rows = await ask(lease, connection, lease.profile.query(sql, params));
      results.push(rows);
      if (isCondition && rows.length === 0) break;
    }
    await ask(lease, connection, { text: isWhole(statements, results) ? 'commit' : 'rollback' });
    return results;
  } catch (error) {
    broken = await undone(lease, connection, error);
    throw error;
  } finally {
    give(broken);
  }
}

const tellOn = (error: unknown): never => {
  throw told(error);
};
