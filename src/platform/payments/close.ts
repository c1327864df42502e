/** An operator closes a payment with unknown outcome, unless the chain contradicts. */

import { ApiError } from '#api/api-error.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { AuthorizationState } from './chain.ts';
import { leaseFor, SETTLE_MS } from './facilitator.ts';
import { type LedgerDetails, paymentById } from './ledger-report-table.ts';
import { closeManually, lease, unlease } from './ledger-table.ts';
import type { PaymentsContext } from './settle.ts';

export interface ManualClose {
  to: 'settled' | 'failed';
  /** Hash of the settling transaction; used only where the chain names none. */
  transaction: string | null;
  /** The operator's evidence: person, place of the lookup and result. */
  reason: string;
}

/** `unreadable` also for a network that is no longer configured. */
export const stateOnChain = async (
  payment: LedgerDetails,
  { chains }: Pick<PaymentsContext, 'chains'>,
): Promise<AuthorizationState> => (await chains.get(payment.network)?.stateOf(payment)) ?? { state: 'unreadable' };

export async function closeByHand(
  id: string,
  closing: ManualClose,
  context: Pick<PaymentsContext, 'state' | 'chains'>,
): Promise<LedgerDetails> {
  const { state } = context;
  const payment = await paymentById(state, id);
  if (!payment) throw new ApiError('NOT_FOUND', messages.payments.open.unknown({ id }));
  if (payment.state !== 'unknown') throw refused(messages.payments.open.hasEnd({ state: payment.state }));
  const now = new Date().toISOString();
  if (!(await lease(state, { id, state: 'unknown' }, now, leaseFor(SETTLE_MS))))
    throw refused(messages.payments.open.lookedFor());
  try {
    const transaction = transactionOf(payment, closing, await stateOnChain(payment, context));
    if (!(await closeManually(state, id, { to: closing.to, transaction, reason: closing.reason })))
      throw refused(messages.payments.open.closedMeanwhile());
  } catch (error) {
    // A closed payment is not unlocked here: its payer may have leased it again.
    await unlease(state, id);
    throw error;
  }
  return (await paymentById(state, id)) ?? payment;
}

/** The transaction to record. Throws if the chain contradicts the decision. */
function transactionOf(
  { validBefore }: LedgerDetails,
  { to, transaction }: ManualClose,
  onChain: AuthorizationState,
): string | null {
  if (onChain.state === 'used') {
    if (to === 'settled') return onChain.transaction;
    throw refused(messages.payments.open.settled({ transaction: onChain.transaction }));
  }
  if (onChain.state === 'dead') {
    if (to === 'failed') return null;
    throw refused(messages.payments.open.dead());
  }
  if (onChain.state === 'open' || Date.now() / 1000 <= validBefore)
    throw refused(messages.payments.open.untilThen({ until: new Date(validBefore * 1000).toISOString() }));
  if (to === 'settled' && transaction === null) throw refused(messages.payments.open.whichTransaction());
  return to === 'settled' ? transaction : null;
}

const refused = (message: Message): ApiError => new ApiError('INVALID_PARAMETER', message);
