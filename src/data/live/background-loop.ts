/** Work that is done again whenever it is due, for as long as the service runs. */
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import type { Clock } from './clock.ts';
import type { RefreshResult } from './refreshed.ts';

/** What failed is tried again after this; a circuit breaker stretches it when it goes on. */
const RETRY_MS = 60_000;
/** Our own store is away: it comes back within seconds, or is looked at as often as that. */
export const STORE_RETRY_MS = 2_000;
/** Never sleep longer: a machine that was suspended, or a clock that was put right, must not miss what was due meanwhile. */
const SLEEP_MS_MAX = 600_000;

/** How long to rest after records that could not be had. */
export const restAfter = (refreshed: readonly (RefreshResult<unknown> | undefined)[]): number =>
  refreshed.some((each) => each?.outcome === 'unavailable' && each.reason === 'storeFailed')
    ? STORE_RETRY_MS
    : RETRY_MS;

interface KeepNeeds {
  clock: Clock;
  onError(error: unknown): void;
}

/** `doOnce` says how long to rest. The function that comes back stops it: at once when it rests, else when it is done. */
export function keepDoing(doOnce: () => Promise<number>, { clock, onError }: KeepNeeds): () => Promise<void> {
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    const report = once(onError);
    while (!stopping.signal.aborted) {
      const restMs = await doOnce().then(report.isOver, report.failed);
      await clock.sleep(Math.min(restMs, SLEEP_MS_MAX), stopping.signal);
    }
  }

  const keeping = keep();
  return () => {
    stopping.abort();
    return keeping;
  };
}

/** How long to rest after trouble; a store that stays away is told of once, not with every look. */
function once(onError: (error: unknown) => void) {
  let isAway = false;
  return {
    isOver(restMs: number): number {
      isAway = false;
      return restMs;
    },
    failed(error: unknown): number {
      const wasAway = isAway;
      isAway = isStoreUnavailable(error);
      if (!(wasAway && isAway)) onError(error);
      return isAway ? STORE_RETRY_MS : RETRY_MS;
    },
  };
}
