/** What a PostgreSQL server is and how far it has come: a primary by what it has written, a standby by what it has replayed. */
import type { Database } from '#data/store/database.ts';

interface Position {
  /** Which database this is: a standby has the identity of its primary, and so has every other copy of it. */
  identity: string;
  /**
   * Which of its histories: a standby that becomes a primary begins another, and positions of two histories cannot be compared. Null
   * where it cannot be told.
   */
  timeline: number | null;
}

export interface PrimaryPosition extends Position {
  writtenBytes: number;
}

export interface StandbyPosition extends Position {
  /** Null where it is no standby. */
  replayedBytes: number | null;
  /** Since the last transaction that it replayed was made, by the clocks of both servers; null where it has replayed none. */
  quietMs: number | null;
}

const IDENTITY = `(select system_identifier::text from pg_control_system())
  || '/' || (select oid::text from pg_database where datname = current_database()) as identity`;

/** The address of a primary may lead to a standby for a while, when they change places: that has an end, too. */
const WRITTEN = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end`;

/** Only a primary can name the file that it writes, which begins with the timeline. */
const WRITTEN_TIMELINE = `case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** The columns of a `PrimaryPosition`, for a question that asks for other things, too. */
export const PRIMARY_POSITION = `${IDENTITY}, ${WRITTEN_TIMELINE}, (${WRITTEN} - '0/0')::float8 as "writtenBytes"`;

export const primaryPosition = (db: Database): Promise<PrimaryPosition> => only(db.one(`select ${PRIMARY_POSITION}`));

/** One that was promoted still knows how far it had come by then. */
const REPLAYED = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end`;

/**
 * The newest that it is known to follow. Users who may not read the statistics of others (`pg_read_all_stats`) see what it had noted
 * at its last restart point, some minutes ago.
 */
const REPLAYED_TIMELINE = `greatest((select received_tli from pg_stat_wal_receiver),
  (select min_recovery_end_timeline from pg_control_recovery()), (select timeline_id from pg_control_checkpoint())) as timeline`;

export const standbyPosition = (db: Database): Promise<StandbyPosition> =>
  only(
    db.one(
      `select ${IDENTITY}, ${REPLAYED_TIMELINE}, (${REPLAYED})::float8 as "replayedBytes",
         (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "quietMs"`,
    ),
  );

async function only<R>(asked: Promise<R | null>): Promise<R> {
  const row = await asked;
  if (row === null) throw new Error('The server says nothing of itself.');
  return row;
}
