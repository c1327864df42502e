/** Sends a paid answer with its receipt, and records the delivery in the ledger, with retries while the store is unreachable. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationResult } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { WORK_MS } from './facilitator.ts';
import { delivered, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';

/** Protocol versions name the network differently. */
export const receiptOf = (
  { version, network, payer }: Payment,
  outcome: { success: boolean; transaction: string; errorReason?: string },
) => ({ version, body: { ...outcome, payer, network: version === 2 ? network.id : network.name } });

export interface PaidAnswer {
  id: string;
  transaction: string;
  result: OperationResult;
}

export type Delivery = ReturnType<typeof delivery>;

export function delivery(state: Database, { write }: RetryingWrites) {
  const open = new Set<Promise<void>>();

  const note = async (id: string, sent: Promise<boolean>): Promise<void> => {
    const isSent = await sent;
    const at = new Date().toISOString();
    // Not delivered: the payer may fetch it again.
    await write(id, () => (isSent ? delivered(state, id, at) : unlease(state, id)));
  };

  return {
    /** The answer with its receipt; the transport reports whether it was sent. */
    send({ id, transaction, result }: PaidAnswer, payment: Payment): OperationResult {
      const sent = Promise.withResolvers<boolean>();
      const noted = note(id, sent.promise).finally(() => open.delete(noted));
      open.add(noted);
      return { ...result, receipt: receiptOf(payment, { success: true, transaction }), onSent: sent.resolve };
    },
    /** Waits until all deliveries are recorded. */
    async close(): Promise<void> {
      await Promise.all(open);
    },
  };
}

const RETRY_MS = 500;
/** Ends before the lease does: after that the leader job finds the outcome. */
const RETRIES_MS = WORK_MS - 10_000;

type RetryingWrites = ReturnType<typeof retryingWrites>;

/** Retries writes while the store is unreachable; `report` gets the errors of abandoned writes. */
export function retryingWrites(report: (error: unknown) => void) {
  const open = new Map<string, Promise<void>>();
  const closing = new AbortController();

  const retry = async (run: () => Promise<unknown>, last: unknown): Promise<void> => {
    const until = Date.now() + RETRIES_MS;
    for (let error = last; ; ) {
      if (!isStoreUnavailable(error) || Date.now() > until) return report(error);
      const isLast = closing.signal.aborted;
      await sleep(RETRY_MS, undefined, { signal: closing.signal, ref: false }).catch(() => {});
      try {
        await run();
        return;
      } catch (failure) {
        error = failure;
        if (isLast) return report(error);
      }
    }
  };

  /** Queues a write behind open writes of the same payment. */
  const enqueue = (payment: string, run: () => Promise<unknown>): void => {
    const before = open.get(payment) ?? Promise.resolve();
    const going = before
      .then(run)
      .then(
        () => {},
        (error) => retry(run, error),
      )
      .finally(() => open.get(payment) === going && open.delete(payment));
    open.set(payment, going);
  };

  return {
    /** Resolves when written, or when retries continue in the background. Writes of one payment stay in order. */
    async write(payment: string, run: () => Promise<unknown>): Promise<void> {
      if (open.has(payment)) return enqueue(payment, run);
      await run().catch((error) => (isStoreUnavailable(error) ? enqueue(payment, run) : report(error)));
    },
    /** One last attempt for every open write. */
    async close(): Promise<void> {
      closing.abort();
      await Promise.all(open.values());
    },
  };
}
