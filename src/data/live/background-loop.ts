/** A loop for work that becomes due again while the service runs. */
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import type { Clock } from './clock.ts';
import type { RefreshResult } from './refresh-result.ts';

/** Retry interval after a failure; a circuit breaker lengthens it if failures go on. */
const RETRY_MS = 60_000;
/** The own store is unavailable: it comes back within seconds, or is retried this often. */
export const STORE_RETRY_MS = 2_000;
/** Maximum sleep: after a suspension or a clock correction the loop must notice what became due. */
const SLEEP_MS_MAX = 600_000;

/** The pause after records that could not be fetched. */
export const restAfter = (refreshed: readonly (RefreshResult<unknown> | undefined)[]): number =>
  refreshed.some((each) => each?.outcome === 'unavailable' && each.reason === 'storeFailed')
    ? STORE_RETRY_MS
    : RETRY_MS;

interface LoopOptions {
  clock: Clock;
  onError(error: unknown): void;
}

/** `doOnce` returns the pause. The returned function stops the loop: at once during a pause, else when `doOnce` has ended. */
export function startLoop(doOnce: () => Promise<number>, { clock, onError }: LoopOptions): () => Promise<void> {
  const stopping = new AbortController();

  async function run(): Promise<void> {
    const report = once(onError);
    while (!stopping.signal.aborted) {
      const restMs = await doOnce().then(report.isOver, report.failed);
      await clock.sleep(Math.min(restMs, SLEEP_MS_MAX), stopping.signal);
    }
  }

  const running = run();
  return () => {
    stopping.abort();
    return running;
  };
}

/** The pause after a failure; a store that stays unavailable is reported once. */
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
