/**
 * Decides whether a thread reads on the standby now; after a failure it reads on the primary, query by query, until the
 * next check.
 */

import { NoFreeConnection } from '#data/store/postgres/connection-errors.ts';
import { cancelledByRecovery } from '#data/store/postgres/retry.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type ReadServer, sharedStandbyState, standbyNow } from './standby-state.ts';

/** Checks run every second: without any for this long the standby counts as lost. */
const GOOD_MS = 10_000;
/** How often waiting readers check whether the standby is lost. */
const LOSS_POLL_MS = 250;

export interface StandbyRouter {
  /** Whether it has everything published up to this pointer count. */
  isUsable(pointings: number): boolean;
  /** A pointer count read from the standby itself, before the next check has it. */
  noteVersion(pointings: number): void;
  /** Whether to repeat on the primary what failed on the standby. */
  isPrimaryNeeded(error: unknown): boolean;
  /** Rejects when the standby is lost before it has answered. */
  unlessLost<T>(asked: Promise<T>): Promise<T>;
  count(server: ReadServer): void;
  close(): void;
}

class StandbyLost extends Error {}

/** Statement timeout: the primary would not be quicker. */
const TOO_LONG = '57014';
const MISSING = new Set(['42P01', '3F000']);
/** The standby's user may lack grants on a new generation. */
const FORBIDDEN = '42501';

/** A missing table: the standby was replaced by one that is further behind, or the generation was removed. */
export const isMissing = (error: unknown): boolean => MISSING.has(String((error as { code?: unknown }).code));

export function openStandbyRouter(memory: SharedArrayBuffer): StandbyRouter {
  const state = sharedStandbyState(memory);
  const waiters = new Set<() => void>();
  let failedAt = Number.NEGATIVE_INFINITY;
  let noted = { pointings: 0, at: Number.NEGATIVE_INFINITY };

  const isUp = (): boolean => {
    const { state: current, at } = state.read();
    return current === 'reading' && at > failedAt && standbyNow() - at < GOOD_MS;
  };
  const arrived = (): number => {
    const { pointings, at } = state.read();
    return at > noted.at ? pointings : Math.max(pointings, noted.pointings);
  };
  const lossTimer = setInterval(() => {
    if (waiters.size > 0 && !isUp()) for (const leave of [...waiters]) leave();
  }, LOSS_POLL_MS).unref();

  return {
    isUsable: (pointings) => isUp() && arrived() >= pointings,
    noteVersion(pointings) {
      noted = { pointings, at: standbyNow() };
    },
    isPrimaryNeeded(error) {
      if (error instanceof StandbyLost) return true;
      const cause = isStoreUnavailable(error) ? error.cause : error;
      if (cancelledByRecovery(cause)) return true;
      const { code } = cause as { code?: unknown };
      if (!isStoreUnavailable(error)) return isMissing(error) || code === FORBIDDEN;
      // Nor when own queries hold all connections to it: they would exhaust the primary's as well.
      if (code === TOO_LONG || cause instanceof NoFreeConnection) return false;
      // Until the next check.
      failedAt = standbyNow();
      return true;
    },
    unlessLost: (query) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          waiters.delete(leave);
          reject(new StandbyLost());
        };
        waiters.add(leave);
        query.finally(() => waiters.delete(leave)).then(resolve, reject);
      }),
    count: state.count,
    close: () => clearInterval(lossTimer),
  };
}
