/**
 * The connections of one thread to one PostgreSQL server, shared by all stores and part groups: a read takes one with
 * its settings, or changes them; a transaction sets them locally. Without a free connection callers queue, up to a
 * timeout.
 */
import type pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { connect, newClient } from './client.ts';
import { NoFreeConnection } from './connection-errors.ts';
import { isConnectionLimit, trackRefusals } from './connection-limit.ts';
import { watchLiveness } from './connection-liveness.ts';
import { newProfile, type Profile, type Settings, STATEMENTS_MAX } from './profile.ts';

/** Connections idle for longer are closed. */
const IDLE_MS = 60_000;
const SWEEP_MS = 10_000;
/** How often the head of the queue is passed over for a caller with matching settings: changing them costs one round trip. */
const SKIPS_MAX = 2;
/** How far into the queue to search for such a caller. */
const SCAN_MAX = 6;

/** `stream`: held until its reader has finished, which may request other connections meanwhile. */
export type Use = 'read' | 'transaction' | 'stream';

export interface Connection {
  readonly client: pg.Client;
  /** The settings it has outside of transactions. */
  profile: Profile;
  /** Its prepared statements, and the profiles they belong to. */
  readonly names: Set<string>;
  readonly prepared: Set<Profile>;
  use: Use;
  idleSince: number;
  /** Has statements of a closed profile: not reused. */
  isStale: boolean;
}

export interface Pool {
  /** The same settings share a profile until every user has closed it. */
  open(settings: Settings): Profile;
  close(profile: Profile): void;
  /** Throws when none becomes free within `waitMs`, or none can be opened. */
  acquire(profile: Profile, use: Use, waitMs: number): Promise<Connection>;
  /** With an error if it must not be reused. */
  release(connection: Connection, error?: Error): void;
  /** Closes all connections: those in use as soon as they are released. */
  end(): void;
}

interface Waiter {
  profile: Profile;
  use: Use;
  skipped: number;
  isOver: boolean;
  resolve(connection: Connection): void;
  reject(error: unknown): void;
}

