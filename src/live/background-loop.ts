/** Work that is done again whenever it is due, for as long as the service runs. */
import type { Clock } from './clock.ts';

/** What failed is tried again after this; a circuit breaker stretches it when it goes on. */
export const RETRY_MS = 60_000;
/** Never sleep longer: a machine that was suspended, or a clock that was put right, must not miss what was due meanwhile. */
const SLEEP_MS_MAX = 600_000;

interface KeepNeeds {
  clock: Clock;
  onError(error: unknown): void;
}

/** `doOnce` says how long to rest. The function that comes back stops it: at once when it rests, else when it is done. */
export function keepDoing(doOnce: () => Promise<number>, { clock, onError }: KeepNeeds): () => Promise<void> {
  const stopping = new AbortController();

  async function keep(): Promise<void> {
    while (!stopping.signal.aborted) {
      const restMs = await doOnce().catch((error) => {
        onError(error);
        return RETRY_MS;
      });
      await clock.sleep(Math.min(restMs, SLEEP_MS_MAX), stopping.signal);
    }
  }

  const keeping = keep();
  return () => {
    stopping.abort();
    return keeping;
  };
}
