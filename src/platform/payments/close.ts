/** An operator closes a payment with unknown outcome, unless the chain contradicts. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { AuthorizationState, Chain } from './chain.ts';
import { leaseFor, SETTLE_MS } from './facilitator.ts';
import { type LedgerDetails, paymentById } from './ledger-report-table.ts';
import { closeManually, lease, unlease } from './ledger-table.ts';

export interface ManualClose {
  to: 'settled' | 'failed';
  /** Hash of the transaction that settled it; the chain's own word comes before it. */
  transaction: string | null;
  /** Who looked where, and what was found. */
  reason: string;
}

export interface CloseNeeds {
  state: Database;
  /** By the network's id. */
  chains: ReadonlyMap<string, Chain>;
}

/** What the chain says of a payment; one that we cannot read any more says nothing. */
export const seenOnChain = async (payment: LedgerDetails, { chains }: CloseNeeds): Promise<AuthorizationState> =>
  (await chains.get(payment.network)?.look(payment)) ?? { state: 'unreadable' };

export async function closeByHand(id: string, closing: ManualClose, needs: CloseNeeds): Promise<LedgerDetails> {
  const { state } = needs;
  const payment = await paymentById(state, id);
  if (!payment) throw new ApiError('NOT_FOUND', messages.payments.open.unknown({ id }));
  if (payment.state !== 'unknown') throw refused(messages.payments.open.hasEnd({ state: payment.state }));
  const now = new Date().toISOString();
  if (!(await lease(state, { id, state: 'unknown' }, now, leaseFor(SETTLE_MS))))
    throw refused(messages.payments.open.lookedFor());
  try {
    const transaction = transactionOf(payment, closing, await seenOnChain(payment, needs));
    if (!(await closeManually(state, id, { to: closing.to, transaction, reason: closing.reason })))
      throw refused(messages.payments.open.closedMeanwhile());
  } catch (error) {
    // Once it is closed, its payer may be fetching the answer, and hold it.
    await unlease(state, id);
    throw error;
  }
  return (await paymentById(state, id)) ?? payment;
}

/** The transaction to write down, where the chain lets it be closed so. */
function transactionOf(
  { validBefore }: LedgerDetails,
  { to, transaction }: ManualClose,
  seen: AuthorizationState,
): string | null {
  if (seen.state === 'used') {
    if (to === 'settled') return seen.transaction;
    throw refused(messages.payments.open.settled({ transaction: seen.transaction }));
  }
  if (seen.state === 'dead') {
    if (to === 'failed') return null;
    throw refused(messages.payments.open.dead());
  }
  if (seen.state === 'open' || Date.now() / 1000 <= validBefore)
    throw refused(messages.payments.open.untilThen({ until: new Date(validBefore * 1000).toISOString() }));
  if (to === 'settled' && transaction === null) throw refused(messages.payments.open.whichTransaction());
  return to === 'settled' ? transaction : null;
}

const refused = (message: Message): ApiError => new ApiError('INVALID_PARAMETER', message);
