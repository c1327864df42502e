/**
 * Handles "too many connections". The server's limits are approximate: simultaneous attempts count each other, so all
 * may be refused although there was room, and a refused attempt counts until its process ends.
 */
import pg from 'pg';

/** While other connections are open: pause before a further attempt. */
const PAUSE_MS = 1_000;
/**
 * Without any connection, one attempt at a time, this long after the last refusal; randomized, so that threads do not
 * collide again.
 */
const RETRY_MS = 50;
const retryMs = (): number => RETRY_MS * (1 + Math.random());
/** A server that refused single attempts for this long, and this many times, is full; callers get the error. */
const PATIENCE_MS = 1_000;
const ATTEMPTS = 5;
/** A server that was full this recently counts as full without new attempts. */
const RECENT_MS = 10_000;
/** Timers and `performance.now()` may differ a little. */
const SLACK_MS = 100;
const TOO_MANY = '53300';

export interface Refusals {
  /** Whether a further connection may be opened, given the open ones and those being opened. */
  mayOpen(alive: number, opening: number): boolean;
  /** Whether the caller of a refused attempt keeps waiting, for a released connection or another attempt. */
  refused(alive: number, opening: number): boolean;
  /** After a success or another kind of error. */
  forget(): void;
}

/** `again`: another attempt may start now. */
export function trackRefusals(retry: () => void): Refusals {
  let lastAt = Number.NEGATIVE_INFINITY;
  /** An attempt was refused while no connection was open: attempts run one at a time from now on. */
  let isAlone = false;
  /** First refusal of a single attempt, or of the last of several simultaneous ones. */
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
      // All waiting callers may themselves hold the open connections.
      setTimeout(retry, PAUSE_MS + SLACK_MS).unref();
      if (alive > 0) return true;
      isAlone = true;
      if (opening > 0) return true;
      isResting = true;
      setTimeout(() => {
        isResting = false;
        retry();
      }, retryMs()).unref();
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

export const isConnectionLimit = (error: unknown): boolean =>
  error instanceof pg.DatabaseError && error.code === TOO_MANY;
