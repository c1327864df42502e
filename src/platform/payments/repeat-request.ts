/** A payment that was seen before: what its payer may still have, and nobody else. */

import { ApiError } from '#api/api-error.ts';
import type { Meta, OperationResult } from '#api/operation-result.ts';
import type { Purchase } from '#api/sale.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import type { Delivery } from './deliver.ts';
import { leaseFor, SEND_MS, SETTLE_MS } from './facilitator.ts';
import { failed, keepAnew, lease, type PaymentRow, settled, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';
import { spent } from './sentences.ts';
import {
  findOutcome,
  inProgress,
  outcomePending,
  type PaymentNeeds,
  SettlementRefused,
  stillFetching,
  UNSETTLED,
} from './settle.ts';

/** With a name, which no chain shows, an answer can be fetched again and again. */
export const KEPT_NAMED_MS = 86_400_000;
/** Without one it can be fetched once, if it did not arrive. */
export const KEPT_MS = 600_000;

interface AgainNeeds extends PaymentNeeds, Pick<Purchase, 'execute'> {
  deliveries: Delivery;
}

/** `fingerprint` is that of the request that the payment comes with now. */
export async function askedAgain(
  row: PaymentRow,
  payment: Payment,
  fingerprint: string,
  needs: AgainNeeds,
): Promise<OperationResult> {
  const isNamed = row.identifier !== null && row.identifier === payment.identifier;
  if (row.request !== fingerprint) throw reused(spent.otherRequest());
  if (!isSame(row, payment)) throw reused(isNamed ? spent.otherPayment() : spent.otherPayer());
  if (!isNamed && row.bond !== payment.bond) throw reused(spent.otherPayer());
  if (row.state === 'delivered') {
    if (!isNamed) throw reused(spent.delivered());
    return send(row, payment, needs);
  }
  if (row.state === 'settled') {
    if (!(await take(row, SEND_MS, needs))) throw inProgress();
    return send(row, payment, needs);
  }
  if (row.state === 'failed') throw new SettlementRefused(payment, UNSETTLED);
  if (row.state !== 'unknown' || !(await take(row, SETTLE_MS, needs))) throw inProgress();
  return reconciled(row, payment, needs);
}

/** Whoever knows a payer's address and guesses his name for a payment has not his signature. */
const isSame = ({ signed, bond }: PaymentRow, payment: Payment): boolean =>
  signed === null ? bond === payment.bond : signed === payment.signed;

const take = ({ id, state }: PaymentRow, ms: number, needs: AgainNeeds): Promise<boolean> =>
  lease(needs.state, { id, state }, new Date().toISOString(), leaseFor(ms));

/** His payment is somewhere between us and the chain, and he asks: we look. */
async function reconciled(row: PaymentRow, payment: Payment, needs: AgainNeeds): Promise<OperationResult> {
  const outcome = await findOutcome(row, payment, needs);
  if (outcome.state !== 'unknown') needs.tally(outcome.state);
  if (outcome.state === 'settled') {
    // He paid: he gets it also when it cannot be written down, which the job does later.
    await settled(needs.state, row.id, outcome.transaction, leaseFor(SEND_MS)).catch(needs.report);
    const now = { transaction_hash: outcome.transaction, settled_at: new Date().toISOString() };
    return send({ ...row, ...now }, payment, needs);
  }
  if (outcome.state === 'failed') {
    await failed(needs.state, row.id, outcome.reason);
    throw new SettlementRefused(payment, outcome.reason);
  }
  await unlease(needs.state, row.id);
  throw outcomePending();
}

async function send(row: PaymentRow, payment: Payment, needs: AgainNeeds): Promise<OperationResult> {
  const { id, transaction_hash, settled_at, answer, answer_about } = row;
  const settledAt = Date.parse(settled_at ?? '');
  const keptUntil = settledAt + (row.identifier === null ? KEPT_MS : KEPT_NAMED_MS);
  if (answer === null || answer_about === null || Date.now() > keptUntil) throw reused(spent.notKept());
  const about = JSON.parse(answer_about) as KeptAbout;
  const isGood = (about.hidden ?? '') === needs.hidden().version;
  const result = isGood ? { ...keptAnswer(answer, about), renderedAt: settledAt } : await madeAnew(row, needs);
  return needs.deliveries.send({ id, transaction: transaction_hash ?? '', result }, payment);
}

/** Somebody was hidden since, or is shown again: what he paid for is asked for anew. What it throws leaves the payment as it is. */
async function madeAnew({ id }: PaymentRow, needs: AgainNeeds): Promise<OperationResult> {
  try {
    const hidden = needs.hidden().version;
    const { result } = await needs.execute();
    if (result.meta.pending?.length) throw stillFetching();
    await keepAnew(needs.state, id, { result, hidden });
    return result;
  } catch (error) {
    await unlease(needs.state, id);
    throw error;
  }
}

interface KeptAbout {
  etag: string;
  meta?: Meta;
  /** Left out before the version was kept: then nobody was hidden. */
  hidden?: string;
}

/** Before 0.2 the whole envelope was kept, with the headers that it was sent with. */
function keptAnswer(answer: Uint8Array, { etag, meta }: KeptAbout): OperationResult {
  if (meta) return { data: answer, etag, meta };
  const envelope = JSON.parse(Buffer.from(answer).toString()) as { data: unknown; meta: Meta };
  return { data: JSON.stringify(envelope.data), etag, meta: envelope.meta };
}

const reused = (sentence: Sentence): ApiError => new ApiError('PAYMENT_REUSED', sentence);
