/**
 * One pace per source for the whole installation: a process reserves the next free moment with one statement, then
 * waits for it. The reservation lies in the store, which processes and hosts share, and uses its clock. A statement
 * returns milliseconds from now, so that a host with a wrong clock neither waits too long nor sends too early.
 */

import type { Database } from '#data/store/database.ts';
import type { Clock } from './clock.ts';
import { firstReservation, reserve, restFor } from './pace-table.ts';

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
