/** The connections of a process to PostgreSQL: how many each thread may have, and whether the server allows as many. */
import { hostname } from 'node:os';
import type { Database } from '#data/store/database.ts';

/**
 * Connections of the writing thread and of each serving thread: their queries take milliseconds, and each connection is
 * a server process.
 */
export const THREAD_CONNECTIONS = 6;
/** One for slow queries, one for the others. */
const THREAD_MIN = 2;
/** An analytics worker runs one query at a time. */
export const ANALYTICS_CONNECTIONS = 2;
/** Of each collecting or building thread: it reads one table, loads another, and runs queries between. */
export const SIDE_CONNECTIONS = 3;
/** Documents, the demo's first documents, procurement lists, parts of an older format, the demo country. */
const SIDE_THREADS = 5;
/** The builder's lock, the watcher, the liveness check. */
const SINGLE_CONNECTIONS = 3;

/** On a standby: the standby's watcher and the liveness check. */
const STANDBY_SINGLE_CONNECTIONS = 2;

/** The name of the connections, for operators; the server stores 63 bytes of it. */
export const APPLICATION = `firmoteca ${hostname()}`.slice(0, 63);

interface ConnectionShares {
  /** Of the writing thread and of each serving thread. */
  thread: number;
  /** Of the whole process. */
  total: number;
}

const totalOf = (workers: number, thread: number): number =>
  (1 + workers) * thread + workers * ANALYTICS_CONNECTIONS + SIDE_THREADS * SIDE_CONNECTIONS + SINGLE_CONNECTIONS;

export const leastConnections = (workers: number): number => totalOf(workers, THREAD_MIN);

/** `max`: the operator's limit; null: as many as are useful. Never fewer than the minimum. */
export function shareConnections(workers: number, max: number | null): ConnectionShares {
  const available = max === null ? Number.POSITIVE_INFINITY : max - totalOf(workers, 0);
  const thread = Math.max(THREAD_MIN, Math.min(THREAD_CONNECTIONS, Math.floor(available / (1 + workers))));
  return { thread, total: totalOf(workers, thread) };
}

/** Of the whole process to a standby, which serving threads and analytics workers read. */
export const standbyConnections = (workers: number, max: number | null): number =>
  workers * (shareConnections(workers, max).thread + ANALYTICS_CONNECTIONS) + STANDBY_SINGLE_CONNECTIONS;

interface ServerLimits {
  /** The configured maximum, and the number reserved for administrators. */
  max: number;
  reserved: number;
  /** Connections that this user may hold to this database. */
  places: number;
  /** Open now, except the one of this query. */
  taken: number;
  /** Those that, by name, belong to no process of this machine. */
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
       -- The kind of other users' connections is hidden; client connections have a database.
       where coalesce(backend_type = 'client backend', datid is not null) and pid <> pg_backend_pid()) as held`,
  );
  if (row === null) throw new Error('The server says nothing of its connections.');
  const { ours, ...limits } = row;
  const places = limits.max - limits.reserved;
  return { ...limits, places: ours === null ? places : Math.min(places, ours) };
}

interface ServiceSettings {
  workers: number;
  /** The operator's limit. */
  max: number | null;
}

/** Why a service with these settings cannot get its connections; null if it can. */
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
  /** The first words of the message. */
  server: 'The database' | 'The standby';
  /** The most that this service holds. */
  total: number;
  /** Held by others. */
  held: number;
}

/** Why the server may refuse connections as long as others hold theirs; null if it has enough. */
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
