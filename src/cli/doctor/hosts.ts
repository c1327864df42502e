/** This host among others: its role, the leader, the standby that the dataset is read from, and Redis. */

import type { Database } from '#data/store/database.ts';
import { leaderOf } from '#data/store/leader-table.ts';
import { crowdedProblem, serverLimits, standbyConnections } from '#data/store/postgres/connections.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { allocateStandby, type StandbyLook } from '#data/store/standby/standby-state.ts';
import { watchStandby } from '#data/store/standby/standby-watch.ts';
import type { RedisSettings } from '#platform/limits/redis-address.ts';
import { connectRedis } from '#platform/limits/redis-connection.ts';
import { prepareMeters } from '#platform/limits/redis-meters.ts';
import { type Config, servingThreads } from '#server/config/config.ts';
import { type Finding, findInState, messageOf, ok, warning, wrong } from './finding.ts';

const LEADER_CHECK = 'duties';

export function checkRole({ role, databaseUrl }: Pick<Config, 'role' | 'databaseUrl'>): Finding {
  const check = 'role';
  if (databaseUrl !== null) return ok(check, role);
  return role === 'all'
    ? ok(check, 'all: files of SQLite have one host')
    : wrong(
        check,
        `${role}, on SQLite`,
        'Set DATABASE_URL to a PostgreSQL that all hosts share, or leave FIRMOTECA_ROLE away.',
      );
}

/** On SQLite the only host always leads. */
export const checkLeadership = async (config: Config): Promise<Finding[]> =>
  config.databaseUrl === null ? [] : findInState(config, LEADER_CHECK, checkLeader);

async function checkLeader(state: Database): Promise<Finding> {
  const leader = await leaderOf(state);
  if (leader?.isHeld) return ok(LEADER_CHECK, `led by ${leader.host} since ${leader.since}, term ${leader.term}`);
  const last = leader === null ? '' : `; the last was ${leader.host}, term ${leader.term}`;
  return warning(
    LEADER_CHECK,
    `no host runs them at the moment${last}`,
    'Start a host with FIRMOTECA_ROLE=all or work; where one runs, look at its log.',
  );
}

const STANDBY_CHECK = 'standby';

/** Timeout of the query for the limits of the server. */
const CONNECTIONS_MS = 5_000;

export async function checkStandby(config: Config): Promise<Finding[]> {
  const { databaseUrl, standby } = config;
  if (databaseUrl === null || standby === null) return [];
  const { url: readUrl, lagMsMax } = standby;
  let reason: string | null = null;
  const settings = { databaseUrl, readUrl, lagMsMax, memory: allocateStandby() };
  const watch = await watchStandby(settings, (_, why) => {
    reason = why;
  });
  await watch.stop();
  const look = watch.now();
  const finding = standbyFinding(look, lagMsMax, reason);
  return look.state === 'away' ? [finding] : [finding, await checkStandbyConnections(readUrl, config)];
}

/** Where it has too few, the primary is read instead. */
async function checkStandbyConnections(url: string, config: Config): Promise<Finding> {
  const check = 'standby connections';
  const database = openPostgres(url, { searchPath: ['pg_catalog'], statementTimeoutMs: CONNECTIONS_MS });
  try {
    const limits = await serverLimits(database);
    const total = standbyConnections(servingThreads(config), config.databaseConnections);
    const found = `up to ${total} of ${limits.places}, of which ${limits.taken} are in use`;
    const crowded = crowdedProblem({ server: 'The standby', total, held: limits.elsewhere }, limits);
    return crowded === null ? ok(check, found) : warning(check, found, crowded);
  } catch (error) {
    return warning(check, messageOf(error), 'Start it, or look at DATABASE_READ_URL.');
  } finally {
    await database.close();
  }
}

function standbyFinding({ state, lagMs, lagBytes }: StandbyLook, lagMsMax: number, reason: string | null): Finding {
  const lag = `${lagBytes ?? 0} bytes and ${Math.round((lagMs ?? 0) / 1_000)} s behind`;
  if (state === 'reading') return ok(STANDBY_CHECK, `the dataset is read there; ${lag}`);
  if (state === 'behind' && reason === null)
    return warning(
      STANDBY_CHECK,
      `${lag}: the primary is read`,
      `Find out why it does not keep up (pg_stat_replication on the primary, pg_get_wal_replay_pause_state() there), or raise DATABASE_READ_LAG_SECONDS, now ${lagMsMax / 1_000}.`,
    );
  if (state === 'behind')
    return warning(
      STANDBY_CHECK,
      `it has not replayed yet what this version needs (${reason}): the primary is read`,
      'Wait until it has; where a primary of this version runs, find out why it does not keep up.',
    );
  if (state === 'promoted')
    return wrong(
      STANDBY_CHECK,
      'DATABASE_READ_URL leads to a server that is no standby: the primary is read',
      'Make a standby of it again, or set DATABASE_READ_URL to one.',
    );
  if (state === 'foreign' && reason !== null)
    return wrong(
      STANDBY_CHECK,
      `it follows another primary than DATABASE_URL names (${reason}): the primary is read`,
      'Have it follow that one (primary_conninfo), or make it anew. If it does already, its next restart point shows it (checkpoint_timeout), or at once for a user with pg_read_all_stats.',
    );
  if (state === 'foreign')
    return wrong(
      STANDBY_CHECK,
      'DATABASE_READ_URL leads to another database than the one that DATABASE_URL names',
      'Set it to a streaming standby of that one, with the same name of the database, or leave it out.',
    );
  return wrong(
    STANDBY_CHECK,
    `it does not answer (${reason}): the primary is read`,
    'Start it, or look at DATABASE_READ_URL.',
  );
}

const REDIS_CHECK = 'redis';
/** Any interval: the timer only keeps the process alive. */
const AWAKE_MS = 60_000;

export async function checkRedis({ redis }: Pick<Config, 'redis'>): Promise<Finding[]> {
  if (redis === null) return [];
  const connected = Promise.withResolvers<Error | null>();
  const connection = connectRedis(redis, {
    prepare: prepareMeters,
    onUp: () => connected.resolve(null),
    onDown: connected.resolve,
  });
  // A connection to Redis does not keep the process alive: the command would end without a result.
  const awake = setInterval(() => {}, AWAKE_MS);
  const problem = await connected.promise.finally(() => clearInterval(awake));
  connection.close();
  const advice =
    'Look at REDIS_URL and at the server; until it answers, every host counts limits alone (docs/hosts.md).';
  return [
    problem === null
      ? ok(REDIS_CHECK, `${redisName(redis)} counts limits for all hosts`)
      : wrong(REDIS_CHECK, `${redisName(redis)}: ${problem.message}`, advice),
  ];
}

/** Without its password. */
function redisName({ address: { nodes, master, isTls, database } }: RedisSettings): string {
  const addresses = nodes.map(({ host, port }) => `${host}:${port}`).join(', ');
  const where = master === null ? addresses : `${master} by the Sentinels ${addresses}`;
  return `${where}, database ${database}${isTls ? ', with TLS' : ''}`;
}
