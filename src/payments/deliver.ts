/** An answer that was paid for goes out with its receipt; only when it has left the house the payment counts as delivered. */
import type { Reply } from '#http/reply.ts';
import type { Request } from '#http/request.ts';
import type { Database } from '#store/database.ts';
import { delivered, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';

/** Each version has a header and a name for the network of its own. */
export const receiptHeaders = (
  { version, network, payer }: Payment,
  receipt: { success: boolean; transaction: string; errorReason?: string },
): Record<string, string> => ({
  [version === 2 ? 'payment-response' : 'x-payment-response']: Buffer.from(
    JSON.stringify({ ...receipt, payer, network: version === 2 ? network.id : network.name }),
  ).toString('base64'),
});

export interface Paid {
  id: string;
  transaction: string;
  reply: Reply;
}

export interface Delivery {
  send(paid: Paid, payment: Payment, request: Request): Reply;
  /** Ends when everything that was sent is written down. */
  close(): Promise<void>;
}

export function delivery(state: Database, report: (error: unknown) => void): Delivery {
  const open = new Set<Promise<void>>();

  const note = async (id: string, request: Request): Promise<void> => {
    if (await request.sent) await delivered(state, id, new Date().toISOString());
    // He did not get it: he may come again.
    else await unlease(state, id);
  };

  return {
    send({ id, transaction, reply }, payment, request) {
      const noted = note(id, request)
        .catch(report)
        .finally(() => open.delete(noted));
      open.add(noted);
      return { ...reply, headers: { ...reply.headers, ...receiptHeaders(payment, { success: true, transaction }) } };
    },
    async close() {
      await Promise.all(open);
    },
  };
}
