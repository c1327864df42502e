/** Keeps procurement up to date: once a day its lists are asked, and a generation is made with what they said. */
import { systemClock } from '#data/live/clock.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { restAfter } from './build-thread.ts';
import type { CollectorNeeds } from './collect-procurement.ts';

/** After a start the serving threads come first. */
const FIRST_MS = 60_000;
/** What could not be had is tried again after this; a new day is seen as late as this. */
const LOOK_MS = 3_600_000;
/** Our own store was away: what was asked of the lists is kept, and goes on from there. */
const STORE_RETRY_MS = 5_000;

export interface Collector {
  stop(): Promise<void>;
}

export function startCollector(needs: CollectorNeeds): Collector {
  const { clock = systemClock, onError } = needs;
  // Told when it is asked for.
  needs.address.catch(() => {});
  const stopping = new AbortController();
  const { signal } = stopping;
  const keep = async (): Promise<void> => {
    let restMs = FIRST_MS;
    for (;;) {
      await clock.sleep(restMs, signal);
      if (signal.aborted) return;
      restMs = LOOK_MS;
      try {
        // Readers and the builder take their time to load, which a start has no use for.
        const { collectOnce } = await import('./collect-procurement.ts');
        if ((await collectOnce(needs, signal)) === 'busy') restMs = restAfter('busy');
      } catch (error) {
        if (isStoreUnavailable(error)) restMs = STORE_RETRY_MS;
        if (!signal.aborted) onError(error);
      }
    }
  };
  const keeping = keep();
  return {
    async stop() {
      stopping.abort();
      await keeping;
    },
  };
}
