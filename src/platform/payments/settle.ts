/** Settlement of payments: the request, the search for an unknown outcome, and the errors of both. */
import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { type Message, translate } from '#lib/i18n/message.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-names.ts';
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
  present: Payment | null,
  needs: { facilitator: Facilitator; chains: ReadonlyMap<string, Chain> },
): Promise<Outcome> {
  const seen = await needs.chains.get(authorization.network)?.look(authorization);
  if (seen?.state === 'used') return { state: 'settled', transaction: seen.transaction };
  if (seen?.state === 'dead') return { state: 'failed', reason: UNSETTLED };
  if (present?.nonce === authorization.nonce && isAlive(present, Date.now())) {
    const again = await settle(present, needs.facilitator);
    // Its refusal does not decide the first attempt.
    if (again.state === 'settled') return again;
  }
  return { state: 'unknown' };
}

/** Counts outcomes of settlements, and unanswered facilitator requests, for the metrics. */
export type Tally = (event: 'settled' | 'failed' | 'unknown' | 'verify' | 'settle') => void;

export interface PaymentNeeds {
  seller: Seller;
  state: Database;
  facilitator: Facilitator;
  /** Chains by network id. */
  chains: ReadonlyMap<string, Chain>;
  /** Limits per payer; null for none. */
  limits: Limits | null;
  /** The hidden persons now. Answers rendered with another version are rendered anew; offers never name a hidden person. */
  hidden(): HiddenPersons;
  tally: Tally;
  report(error: unknown): void;
}

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
