/** A database's handle on its thread's connection pool: settings, timeouts, and connections in use. */
import pg from 'pg';
import type { Row } from '#data/store/database.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { CONNECT_MS } from './client.ts';
import { isBrokenConnection, isLostConnection } from './connection-errors.ts';
import { THREAD_CONNECTIONS } from './connections.ts';
import { type Connection, isPrepared, openPool, type Pool, sharedPool, type Use } from './pool.ts';
import type { Profile, Query } from './profile.ts';
import { attemptLimit } from './retry.ts';

/** The client gives up this much later than the server's own statement timeout. */
const GRACE_MS = 1_000;
/** Builds have no statement timeout, but wait no longer for a connection. */
const BUILDER_WAIT_MS = 60_000;
/** A prepared statement now returns other columns: its connection would refuse it for ever. */
const PLAN_CHANGED = '0A000';

export interface PostgresOptions {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  /** Maximum connections of this thread to the server, shared by all databases with the same number. */
  connections?: number | undefined;
  /** A pool of its own with this many connections instead. */
  poolSize?: number;
  /** Timeout of a statement and of waiting for a connection. Default: none, for builds. */
  statementTimeoutMs?: number;
}

export interface PoolHandle {
  pool: Pool;
  profile: Profile;
  /** How long to wait for a connection. */
  waitMs: number;
  /** The client's own statement timeout; undefined: none. */
  queryMs: number | undefined;
  /** Whether requests wait for it: a database without a timeout belongs to a build. */
  isServing: boolean;
  /** Resolves when all connections are released. */
  end(): Promise<void>;
  acquire(use: Use): Promise<Checkout>;
}

/** A connection in use. */
export interface Checkout {
  connection: Connection;
  /** With an error if it must not be reused. */
  release(error?: Error): void;
}

export function openPoolHandle(url: string, options: PostgresOptions): PoolHandle {
  const { searchPath, statementTimeoutMs = 0, connections = THREAD_CONNECTIONS, poolSize } = options;
  const { pool, leave } = poolSize === undefined ? sharedPool(url, connections) : ownPool(url, poolSize);
  const profile = pool.open({ searchPath, statementTimeoutMs });
  // Opening a connection has its own timeout.
  const waitMs = statementTimeoutMs > 0 ? Math.max(statementTimeoutMs, CONNECT_MS) : BUILDER_WAIT_MS;
  const running = new Set<Promise<void>>();
  let isClosed = false;
  return {
    pool,
    profile,
    waitMs,
    queryMs: statementTimeoutMs > 0 ? statementTimeoutMs + GRACE_MS : undefined,
    isServing: statementTimeoutMs > 0,
    async acquire(use) {
      if (isClosed) throw new Error('The database is closed.');
      const { promise, resolve } = Promise.withResolvers<void>();
      running.add(promise);
      const settle = (): void => {
        running.delete(promise);
        resolve();
      };
      try {
        const connection = await pool.acquire(profile, use, waitMs);
        return {
          connection,
          release(error) {
            pool.release(connection, error);
            settle();
          },
        };
      } catch (error) {
        settle();
        throw error;
      }
    },
    async end() {
      if (isClosed) return;
      isClosed = true;
      await Promise.all(running);
      pool.close(profile);
      leave();
    },
  };
}

function ownPool(url: string, size: number) {
  const pool = openPool(url, size);
  return { pool, leave: pool.end };
}

/** Runs on a connection with the settings of this database, outside of a transaction. */
export async function inSession<T>(
  handle: PoolHandle,
  work: (connection: Connection) => Promise<T>,
  isReusable: (error: unknown) => boolean,
): Promise<T> {
  const { connection, release } = await handle.acquire('read');
  try {
    if (connection.profile !== handle.profile) {
      await runQuery(handle, connection, { text: handle.profile.set });
      connection.profile = handle.profile;
    }
    const result = await work(connection);
    release();
    return result;
  } catch (error) {
    const isCurrent = connection.profile === handle.profile;
    release(isCurrent && isReusable(error) ? undefined : (error as Error));
    throw error;
  }
}

/**
 * A machine that stops in the middle of a write would hold its locks until the server misses its connection, which may
 * take hours: the server ends the write instead. Between two statements of a write lie milliseconds.
 */
export const END_IF_IDLE = `; set local idle_in_transaction_session_timeout = '10s'`;

/** A connection on which a transaction has begun; one that broke while idle is replaced before any statement. */
export async function beginTransaction(handle: PoolHandle, use: Use, begin: string, more = ''): Promise<Checkout> {
  const isEnough = attemptLimit();
  for (;;) {
    const checkout = await handle.acquire(use);
    const { connection, release } = checkout;
    const settings = connection.profile === handle.profile ? '' : `; ${handle.profile.setLocal}`;
    try {
      await runQuery(handle, connection, { text: begin + settings + more });
      return checkout;
    } catch (error) {
      release(error as Error);
      if (isEnough(error) || !isBrokenConnection(error)) throw error;
    }
  }
}

/** Rolls back; returns the error if the connection must not be reused. A lost one rolls back by itself. */
export async function rollBack(handle: PoolHandle, connection: Connection, error: unknown): Promise<Error | undefined> {
  if (isLostConnection(error)) return error as Error;
  return runQuery(handle, connection, { text: 'rollback' }).then(
    () => (isPlanChanged(error) ? (error as Error) : undefined),
    (failure: Error) => failure,
  );
}

export async function runQuery(handle: PoolHandle, connection: Connection, query: Partial<Query>): Promise<Row[]> {
  if (query.name !== undefined && !isPrepared(connection, query.name, handle.profile)) delete query.name;
  const end = query.query_timeout === undefined ? deadline(handle, connection) : undefined;
  try {
    return (await connection.client.query<Row>(query as Query)).rows;
  } finally {
    end?.();
  }
}

/** The driver's own timeout runs on while the process is suspended. The error text is the driver's. */
function deadline({ queryMs }: PoolHandle, { client }: Connection): (() => void) | undefined {
  if (queryMs === undefined) return undefined;
  return afterLoopTime(queryMs, () => client.connection.stream.destroy(new Error('Query read timeout')));
}

/** A single statement that the server refused leaves the connection as it was. */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !isLostConnection(error) && !isPlanChanged(error);

const isPlanChanged = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === PLAN_CHANGED;