export function openPool(url: string, size: number): Pool {
  const watch = watchLiveness(url);
  const profiles = new Map<string, { profile: Profile; users: number }>();
  let nextNumber = 0;
  const alive = new Set<Connection>();
  let opening = 0;
  /** Most recently used last. */
  const idle: Connection[] = [];
  const queue: Waiter[] = [];
  /** Half of the pool at most: readers of streams that run other queries meanwhile always find a connection. */
  const streamsMax = Math.ceil(size / 2);
  let streams = 0;
  const refusals = trackRefusals(() => serveQueue());
  let isEnded = false;

  const mayOpen = (): boolean => !isEnded && alive.size + opening < size && refusals.mayOpen(alive.size, opening);
  const mayHave = ({ use }: { use: Use }): boolean => use !== 'stream' || streams < streamsMax;

  const assign = (connection: Connection, { use, resolve }: Pick<Waiter, 'use' | 'resolve'>): void => {
    connection.use = use;
    if (use === 'stream') streams++;
    resolve(connection);
  };

  const leave = (connection: Connection): void => {
    if (!alive.delete(connection)) return;
    const index = idle.indexOf(connection);
    if (index >= 0) idle.splice(index, 1);
    serveQueue();
  };

  const drop = (connection: Connection): void => {
    leave(connection);
    // Errors while closing are irrelevant.
    connection.client.end().catch(() => {});
  };

  const openConnection = async (profile: Profile): Promise<Connection> => {
    const client = newClient(url, profile.startup);
    watch.add(client);
    const connection: Connection = {
      client,
      profile,
      names: new Set<string>(),
      prepared: new Set<Profile>(),
      use: 'read',
      idleSince: 0,
      isStale: false,
    };
    // `error` precedes `end`.
    for (const event of ['error', 'end'] as const) client.once(event, () => leave(connection));
    opening++;
    try {
      await connect(client);
      alive.add(connection);
      refusals.forget();
      return connection;
    } finally {
      opening--;
    }
  };

  const requeue = (waiting: Waiter): void => {
    if (isEnded) waiting.reject(closedError());
    else if (!waiting.isOver) queue.unshift(waiting);
  };

  const openFor = async (waiting: Waiter): Promise<void> => {
    try {
      const connection = await openConnection(waiting.profile);
      if (isEnded) {
        drop(connection);
        waiting.reject(closedError());
      } else if (!waiting.isOver && mayHave(waiting)) assign(connection, waiting);
      else {
        requeue(waiting);
        handOver(connection);
      }
    } catch (error) {
      if (!isConnectionLimit(error)) {
        refusals.forget();
        waiting.reject(error);
      } else if (refusals.refused(alive.size, opening)) requeue(waiting);
      // No connection will be released to those that wait.
      else for (const one of [waiting, ...queue.splice(0)]) one.reject(error);
    }
    serveQueue();
  };

  /** The head of the queue, or a later caller that can use this connection as it is. */
  const nextFor = (connection: Connection): Waiter | undefined => {
    const first = queue.findIndex(mayHave);
    if (first < 0) return undefined;
    const head = queue[first] as Waiter;
    const fits = ({ use, profile }: Waiter): boolean => use !== 'read' || profile === connection.profile;
    const scanned = queue.slice(first, first + SCAN_MAX);
    const index = head.skipped < SKIPS_MAX ? scanned.findIndex((one) => mayHave(one) && fits(one)) : 0;
    if (index > 0) head.skipped++;
    return queue.splice(first + Math.max(0, index), 1)[0];
  };

  /** Passes the connection to a waiting caller, or makes it idle. */
  const handOver = (connection: Connection): void => {
    const isUsed = !isEnded && !connection.isStale;
    const next = isUsed ? nextFor(connection) : undefined;
    if (!isUsed) drop(connection);
    else if (next) assign(connection, next);
    else {
      connection.idleSince = performance.now();
      idle.push(connection);
      watch.rest(connection.client);
    }
  };

  /** After a change for waiting callers: a connection closed, or one may be opened. */
  const serveQueue = (): void => {
    while (queue.some(mayHave)) {
      const resting = idle.pop();
      if (resting) {
        watch.use(resting.client);
        assign(resting, nextFor(resting) as Waiter);
      } else if (mayOpen()) void openFor(queue.splice(queue.findIndex(mayHave), 1)[0] as Waiter);
      else return;
    }
  };

  /**
   * An idle connection: with its settings; for a transaction any; for a read one with other settings only if no further
   * may be opened.
   */
  const resting = (profile: Profile, use: Use): Connection | undefined => {
    const index = idle.findLastIndex((one) => one.profile === profile);
    const other = use !== 'read' ? idle.length - 1 : mayOpen() ? -1 : 0;
    const [match] = index >= 0 ? idle.splice(index, 1) : other >= 0 ? idle.splice(other, 1) : [];
    if (match) watch.use(match.client);
    return match;
  };

  const take = (profile: Profile, use: Use, waitMs: number): Promise<Connection> => {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    if (isEnded) reject(closedError());
    const match = mayHave({ use }) && !isEnded ? resting(profile, use) : undefined;
    if (match) assign(match, { use, resolve });
    if (match || isEnded) return promise;
    const waiting: Waiter = { profile, use, skipped: 0, isOver: false, resolve, reject };
    const end = afterLoopTime(waitMs, () => {
      waiting.isOver = true;
      const index = queue.indexOf(waiting);
      if (index >= 0) queue.splice(index, 1);
      reject(new NoFreeConnection(waitMs));
    });
    if (mayHave(waiting) && mayOpen()) void openFor(waiting);
    else queue.push(waiting);
    return promise.finally(end);
  };

  const sweep = setInterval(() => {
    const now = performance.now();
    for (const connection of [...idle]) if (now - connection.idleSince > IDLE_MS) drop(connection);
  }, SWEEP_MS).unref();

  return {
    acquire: take,
    release(connection, error) {
      if (connection.use === 'stream') streams--;
      connection.use = 'read';
      if (error) drop(connection);
      else if (alive.has(connection)) handOver(connection);
      // A slot for a stream may be free now.
      serveQueue();
    },
    open(settings) {
      const key = JSON.stringify(settings);
      const entry = profiles.get(key) ?? { profile: newProfile(nextNumber++, settings), users: 0 };
      entry.users++;
      profiles.set(key, entry);
      return entry.profile;
    },
    close(profile) {
      for (const [key, entry] of profiles) {
        if (entry.profile !== profile || --entry.users > 0) continue;
        profiles.delete(key);
        for (const connection of alive) connection.isStale ||= connection.prepared.has(profile);
        for (const connection of idle.filter(({ isStale }) => isStale)) drop(connection);
      }
    },
    end() {
      isEnded = true;
      clearInterval(sweep);
      for (const connection of [...idle]) drop(connection);
      for (const waiting of queue.splice(0)) waiting.reject(closedError());
    },
  };
}

const closedError = (): Error => new Error('The database is closed.');

/** Whether a statement is, or may be, prepared on this connection, up to the maximum. */
export function isPrepared(connection: Connection, name: string, profile: Profile): boolean {
  if (connection.names.has(name)) return true;
  if (connection.names.size >= STATEMENTS_MAX) return false;
  connection.names.add(name);
  connection.prepared.add(profile);
  return true;
}

const pools = new Map<string, { pool: Pool; users: number }>();

/** This thread's pool to a server, while in use. */
export function sharedPool(url: string, size: number): { pool: Pool; leave(): void } {
  const key = `${size} ${url}`;
  const shared = pools.get(key) ?? { pool: openPool(url, size), users: 0 };
  shared.users++;
  pools.set(key, shared);
  return {
    pool: shared.pool,
    leave() {
      if (--shared.users > 0) return;
      pools.delete(key);
      shared.pool.end();
    },
  };
}
