/** An answer that was paid for goes out with its receipt; only when it has left the house the payment counts as delivered. */

import { setTimeout as sleep } from 'node:timers/promises';
import type { OperationResult } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import { isStoreUnavailable } from '#data/store/unavailable.ts';
import { WORK_MS } from './facilitator.ts';
import { delivered, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';

/** Each version has a name for the network of its own. */
export const receiptOf = (
  { version, network, payer }: Payment,
  outcome: { success: boolean; transaction: string; errorReason?: string },
) => ({ version, body: { ...outcome, payer, network: version === 2 ? network.id : network.name } });

export interface PaidAnswer {
  id: string;
  transaction: string;
  result: OperationResult;
}

export interface Delivery {
  /** The answer with its receipt; the door reports whether it left. */
  send(paid: PaidAnswer, payment: Payment): OperationResult;
  /** Ends when everything that was sent is written down. */
  close(): Promise<void>;
}

export function delivery(state: Database, { write }: RetryingWrites): Delivery {
  const open = new Set<Promise<void>>();

  const note = async (id: string, sent: Promise<boolean>): Promise<void> => {
    const isSent = await sent;
    const at = new Date().toISOString();
    // Where the payer did not get it, he may come again.
    await write(id, () => (isSent ? delivered(state, id, at) : unlease(state, id)));
  };

  return {
    send({ id, transaction, result }, payment) {
      const sent = Promise.withResolvers<boolean>();
      const noted = note(id, sent.promise).finally(() => open.delete(noted));
      open.add(noted);
      return { ...result, receipt: receiptOf(payment, { success: true, transaction }), onSent: sent.resolve };
    },
    async close() {
      await Promise.all(open);
    },
  };
}

// §§ patient-writes.ts: What becomes of a payment is written down even when the store is away at that moment: tried again until it is back.

const AGAIN_MS = 500;
/** Given up before a lease runs out: then the payment is anybody's, and the job finds out what became of it. */
const PATIENCE_MS = WORK_MS - 10_000;

export interface RetryingWrites {
  /** Ends when it is written, or when it is known that this takes longer. What is written of one payment is written in order. */
  write(payment: string, run: () => Promise<unknown>): Promise<void>;
  /** Ends when everything is written, with one more attempt for what is not. */
  close(): Promise<void>;
}

/** `report` hears of what was given up. */
export function retryingWrites(report: (error: unknown) => void): RetryingWrites {
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
