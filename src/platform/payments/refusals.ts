/** Refusals of payments that several places give. */
import { ApiError } from '#api/api-error.ts';
import { type Sentence, say } from '#lib/i18n/sentence.ts';
import type { Payment } from './payment.ts';
import { said } from './sentences.ts';

/** The settlement failed for certain: the answer is withheld and nothing was charged. */
export class Refused extends Error {
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
