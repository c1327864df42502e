/** The states of a payment, and which may follow which: the only place that knows. */

export type PaymentState = 'claimed' | 'verified' | 'unknown' | 'settled' | 'failed' | 'delivered' | 'released';

/**
 * A payment is `unknown` from the moment its settlement is asked for until somebody tells the outcome: whoever dies in between
 * leaves the truth behind. Released and failed payments moved no money; the same authorization may be claimed anew.
 */
const followers: Record<PaymentState, readonly PaymentState[]> = {
  claimed: ['verified', 'released'],
  verified: ['unknown', 'released'],
  unknown: ['settled', 'failed'],
  settled: ['delivered'],
  failed: [],
  delivered: [],
  released: [],
};

export const paymentStates = Object.keys(followers) as PaymentState[];

/** The states from which a payment may come to this one. */
export const before = (state: PaymentState): PaymentState[] =>
  paymentStates.filter((earlier) => followers[earlier].includes(state));
