/** Settlement: asking for it, and finding out how one ended that nobody told us about. */

import type { Limits } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { type Sentence, say } from '#lib/i18n/sentence.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Authorization, Chain } from './chain.ts';
import { type Facilitator, FacilitatorFault, type Settlement } from './facilitator.ts';
import { isAlive, type Payment } from './payment.ts';
import type { Seller } from './seller.ts';
import { said } from './sentences.ts';

/** `unknown`: money may have moved, or may still move. */
export type Outcome =
  | { state: 'settled'; transaction: string }
  | { state: 'failed'; reason: string }
  | { state: 'unknown' };

export const UNREACHED = 'facilitator_unreachable';
export const UNSETTLED = 'not_settled_in_time';

/** Asks for it the first time. */
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
 * A refusal is certain when it is about the payment and no transaction was sent. "Nonce used" is none: the facilitator may have
 * lost the answer to its own transaction; nor is "transaction failed", which it also says when it could not wait for the end.
 */
const isCertain = ({ transaction, reason }: Settlement): boolean =>
  transaction === '' &&
  /^(invalid|insufficient|unsupported)_/.test(reason) &&
  (!/nonce|transaction/.test(reason) || reason.endsWith('_simulation_failed'));

/**
 * Looks at the chain, which knows. While the authorization is open and its payer asks, the settlement is asked for again: it can
 * happen once only. Nobody is charged in his absence.
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
    // Its refusal says nothing about the first attempt.
    if (again.state === 'settled') return again;
  }
  return { state: 'unknown' };
}

// §§ needs.ts: What payments need from elsewhere; app.ts hands it over.

/** What whoever runs the service is told: how settlements ended, and questions that the facilitator left without an answer. */
export type Tally = (event: 'settled' | 'failed' | 'unknown' | 'verify' | 'settle') => void;

export interface PaymentNeeds {
  seller: Seller;
  state: Database;
  facilitator: Facilitator;
  /** By the network's id. */
  chains: ReadonlyMap<string, Chain>;
  /** Counts payers; null counts nobody. */
  limits: Limits | null;
  /** Who is hidden now: an answer that was made when others were is made anew before it is given again, and no offer leads to them. */
  hidden(): HiddenPersons;
  tally: Tally;
  report(error: unknown): void;
}

// §§ refusals.ts: Refusals of payments that several places give.

/** The settlement failed for certain: the answer is withheld and nothing was charged. */
export class SettlementRefused extends Error {
  readonly payment: Payment;
  readonly reason: string;
  readonly sentence: Sentence;
  constructor(payment: Payment, reason: string) {
    const sentence = said.refused({ reason });
    super(say(sentence, 'en'));
    this.payment = payment;
    this.reason = reason;
    this.sentence = sentence;
  }
}

export const inProgress = (): ApiError =>
  new ApiError('PAYMENT_IN_PROGRESS', said.inProgress(), {
    headers: { 'retry-after': '1' },
  });

/** Never a 402: a client would sign a second payment. */
export const outcomePending = (): ApiError =>
  new ApiError('PAYMENT_PENDING', said.outcomePending(), { headers: { 'retry-after': '5' } });

/** Nobody pays for an answer of which a part is still to come. */
export const stillFetching = (): ApiError =>
  new ApiError('UPSTREAM_UNAVAILABLE', said.stillFetching(), {
    headers: { 'retry-after': '5' },
  });
