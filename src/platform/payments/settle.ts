/** Settlement: asking for it, and finding out how one ended that nobody told us about. */
import type { Authorization, Chain } from './chain.ts';
import { type Facilitator, FacilitatorFault, type Settlement } from './facilitator.ts';
import { isAlive, type Payment } from './payment.ts';

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
export async function findOut(
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
