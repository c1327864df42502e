/** How many connections to PostgreSQL a process holds at most: what each of its threads may have, and whether the server has so many. */
import { hostname } from 'node:os';
import type { Database } from '#data/store/database.ts';

/** Connections of the thread that writes and of each serving thread: what they ask takes milliseconds, and a server has a process for each. */
export const THREAD_CONNECTIONS = 6;
/** One for what takes long, one for the others. */
const THREAD_MIN = 2;
/** An analyst answers one question at a time. */
export const ANALYTICS_CONNECTIONS = 2;
/** Of each thread that collects or builds: it reads from one table, loads another, and asks for something between. */
export const SIDE_CONNECTIONS = 3;
/** Documents, the demo's first ones, what the lists of procurement said, parts of an older format, the demo country. */
const SIDE_THREADS = 5;
/** Who holds the lock of those who build; who watches for changes; who asks about a connection on which nothing comes back. */
const SINGLE_CONNECTIONS = 3;

/** On a standby: who looks at it, and who asks about a connection on which nothing comes back. */
const STANDBY_SINGLE_CONNECTIONS = 2;

/** What our connections are called, for operators who look at what is connected; the server keeps 63 bytes of it. */
export const APPLICATION = `firmoteca ${hostname()}`.slice(0, 63);

interface ConnectionShares {
  /** Of the thread that writes and of each serving thread. */
  thread: number;
  /** Of the whole process. */
  total: number;
}

const totalOf = (workers: number, thread: number): number =>
  (1 + workers) * thread + workers * ANALYTICS_CONNECTIONS + SIDE_THREADS * SIDE_CONNECTIONS + SINGLE_CONNECTIONS;

export const leastConnections = (workers: number): number => totalOf(workers, THREAD_MIN);

/** `max`: what an operator allows; null for as many as there is use for. Never fewer than it takes to run. */
export function shareConnections(workers: number, max: number | null): ConnectionShares {
  const left = max === null ? Number.POSITIVE_INFINITY : max - totalOf(workers, 0);
  const thread = Math.max(THREAD_MIN, Math.min(THREAD_CONNECTIONS, Math.floor(left / (1 + workers))));
  return { thread, total: totalOf(workers, thread) };
}

/** Of the whole process to a standby, where serving threads and their analysts read. */
export const standbyConnections = (workers: number, max: number | null): number =>
  workers * (shareConnections(workers, max).thread + ANALYTICS_CONNECTIONS) + STANDBY_SINGLE_CONNECTIONS;

interface ServerLimits {
  /** As it is set there, and what it keeps for its administrators. */
  max: number;
  reserved: number;
  /** Connections that this user may hold to this database, whatever others do. */
  places: number;
  /** Held now, beside the one that asks. */
  taken: number;
  /** Those of them that belong to none of our processes on this machine, as far as can be told. */
  elsewhere: number;
}

export async function serverLimits(database: Database): Promise<ServerLimits> {
  const row = await database.one<ServerLimits & { ours: number }>(
    `select current_setting('max_connections')::integer as max,
       current_setting('superuser_reserved_connections')::integer
         + coalesce(current_setting('reserved_connections', true)::integer, 0) as reserved,
       least((select nullif(rolconnlimit, -1) from pg_roles where rolname = current_user),
         (select nullif(datconnlimit, -1) from pg_database where datname = current_database())) as ours,
       taken, elsewhere
     from (select count(*) as taken, count(*) filter (where application_name is distinct from current_setting('application_name')) as elsewhere from pg_stat_activity
       -- Of other users it is not told what kind they are; those of callers are in a database.
       where coalesce(backend_type = 'client backend', datid is not null) and pid <> pg_backend_pid()) as held`,
  );
  if (row === null) throw new Error('The server says nothing of its connections.');
  const { ours, ...room } = row;
  const places = room.max - room.reserved;
  return { ...room, places: ours === null ? places : Math.min(places, ours) };
}

interface ServiceSettings {
  workers: number;
  /** What the operator allows. */
  max: number | null;
}

/** Why a service of these settings cannot have its connections; null where it can. */
export function connectionsProblem(
  { workers, max }: ServiceSettings,
  { max: set, reserved, places }: Pick<ServerLimits, 'max' | 'reserved' | 'places'>,
): string | null {
  const least = leastConnections(workers);
  const threads = `${workers} serving ${workers === 1 ? 'thread' : 'threads'}`;
  const fewer = workers === 1 ? '' : ', or FIRMOTECA_WORKERS to fewer';
  if (max !== null && max < least)
    return `DATABASE_CONNECTIONS is ${max}, but with ${threads} it takes ${least} at least: raise it${fewer}.`;
  const { total } = shareConnections(workers, max);
  if (total <= places) return null;
  const here = places >= least ? `, or DATABASE_CONNECTIONS to ${places} here` : '';
  const isOwnLimit = places < set - reserved;
  const raised = isOwnLimit
    ? `raise the connection limit of its user or of its database (alter role, alter database … connection limit) to at least ${total} there`
    : `set max_connections to at least ${total + reserved} there`;
  return (
    `The database lets ${places} connections in (its max_connections is ${set}, ${reserved} of them reserved` +
    `; its user or database ${isOwnLimit ? 'has a lower limit' : 'may have a limit, too'}), but with ${threads} this service holds up to ${total}: ` +
    `${raised}${here}${fewer}.`
  );
}

interface Crowd {
  /** As a sentence begins with it. */
  server: 'The database' | 'The standby';
  /** What this service holds at most. */
  total: number;
  /** What others hold. */
  held: number;
}

/** Why a server may come to refuse us some, though it has enough while nobody else is there; null where it has. */
export function crowdedProblem(
  { server, total, held }: Crowd,
  { reserved, places }: Pick<ServerLimits, 'reserved' | 'places'>,
): string | null {
  if (held + total <= places) return null;
  return (
    `${server} lets ${places} connections in, of which others hold ${held} now, and this service holds up to ${total}: ` +
    `set max_connections to at least ${held + total + reserved} there, or DATABASE_CONNECTIONS to fewer here.`
  );
}
