/** What one database has of its thread's connections: its settings, its deadlines, and what it has under way. */
import pg from 'pg';
import type { Row } from '#data/store/database.ts';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { CONNECT_MS } from './client.ts';
import { isBrokenConnection, isLostConnection } from './connection-errors.ts';
import { THREAD_CONNECTIONS } from './connections.ts';
import { type Connection, isPrepared, openPool, type Pool, sharedPool, type Use } from './pool.ts';
import type { Profile, Query } from './profile.ts';
import { attemptLimit } from './retry.ts';

/** How much later than the server we give up on a statement: by then nobody is there to say so. */
const GRACE_MS = 1_000;
/** Those who build have no deadline for a statement, but wait no longer for a connection. */
const BUILDER_WAIT_MS = 60_000;
/** A prepared text gives other columns than it did: the connection that knows it would refuse it for ever. */
const PLAN_CHANGED = '0A000';

export interface PostgresOptions {
  /** Schemas in which unqualified names are looked up, in this order. */
  searchPath: readonly string[];
  /** Connections of this thread to the server, at most: all that say the same share them. */
  connections?: number | undefined;
  /** So many connections of its own instead. */
  poolSize?: number;
  /** A statement is given up after this, and so is waiting for a free connection. Default: never, for those who build. */
  statementTimeoutMs?: number;
}

export interface PoolHandle {
  pool: Pool;
  profile: Profile;
  /** How long somebody waits for a connection. */
  waitMs: number;
  /** When we give up on a statement ourselves; undefined: never. */
  queryMs: number | undefined;
  /** Whether callers wait for what it is asked: whatever has no deadline is a build. */
  isServing: boolean;
  /** Once what is under way has ended. */
  end(): Promise<void>;
  acquire(use: Use): Promise<Checkout>;
}

/** A connection for as long as somebody needs it. */
export interface Checkout {
  connection: Connection;
  /** With an error where it must not be used again. */
  release(error?: Error): void;
}

export function openPoolHandle(url: string, options: PostgresOptions): PoolHandle {
  const { searchPath, statementTimeoutMs = 0, connections = THREAD_CONNECTIONS, poolSize } = options;
  const { pool, leave } = poolSize === undefined ? sharedPool(url, connections) : ownPool(url, poolSize);
  const profile = pool.open({ searchPath, statementTimeoutMs });
  // One that is being opened has its own time.
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
      const over = (): void => {
        running.delete(promise);
        resolve();
      };
      try {
        const connection = await pool.acquire(profile, use, waitMs);
        return {
          connection,
          release(error) {
            pool.release(connection, error);
            over();
          },
        };
      } catch (error) {
        over();
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

/** On a connection with the settings of this database, outside of a transaction. */
export async function inSession<T>(
  lease: PoolHandle,
  work: (connection: Connection) => Promise<T>,
  isReusable: (error: unknown) => boolean,
): Promise<T> {
  const { connection, release: give } = await lease.acquire('read');
  try {
    if (connection.profile !== lease.profile) {
      await runQuery(lease, connection, { text: lease.profile.set });
      connection.profile = lease.profile;
    }
    const result = await work(connection);
    give();
    return result;
  } catch (error) {
    const isOurs = connection.profile === lease.profile;
    give(isOurs && isReusable(error) ? undefined : (error as Error));
    throw error;
  }
}

/**
 * A machine that is paused or cut off in the middle of a write would keep its locks until the server misses its connection, which
 * may take hours: the server ends the write. Between two statements of ours lie milliseconds.
 */
export const END_IF_IDLE = `; set local idle_in_transaction_session_timeout = '10s'`;

/** A connection on which a transaction has begun: one that broke while it lay idle is found out before anything is done. */
export async function beginTransaction(lease: PoolHandle, use: Use, begin: string, more = ''): Promise<Checkout> {
  const isEnough = attemptLimit();
  for (;;) {
    const held = await lease.acquire(use);
    const { connection, release: give } = held;
    const settings = connection.profile === lease.profile ? '' : `; ${lease.profile.setLocal}`;
    try {
      await runQuery(lease, connection, { text: begin + settings + more });
      return held;
    } catch (error) {
      give(error as Error);
      if (isEnough(error) || !isBrokenConnection(error)) throw error;
    }
  }
}

/** Rolls back; the error when the connection must not be used again. One that is lost rolls back by itself. */
export async function rollBack(lease: PoolHandle, connection: Connection, error: unknown): Promise<Error | undefined> {
  if (isLostConnection(error)) return error as Error;
  return runQuery(lease, connection, { text: 'rollback' }).then(
    () => (isPlanChanged(error) ? (error as Error) : undefined),
    (failure: Error) => failure,
  );
}

export async function runQuery(lease: PoolHandle, connection: Connection, query: Partial<Query>): Promise<Row[]> {
  if (query.name !== undefined && !isPrepared(connection, query.name, lease.profile)) delete query.name;
  const end = query.query_timeout === undefined ? deadline(lease, connection) : undefined;
  try {
    return (await connection.client.query<Row>(query as Query)).rows;
  } finally {
    end?.();
  }
}

/** Not by the driver's own clock, which runs on while we stand still. The words are the driver's. */
function deadline({ queryMs }: PoolHandle, { client }: Connection): (() => void) | undefined {
  if (queryMs === undefined) return undefined;
  return afterLoopTime(queryMs, () => client.connection.stream.destroy(new Error('Query read timeout')));
}

/** A single statement that the server refused leaves the connection as it was. */
export const isRefused = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && !isLostConnection(error) && !isPlanChanged(error);

const isPlanChanged = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === PLAN_CHANGED;
