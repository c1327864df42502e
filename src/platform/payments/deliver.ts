/** An answer that was paid for goes out with its receipt; only when it has left the house the payment counts as delivered. */
import type { OperationResult } from '#api/operation-result.ts';
import type { Database } from '#data/store/database.ts';
import { delivered, unlease } from './ledger-table.ts';
import type { PatientWrites } from './patient-writes.ts';
import type { Payment } from './payment.ts';

/** Each version has a name for the network of its own. */
export const receiptOf = (
  { version, network, payer }: Payment,
  outcome: { success: boolean; transaction: string; errorReason?: string },
) => ({ version, body: { ...outcome, payer, network: version === 2 ? network.id : network.name } });

export interface Paid {
  id: string;
  transaction: string;
  result: OperationResult;
}

export interface Delivery {
  /** The answer with its receipt; the door reports whether it left. */
  send(paid: Paid, payment: Payment): OperationResult;
  /** Ends when everything that was sent is written down. */
  close(): Promise<void>;
}

export function delivery(state: Database, { write }: PatientWrites): Delivery {
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
