/** Collects procurement: reads the lists once a day, and builds a generation with them. */
import { systemClock } from '#data/live/clock.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { retryMs } from './build-thread.ts';
import type { CollectorContext } from './collect-procurement.ts';
import { type Job, startJob } from './job.ts';

/** After a start the serving threads come first. */
const FIRST_MS = 60_000;
/** Interval of the runs: retries a failed run, and notices a new day. */
const INTERVAL_MS = 3_600_000;
/** The collected lists are stored: a run goes on from there. */
const STORE_RETRY_MS = 5_000;

export function startCollector(context: CollectorContext): Job {
  const { clock = systemClock, onError } = context;
  // A failure is reported by the run that needs the address.
  context.address.catch(() => {});
  return startJob(async (signal) => {
    let delayMs = FIRST_MS;
    for (;;) {
      await clock.sleep(delayMs, signal);
      if (signal.aborted) return;
      delayMs = INTERVAL_MS;
      try {
        // Loaded late: the readers and the builder would slow a start down.
        const { collectOnce } = await import('./collect-procurement.ts');
        if ((await collectOnce(context, signal)) === 'busy') delayMs = retryMs('busy');
      } catch (error) {
        if (isStoreUnavailable(error)) delayMs = STORE_RETRY_MS;
        if (!signal.aborted) onError(error);
      }
    }
  });
}
