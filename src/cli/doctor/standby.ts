/** The standby that the dataset is read from: whether it is one, whose, and how far behind. Looks, changes nothing. */

import { crowdedProblem, roomOf, standbyConnections } from '#data/store/postgres/connections.ts';
import { openPostgres } from '#data/store/postgres/database.ts';
import { allocateStandby, type StandbyLook } from '#data/store/standby/standby-state.ts';
import { watchStandby } from '#data/store/standby/watch.ts';
import { type Config, servingThreads } from '#server/config/config.ts';
import { type Finding, messageOf, ok, warning, wrong } from './finding.ts';

const CHECK = 'standby';

/** For what the server says of its connections. */
const ROOM_MS = 5_000;

export async function checkStandby(config: Config): Promise<Finding[]> {
  const { databaseUrl, standby } = config;
  if (databaseUrl === null || standby === null) return [];
  const { url: readUrl, lagMsMax } = standby;
  let met: string | null = null;
  const settings = { databaseUrl, readUrl, lagMsMax, memory: allocateStandby() };
  const watch = await watchStandby(settings, (_, reason) => {
    met = reason;
  });
  await watch.stop();
  const look = watch.now();
  const finding = findingOf(look, lagMsMax, met);
  return look.state === 'away' ? [finding] : [finding, await checkRoom(readUrl, config)];
}

/** Where it has too few, the primary is read instead. */
async function checkRoom(url: string, config: Config): Promise<Finding> {
  const check = 'standby connections';
  const database = openPostgres(url, { searchPath: ['pg_catalog'], statementTimeoutMs: ROOM_MS });
  try {
    const room = await roomOf(database);
    const total = standbyConnections(servingThreads(config), config.databaseConnections);
    const found = `up to ${total} of ${room.places}, of which ${room.taken} are taken now`;
    const crowded = crowdedProblem({ server: 'The standby', total, held: room.elsewhere }, room);
    return crowded === null ? ok(check, found) : warning(check, found, crowded);
  } catch (error) {
    return warning(check, messageOf(error), 'Start it, or look at DATABASE_READ_URL.');
  } finally {
    await database.close();
  }
}

function findingOf({ state, lagMs, lagBytes }: StandbyLook, lagMsMax: number, met: string | null): Finding {
  const lag = `${lagBytes ?? 0} bytes and ${Math.round((lagMs ?? 0) / 1_000)} s behind`;
  if (state === 'reading') return ok(CHECK, `the dataset is read there; ${lag}`);
  if (state === 'behind' && met === null)
    return warning(
      CHECK,
      `${lag}: the primary is read`,
      `Look why it does not keep up (pg_stat_replication on the primary, pg_get_wal_replay_pause_state() there), or raise DATABASE_READ_LAG_SECONDS, now ${lagMsMax / 1_000}.`,
    );
  if (state === 'behind')
    return warning(
      CHECK,
      `it has not replayed yet what this version needs (${met}): the primary is read`,
      'Wait until it has; where a primary of this version runs, look why it does not keep up.',
    );
  if (state === 'promoted')
    return wrong(
      CHECK,
      'DATABASE_READ_URL leads to a server that is no standby: the primary is read',
      'Make a standby of it again, or set DATABASE_READ_URL to one.',
    );
  if (state === 'foreign' && met !== null)
    return wrong(
      CHECK,
      `it follows another primary than DATABASE_URL names (${met}): the primary is read`,
      'Have it follow that one (primary_conninfo), or make it anew. Where it does already, it says so by its next restart point (checkpoint_timeout), or at once to a user with pg_read_all_stats.',
    );
  if (state === 'foreign')
    return wrong(
      CHECK,
      'DATABASE_READ_URL leads to another database than the one that DATABASE_URL names',
      'Set it to a streaming standby of that one, with the same name of the database, or leave it out.',
    );
  return wrong(CHECK, `it does not answer (${met}): the primary is read`, 'Start it, or look at DATABASE_READ_URL.');
}
