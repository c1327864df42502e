/**
 * What it means that the server has no connection left for us. Its limits are approximate: of several that come at once each counts
 * the others, and all are turned away though there was room; and one that was turned away counts until its process is gone.
 */
import pg from 'pg';

/** No further one is asked for so long, as long as we have others. */
const PAUSE_MS = 1_000;
/** While we have none, one at a time is asked for, so long after the last one was turned away; threads that met do not meet again. */
const AGAIN_MS = 50;
const againMs = (): number => AGAIN_MS * (1 + Math.random());
/** A server that turned away whoever came alone for so long, and so many times, is full: everybody is told. */
const PATIENCE_MS = 1_000;
const ATTEMPTS = 5;
/** It was full so recently that it need not be found out anew. */
const RECENT_MS = 10_000;
/** Timers and clock are not of the same moment. */
const LATER_MS = 100;
const TOO_MANY = '53300';

export interface Refusals {
  /** Whether a further one may be asked for, with so many open and so many on their way. */
  mayOpen(alive: number, opening: number): boolean;
  /** Whether whoever it was opened for goes on waiting: for one of ours, or for a further attempt. */
  refused(alive: number, opening: number): boolean;
  /** One was let in, or something else is wrong: the server is not full as far as we know. */
  forget(): void;
}

/** `again`: another may be asked for now. */
export function trackRefusals(again: () => void): Refusals {
  let lastAt = Number.NEGATIVE_INFINITY;
  /** Somebody was turned away while we had none: from then on they come alone. */
  let isAlone = false;
  /** When one who came alone, or the last of those who came at once, was turned away first. */
  let aloneSince: number | null = null;
  let attempts = 0;
  let isResting = false;
  return {
    mayOpen: (alive, opening) =>
      alive + opening === 0 ? !isResting : !isAlone && performance.now() - lastAt > PAUSE_MS,
    refused(alive, opening) {
      const now = performance.now();
      if (now - lastAt > RECENT_MS) aloneSince = null;
      lastAt = now;
      // Those who wait may all wait for one that they hold themselves.
      setTimeout(again, PAUSE_MS + LATER_MS).unref();
      if (alive > 0) return true;
      isAlone = true;
      if (opening > 0) return true;
      isResting = true;
      setTimeout(() => {
        isResting = false;
        again();
      }, againMs()).unref();
      if (aloneSince === null) attempts = 0;
      aloneSince ??= now;
      return ++attempts <= ATTEMPTS || now - aloneSince <= PATIENCE_MS;
    },
    forget() {
      isAlone = false;
      aloneSince = null;
    },
  };
}

export const isConnectionLimit = (error: unknown): boolean => error instanceof pg.DatabaseError && error.code === TOO_MANY;
