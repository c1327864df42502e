/** Whether a thread reads on the standby now, and what it does when that fails: it asks the primary, query by query, and comes back. */

import { NoFreeConnection } from '#data/store/postgres/connection-errors.ts';
import { cancelledByRecovery } from '#data/store/postgres/retry.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { type ReadServer, standbyNow, sharedStandbyState } from './standby-state.ts';

/** Looks come every second: without any for this long nobody vouches for the standby. */
const GOOD_MS = 10_000;
/** How often those who wait for an answer of the standby hear whether it is given up. */
const HEAR_MS = 250;

export interface StandbyRouter {
  /** Whether it may be asked about what was published when the pointer had been set so often. */
  isUsable(pointings: number): boolean;
  /** It said itself how often the pointer had been set there: before the next look will. */
  noteVersion(pointings: number): void;
  /** Whether the primary is to be asked what failed there. */
  isPrimaryNeeded(error: unknown): boolean;
  /** Rejects when the standby is given up before it has answered. */
  unlessLost<T>(asked: Promise<T>): Promise<T>;
  count(server: ReadServer): void;
  close(): void;
}

class StandbyLost extends Error {}

/** The server said that a statement took too long: the primary would not be quicker. */
const TOO_LONG = '57014';
const MISSING = new Set(['42P01', '3F000']);
/** Another user than the one who builds: what he was granted of one generation he was not of the next. */
const FORBIDDEN = '42501';

/** A table that is not there: the standby was replaced by one that has not come as far, or the generation is gone. */
export const isMissing = (error: unknown): boolean => MISSING.has(String((error as { code?: unknown }).code));

export function openStandbyRouter(memory: SharedArrayBuffer): StandbyRouter {
  const board = sharedStandbyState(memory);
  const waiting = new Set<() => void>();
  let failedAt = Number.NEGATIVE_INFINITY;
  let heard = { pointings: 0, at: Number.NEGATIVE_INFINITY };

  const isUp = (): boolean => {
    const { state, at } = board.read();
    return state === 'reading' && at > failedAt && standbyNow() - at < GOOD_MS;
  };
  const arrived = (): number => {
    const { pointings, at } = board.read();
    return at > heard.at ? pointings : Math.max(pointings, heard.pointings);
  };
  const giveUp = setInterval(() => {
    if (waiting.size > 0 && !isUp()) for (const leave of [...waiting]) leave();
  }, HEAR_MS).unref();

  return {
    isUsable: (pointings) => isUp() && arrived() >= pointings,
    noteVersion(pointings) {
      heard = { pointings, at: standbyNow() };
    },
    isPrimaryNeeded(error) {
      if (error instanceof StandbyLost) return true;
      const cause = isStoreUnavailable(error) ? error.cause : error;
      if (cancelledByRecovery(cause)) return true;
      const { code } = cause as { code?: unknown };
      if (!isStoreUnavailable(error)) return isMissing(error) || code === FORBIDDEN;
      // Nor where our own questions hold all connections to it: they would come to hold those to the primary as well.
      if (code === TOO_LONG || cause instanceof NoFreeConnection) return false;
      // Until somebody has looked since.
      failedAt = standbyNow();
      return true;
    },
    unlessLost: (asked) =>
      new Promise((resolve, reject) => {
        const leave = (): void => {
          waiting.delete(leave);
          reject(new StandbyLost());
        };
        waiting.add(leave);
        asked.finally(() => waiting.delete(leave)).then(resolve, reject);
      }),
    count: board.count,
    close: () => clearInterval(giveUp),
  };
}
