/**
 * The next free moment of each source, which processes and hosts reserve. Moments are the database's own, and what comes back are
 * milliseconds from now: a host whose clock is wrong neither waits too long nor asks too soon, nor makes others do so.
 */
import type { Database, Statement } from '#data/store/database.ts';
import { sharedNow } from '#data/store/database-time.ts';

/** Precedes the other two statements. */
export const firstReservation = (source: string): Statement => ({
  sql: 'insert into source_pace (source, next_at) values ($1, 0) on conflict (source) do nothing',
  params: [source],
});

/**
 * Returns the time until the slot as `wait`; 0 or less when it has come. A reservation more than `aheadMsMax` in the
 * future does not count. The clock is read after the row is locked, however long that took.
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

/** No slot before so many milliseconds are over. */
export function restFor(db: Database, source: string, { hostNow, ms }: { hostNow: number; ms: number }): Statement {
  const now = sharedNow(db, hostNow, 3);
  return {
    sql: `update source_pace set next_at = ${now.sql} + $2 where source = $1 and next_at < ${now.sql} + $2`,
    params: [source, ms, ...now.params],
  };
}
