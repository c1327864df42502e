/** Settlement of payments: the request, the search for an unknown outcome, and the errors of both. */

import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Authorization, Chain } from './chain.ts';
import { type Facilitator, FacilitatorFault, type Settlement } from './facilitator.ts';
import { isAlive, type Payment } from './payment.ts';
import type { Seller } from './seller.ts';

/** `unknown`: money may have moved, or may still move. */
export type Outcome =
  | { state: 'settled'; transaction: string }
  | { state: 'failed'; reason: string }
  | { state: 'unknown' };

export const UNREACHED = 'facilitator_unreachable';
export const UNSETTLED = 'not_settled_in_time';

/** Requests the settlement for the first time. */
export async function settle(payment: Payment, facilitator: Facilitator): Promise<Outcome> {
  try {
    const settlement = await facilitator.settle(payment);
    if (settlement.success) return { state: 'settled', transaction: settlement.transaction };
    return isCertain(settlement) ? { state: 'failed', reason: settlement.reason } : { state: 'unknown' };
  } catch (error) {
    if (!(error instanceof FacilitatorFault)) throw error;
    return error.isUnreached ? { state: 'failed', reason: UNREACHED } : { state: 'unknown' };
  }
}

/**
 * A refusal is certain if it concerns the payment and no transaction was sent. "Nonce used" is not certain: the facilitator may have lost
 * the response to its own transaction. Nor is "transaction failed", its answer also when it stopped waiting.
 */
const isCertain = ({ transaction, reason }: Settlement): boolean =>
  transaction === '' &&
  /^(invalid|insufficient|unsupported)_/.test(reason) &&
  (!/nonce|transaction/.test(reason) || reason.endsWith('_simulation_failed'));

/**
 * Reads the outcome from the chain. While the authorization is open and its payer repeats the request, the settlement is requested again:
 * it can happen only once. Without a request of the payer nothing is charged.
 */
export async function findOutcome(
  authorization: Authorization & { network: string },
  repeated: Payment | null,
  { facilitator, chains }: Pick<PaymentsContext, 'facilitator' | 'chains'>,
): Promise<Outcome> {
  const onChain = await chains.get(authorization.network)?.stateOf(authorization);
  if (onChain?.state === 'used') return { state: 'settled', transaction: onChain.transaction };
  if (onChain?.state === 'dead') return { state: 'failed', reason: UNSETTLED };
  if (repeated?.nonce === authorization.nonce && isAlive(repeated, Date.now())) {
    const outcome = await settle(repeated, facilitator);
    // A refusal of the second request does not decide the first.
    if (outcome.state === 'settled') return outcome;
  }
  return { state: 'unknown' };
}

export type PaymentsContext = Pick<Context, 'state' | 'limits' | 'hidden' | 'report'> & {
  seller: Seller;
  facilitator: Facilitator;
  /** Chains by network id. */
  chains: ReadonlyMap<string, Chain>;
  /** Counts outcomes of settlements, and unanswered facilitator requests, for the metrics. */
  tally(event: 'settled' | 'failed' | 'unknown' | 'verify' | 'settle'): void;
};

/** The settlement certainly failed: the answer is withheld and nothing was charged. */
export class SettlementRefused extends Error {
  readonly payment: Payment;
  readonly reason: string;
  readonly explanation: Message;
  constructor(payment: Payment, reason: string) {
    const message = messages.payments.refused({ reason });
    super(translate(message, 'en'));
    this.payment = payment;
    this.reason = reason;
    this.explanation = message;
  }
}

export const inProgress = (): ApiError =>
  new ApiError('PAYMENT_IN_PROGRESS', messages.payments.inProgress(), {
    headers: { 'retry-after': '1' },
  });

/** Never a 402: a client would sign a second payment. */
export const outcomePending = (): ApiError =>
  new ApiError('PAYMENT_PENDING', messages.payments.outcomePending(), { headers: { 'retry-after': '5' } });

/** An incomplete answer is not charged. */
export const stillFetching = (): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', messages.payments.stillFetching(), {
    headers: { 'retry-after': '5' },
  });
