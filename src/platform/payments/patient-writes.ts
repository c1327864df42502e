/** What becomes of a payment is written down even when the store is away at that moment: tried again until it is back. */
import { setTimeout as sleep } from 'node:timers/promises';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { WORK_MS } from './lease-times.ts';

const AGAIN_MS = 500;
/** Given up before a lease runs out: then the payment is anybody's, and the job finds out what became of it. */
const PATIENCE_MS = WORK_MS - 10_000;

export interface PatientWrites {
  /** Ends when it is written, or when it is known that this takes longer. What is written of one payment is written in order. */
  write(payment: string, run: () => Promise<unknown>): Promise<void>;
  /** Ends when everything is written, with one more attempt for what is not. */
  close(): Promise<void>;
}

/** `report` hears of what was given up. */
export function patientWrites(report: (error: unknown) => void): PatientWrites {
  const open = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const goOn = async (run: () => Promise<unknown>, last: unknown): Promise<void> => {
    const until = Date.now() + PATIENCE_MS;
    for (let error = last; ; ) {
      if (!isStoreUnavailable(error) || Date.now() > until) return report(error);
      const isLast = closing.signal.aborted;
      await sleep(AGAIN_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      try {
        await run();
        return;
      } catch (failure) {
        error = failure;
        if (isLast) return report(error);
      }
    }
  };

  /** Behind what is still to be written of the same payment. */
  const later = (payment: string, run: () => Promise<unknown>): void => {
    const before = open.get(payment) ?? Promise.resolve();
    const going = before
      .then(run)
      .then(
        () => {},
        (error) => goOn(run, error),
      )
      .finally(() => open.get(payment) === going && open.delete(payment));
    open.set(payment, going);
  };

  return {
    async write(payment, run) {
      if (open.has(payment)) return later(payment, run);
      await run().catch((error) => (isStoreUnavailable(error) ? later(payment, run) : report(error)));
    },
    async close() {
      closing.abort();
      await Promise.all(open.values());
    },
  };
}
