/**
 * What it means that the server has no connection left for us. Its limits are approximate: of several that come at once each counts
 * the others, and all are turned away though there was room; and one that was turned away counts until its process is gone.
 */
import pg from 'pg';

/** No further one is asked for so long, as long as we have others. */
const PAUSE_MS = 1_000;
/** While we have none, one at a time is asked for, so long after the last one was turned away. */
const AGAIN_MS = 50;
/** A server that let nobody of us in for so long is full: everybody is told. */
const PATIENCE_MS = 1_000;
/** Timers and clock are not of the same moment. */
const LATER_MS = 100;
const TOO_MANY = '53300';

export interface Refusals {
  /** Whether a further one may be asked for, with so many open and so many on their way. */
  mayAsk(alive: number, opening: number): boolean;
  /** Whether whoever it was opened for goes on waiting: for one of ours, or for a further attempt. */
  turnedAway(alive: number, opening: number): boolean;
  letIn(): void;
}

/** `again`: another may be asked for now. */
export function watchRefusals(again: () => void): Refusals {
  let lastAt = Number.NEGATIVE_INFINITY;
  /** The first one since we had none. */
  let noneSince: number | null = null;
  let isResting = false;
  return {
    mayAsk: (alive, opening) =>
      alive + opening === 0 ? !isResting : noneSince === null && performance.now() - lastAt > PAUSE_MS,
    turnedAway(alive, opening) {
      lastAt = performance.now();
      // Those who wait may all wait for one that they hold themselves.
      setTimeout(again, PAUSE_MS + LATER_MS).unref();
      if (alive > 0) return true;
      noneSince ??= lastAt;
      if (opening > 0) return true;
      if (lastAt - noneSince > PATIENCE_MS) return false;
      isResting = true;
      setTimeout(() => {
        isResting = false;
        again();
      }, AGAIN_MS).unref();
      return true;
    },
    letIn() {
      noneSince = null;
    },
  };
}

export const isTurnedAway = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === TOO_MANY;
