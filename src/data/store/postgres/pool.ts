/**
 * The connections of one thread to one PostgreSQL server. All stores and areas share them: a read takes one that has its settings
 * already, or gives it its own; a transaction brings its settings along. Who finds none free waits in line, within a time.
 */
import type pg from 'pg';
import { afterLoopTime } from '#lib/values/loop-timeout.ts';
import { connect, newClient } from './client.ts';
import { NoFreeConnection } from './connection-errors.ts';
import { isConnectionLimit, trackRefusals } from './connection-limit.ts';
import { watchLiveness } from './connection-liveness.ts';
import { newProfile, type Profile, type Settings, STATEMENTS_MAX } from './profile.ts';

/** One that nobody has used for so long is given back to the server. */
const IDLE_MS = 60_000;
const SWEEP_MS = 10_000;
/** So often the first in line is passed over for one who needs no other settings: giving a connection others costs one exchange. */
const SKIPS_MAX = 2;
/** How far into the line such a one is looked for. */
const SCAN_MAX = 6;

/** `stream`: held until its reader has enough, who may ask for others meanwhile. */
export type Use = 'read' | 'transaction' | 'stream';

export interface Connection {
  readonly client: pg.Client;
  /** Whose settings it has outside of transactions. */
  profile: Profile;
  /** What is prepared on it, and for whom. */
  readonly names: Set<string>;
  readonly prepared: Set<Profile>;
  use: Use;
  idleSince: number;
  /** Knows texts of a profile that is gone: not used again. */
  isStale: boolean;
}

export interface Pool {
  /** The same settings are the same profile, until everybody who opened it has closed it. */
  open(settings: Settings): Profile;
  close(profile: Profile): void;
  /** Throws when none became free within `waitMs`, or none could be opened. */
  acquire(profile: Profile, use: Use, waitMs: number): Promise<Connection>;
  /** With an error where it must not be used again. */
  release(connection: Connection, error?: Error): void;
  /** Gives back all of them: those in use as soon as they are free. */
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
  let numbers = 0;
  const alive = new Set<Connection>();
  let opening = 0;
  /** The one that was used last comes last. */
  const idle: Connection[] = [];
  const line: Waiter[] = [];
  /** Half of them at most: whoever reads a stream and asks for something meanwhile finds a connection, however many do. */
  const streamsMax = Math.ceil(size / 2);
  let streams = 0;
  const refusals = trackRefusals(() => serveLine());
  let isEnded = false;

  const mayOpen = (): boolean => !isEnded && alive.size + opening < size && refusals.mayOpen(alive.size, opening);
  const mayHave = ({ use }: { use: Use }): boolean => use !== 'stream' || streams < streamsMax;

  const hand = (connection: Connection, { use, resolve }: Pick<Waiter, 'use' | 'resolve'>): void => {
    connection.use = use;
    if (use === 'stream') streams++;
    resolve(connection);
  };

  const leave = (connection: Connection): void => {
    if (!alive.delete(connection)) return;
    const place = idle.indexOf(connection);
    if (place >= 0) idle.splice(place, 1);
    serveLine();
  };

  const drop = (connection: Connection): void => {
    leave(connection);
    // Whatever it says on its way out, it is not used again.
    connection.client.end().catch(() => {});
  };

