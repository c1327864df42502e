/**
 * One pace per source for the whole installation: a process reserves the next free moment with one statement, then waits for it.
 * The store is the only thing that processes and hosts share, so the reservation lives there, and goes by its time.
 */
import type { Database } from '#data/store/database.ts';
import type { Clock } from './clock.ts';
import { firstReservation, reserve, restFor } from './pace-table.ts';

/** A source may ask for a longer rest than this; nobody waits longer without trying again. */
const REST_MS_MAX = 300_000;
/** A reservation further ahead than this was made by a clock that was wrong: of a database that was put right, or of an older release. */
const AHEAD_MS_MAX = 600_000;

export interface Pace {
  /** Resolves when this process may send one request; early when the signal is aborted. */
  slot(signal: AbortSignal): Promise<void>;
  /** The source asked to be left alone: nobody in the installation gets a slot before. */
  rest(ms: number): Promise<void>;
}

export function createPace(db: Database, source: string, intervalMs: number, clock: Clock): Pace {
  const first = firstReservation(source);
  return {
    async slot(signal) {
      const wanted = { hostNow: clock.now(), intervalMs, aheadMsMax: AHEAD_MS_MAX };
      const [, reserved] = await db.write([first, reserve(db, source, wanted)]);
      // From when it was told: the way back makes us late, never early.
      const waitMs = Number(reserved?.[0]?.wait);
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    async rest(ms) {
      await db.write([first, restFor(db, source, { hostNow: clock.now(), ms: Math.min(ms, REST_MS_MAX) })]);
    },
  };
}
