/**
 * One pace per source for the whole installation: a process reserves the next free moment with one statement, then waits for it.
 * The store is the only thing that processes and hosts share, so the reservation lives there.
 */
import type { Database } from '#store/database.ts';
import type { Clock } from './clock.ts';
import { firstReservation, reserve, restUntil } from './pace-table.ts';

/** A source may ask for a longer rest than this; nobody waits longer without trying again. */
const REST_MS_MAX = 300_000;
/** A reservation further ahead than this was made by a clock that was wrong. */
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
      const now = clock.now();
      const [, reserved] = await db.write([first, reserve(source, now, intervalMs, AHEAD_MS_MAX)]);
      const waitMs = Number(reserved?.[0]?.slot) - now;
      if (waitMs > 0) await clock.sleep(waitMs, signal);
    },
    async rest(ms) {
      await db.write([first, restUntil(source, clock.now() + Math.min(ms, REST_MS_MAX))]);
    },
  };
}