  const opened = async (profile: Profile): Promise<Connection> => {
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
    // It breaks some time before it has ended.
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

  const back = (waiting: Waiter): void => {
    if (isEnded) waiting.reject(closed());
    else if (!waiting.isOver) line.unshift(waiting);
  };

  const openFor = async (waiting: Waiter): Promise<void> => {
    try {
      const connection = await opened(waiting.profile);
      if (isEnded) {
        drop(connection);
        waiting.reject(closed());
      } else if (!waiting.isOver && mayHave(waiting)) hand(connection, waiting);
      else {
        back(waiting);
        settle(connection);
      }
    } catch (error) {
      if (!isConnectionLimit(error)) {
        refusals.forget();
        waiting.reject(error);
      } else if (refusals.refused(alive.size, opening)) back(waiting);
      // Nobody has one who could give it to those in line.
      else for (const one of [waiting, ...line.splice(0)]) one.reject(error);
    }
    serveLine();
  };

  /** The first in line, or one behind who can use this connection as it is. */
  const nextFor = (connection: Connection): Waiter | undefined => {
    const first = line.findIndex(mayHave);
    if (first < 0) return undefined;
    const head = line[first] as Waiter;
    const fits = ({ use, profile }: Waiter): boolean => use !== 'read' || profile === connection.profile;
    const ahead = line.slice(first, first + SCAN_MAX);
    const place = head.skipped < SKIPS_MAX ? ahead.findIndex((one) => mayHave(one) && fits(one)) : 0;
    if (place > 0) head.skipped++;
    return line.splice(first + Math.max(0, place), 1)[0];
  };

  /** To whoever waits, or to rest. */
  const settle = (connection: Connection): void => {
    const isUsed = !isEnded && !connection.isStale;
    const next = isUsed ? nextFor(connection) : undefined;
    if (!isUsed) drop(connection);
    else if (next) hand(connection, next);
    else {
      connection.idleSince = performance.now();
      idle.push(connection);
      watch.rest(connection.client);
    }
  };

  /** Something has changed for those who wait: one is gone, or may be opened. */
  const serveLine = (): void => {
    while (line.some(mayHave)) {
      const resting = idle.pop();
      if (resting) {
        watch.use(resting.client);
        hand(resting, nextFor(resting) as Waiter);
      } else if (mayOpen()) void openFor(line.splice(line.findIndex(mayHave), 1)[0] as Waiter);
      else return;
    }
  };

  /** One that rests: with its settings; for a transaction any; for a read one with others only where no further may be opened. */
  const resting = (profile: Profile, use: Use): Connection | undefined => {
    const place = idle.findLastIndex((one) => one.profile === profile);
    const other = use !== 'read' ? idle.length - 1 : mayOpen() ? -1 : 0;
    const [found] = place >= 0 ? idle.splice(place, 1) : other >= 0 ? idle.splice(other, 1) : [];
    if (found) watch.use(found.client);
    return found;
  };

  const take = (profile: Profile, use: Use, waitMs: number): Promise<Connection> => {
    const { promise, resolve, reject } = Promise.withResolvers<Connection>();
    if (isEnded) reject(closed());
    const found = mayHave({ use }) && !isEnded ? resting(profile, use) : undefined;
    if (found) hand(found, { use, resolve });
    if (found || isEnded) return promise;
    const waiting: Waiter = { profile, use, skipped: 0, isOver: false, resolve, reject };
    const end = afterLoopTime(waitMs, () => {
      waiting.isOver = true;
      const place = line.indexOf(waiting);
      if (place >= 0) line.splice(place, 1);
      reject(new NoFreeConnection(waitMs));
    });
    if (mayHave(waiting) && mayOpen()) void openFor(waiting);
    else line.push(waiting);
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
      else if (alive.has(connection)) settle(connection);
      // A place for a stream may be free now.
      serveLine();
    },
    open(settings) {
      const key = JSON.stringify(settings);
      const known = profiles.get(key) ?? { profile: newProfile(numbers++, settings), users: 0 };
      known.users++;
      profiles.set(key, known);
      return known.profile;
    },
    close(profile) {
      for (const [key, known] of profiles) {
        if (known.profile !== profile || --known.users > 0) continue;
        profiles.delete(key);
        for (const connection of alive) connection.isStale ||= connection.prepared.has(profile);
        for (const connection of idle.filter(({ isStale }) => isStale)) drop(connection);
      }
    },
    end() {
      isEnded = true;
      clearInterval(sweep);
      for (const connection of [...idle]) drop(connection);
      for (const waiting of line.splice(0)) waiting.reject(closed());
    },
  };
}

const closed = (): Error => new Error('The database is closed.');

/** Whether a text is, or may be, prepared on this connection: it keeps so many at most. */
export function isPrepared(connection: Connection, name: string, profile: Profile): boolean {
  if (connection.names.has(name)) return true;
  if (connection.names.size >= STATEMENTS_MAX) return false;
  connection.names.add(name);
  connection.prepared.add(profile);
  return true;
}

const pools = new Map<string, { pool: Pool; users: number }>();

/** The pool that this thread has to a server, for as long as somebody uses it. */
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
