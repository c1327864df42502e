/** Role and position of a PostgreSQL server: a primary by its written log, a standby by its replayed log. */
import type { Database } from '#data/store/database.ts';

interface Position {
  /** The database: a standby has the identity of its primary, and so has every other copy of it. */
  identity: string;
  /**
   * A standby that becomes a primary begins a new timeline, and positions of two timelines cannot be compared. Null
   * where unknown.
   */
  timeline: number | null;
}

export interface PrimaryPosition extends Position {
  writtenBytes: number;
}

export interface StandbyPosition extends Position {
  /** Null where it is no standby. */
  replayedBytes: number | null;
  /** Age of the last replayed transaction, by the clocks of both servers; null before the first. */
  quietMs: number | null;
}

const IDENTITY = `(select system_identifier::text from pg_control_system())
  || '/' || (select oid::text from pg_database where datname = current_database()) as identity`;

/** During a failover the primary's address may lead to a standby for a while. */
const WRITTEN = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() else pg_current_wal_flush_lsn() end`;

/** Only a primary can name its current log file, which begins with the timeline. */
const WRITTEN_TIMELINE = `case when not pg_is_in_recovery()
  then ('x' || left(pg_walfile_name(pg_current_wal_lsn()), 8))::bit(32)::integer end as timeline`;

/** The columns of a `PrimaryPosition`, for a query with other columns too. */
export const PRIMARY_POSITION = `${IDENTITY}, ${WRITTEN_TIMELINE}, (${WRITTEN} - '0/0')::float8 as "writtenBytes"`;

export const primaryPosition = (db: Database): Promise<PrimaryPosition> =>
  singleRow(db.one(`select ${PRIMARY_POSITION}`));

/** A promoted standby still reports the position it had replayed. */
const REPLAYED = `case when pg_is_in_recovery() then pg_last_wal_replay_lsn() - '0/0' end`;

/**
 * The newest timeline it is known to follow. Users without `pg_read_all_stats` see the one of its last restart point,
 * some minutes ago.
 */
const REPLAYED_TIMELINE = `greatest((select received_tli from pg_stat_wal_receiver),
  (select min_recovery_end_timeline from pg_control_recovery()), (select timeline_id from pg_control_checkpoint())) as timeline`;

export const standbyPosition = (db: Database): Promise<StandbyPosition> =>
  singleRow(
    db.one(
      `select ${IDENTITY}, ${REPLAYED_TIMELINE}, (${REPLAYED})::float8 as "replayedBytes",
         (extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()) * 1000)::float8 as "quietMs"`,
    ),
  );

async function singleRow<R>(query: Promise<R | null>): Promise<R> {
  const row = await query;
  if (row === null) throw new Error('The server says nothing of itself.');
  return row;
}
