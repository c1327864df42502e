/**
 * The next free moment of each source, which processes and hosts reserve. Moments are the database's own, and what comes back are
 * milliseconds from now: a host whose clock is wrong neither waits too long nor asks too soon, nor makes others do so.
 */
import type { Database, Statement } from '#data/store/database.ts';
import { sharedNow } from '#data/store/database-time.ts';

/** Before either of the others. */
export const firstReservation = (source: string): Statement => ({
  sql: 'insert into source_pace (source, next_at) values ($1, 0) on conflict (source) do nothing',
  params: [source],
});

/**
 * Returns how long it is until the moment, as `wait`; not above 0 when it has come. A reservation further ahead than `aheadMsMax` does
 * not count. The time is told after the line is ours, however long we waited for it.
 */
export function reserve(
  db: Database,
  source: string,
  { hostNow, intervalMs, aheadMsMax }: { hostNow: number; intervalMs: number; aheadMsMax: number },
): Statement {
  const now = sharedNow(db, hostNow, 4);
  return {
    sql: `update source_pace
      set next_at = case when next_at > ${now.sql} and next_at <= ${now.sql} + $3 then next_at else ${now.sql} end + $2
      where source = $1 returning next_at - $2 - ${now.sql} as wait`,
    params: [source, intervalMs, aheadMsMax, ...now.params],
  };
}

/** Nobody gets a moment before so many milliseconds are over. */
export function restFor(db: Database, source: string, { hostNow, ms }: { hostNow: number; ms: number }): Statement {
  const now = sharedNow(db, hostNow, 3);
  return {
    sql: `update source_pace set next_at = ${now.sql} + $2 where source = $1 and next_at < ${now.sql} + $2`,
    params: [source, ms, ...now.params],
  };
}
