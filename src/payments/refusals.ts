/** Refusals of payments that several places give. */
import { Problem } from '#operations/problem.ts';
import type { Payment } from './payment.ts';

/** The settlement failed for certain: the answer is withheld and nothing was charged. */
export class Refused extends Error {
  readonly payment: Payment;
  readonly reason: string;
  constructor(payment: Payment, reason: string) {
    super(`The payment was refused when it was settled: ${reason}. Nothing was charged.`);
    this.payment = payment;
    this.reason = reason;
  }
}

export const inProgress = (): Problem =>
  new Problem('PAYMENT_IN_PROGRESS', 'A request with this payment is still being answered. Ask again in a moment.', {
    headers: { 'retry-after': '1' },
  });

/** Never a 402: a client would sign a second payment. */
export const outcomePending = (): Problem =>
  new Problem(
    'PAYMENT_PENDING',
    'It is not known yet whether the payment was settled. Ask again with the same payment: you are charged once at most.',
    { headers: { 'retry-after': '5' } },
  );
