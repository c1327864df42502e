/**
 * One pace per source for the whole installation: a process reserves the next free moment with one statement, then
 * waits for it. The reservation lies in the store, which processes and hosts share, and uses its clock. A statement
 * returns milliseconds from now, so that a host with a wrong clock neither waits too long nor sends too early.
 */

import type { Database, Statement } from '#data/store/database.ts';
import { sharedNow } from '#data/store/database-time.ts';
import type { Clock } from './clock.ts';

/** Maximum pause that a source may request; after it the queue tries again. */
const REST_MS_MAX = 300_000;
/** A reservation further in the future comes from a wrong clock: of a database that was corrected, or of an older release. */
const AHEAD_MS_MAX = 600_000;

export interface Pace {
  /** Resolves when this process may send one request; early when the signal is aborted. */
  slot(signal: AbortSignal): Promise<void>;
  /** The source requested a pause: no process of the installation gets a slot before its end. */
  rest(ms: number): Promise<void>;
}

export function createPace(db: Database, source: string, intervalMs: number, clock: Clock): Pace {
  const first = firstReservation(source);
  return {
    async slot(signal) {
      const request = { hostNow: clock.now(), intervalMs, aheadMsMax: AHEAD_MS_MAX };
      const [, reserved] = await db.write([first, reserve(db, source, request)]);
      // The time is that of the reservation: the way back makes the request late, never early.
      const waitMs = Number(reserved?.[0]?.wait);
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    async rest(ms) {
      await db.write([first, restFor(db, source, { hostNow: clock.now(), ms: Math.min(ms, REST_MS_MAX) })]);
    },
  };
}

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
