/** A repeated payment: what its payer may still fetch, and nobody else. */

import { ApiError } from '#api/api-error.ts';
import type { Meta, OperationResult } from '#api/operation-result.ts';
import type { Purchase } from '#api/payments.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Delivery } from './deliver.ts';
import { leaseFor, SEND_MS, SETTLE_MS } from './facilitator.ts';
import { failed, lease, type PaymentRow, replaceAnswer, settled, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';

import {
  findOutcome,
  inProgress,
  outcomePending,
  type PaymentNeeds,
  SettlementRefused,
  stillFetching,
  UNSETTLED,
} from './settle.ts';

/** With an identifier, which no chain shows, an answer can be fetched repeatedly. */
export const KEPT_NAMED_MS = 86_400_000;
/** Without an identifier it can be fetched once, if it was not delivered. */
export const KEPT_MS = 600_000;

interface RepeatNeeds extends PaymentNeeds, Pick<Purchase, 'execute'> {
  deliveries: Delivery;
}

/** `fingerprint` identifies the request that carries the payment now. */
export async function repeatRequest(
  row: PaymentRow,
  payment: Payment,
  fingerprint: string,
  needs: RepeatNeeds,
): Promise<OperationResult> {
  const isNamed = row.identifier !== null && row.identifier === payment.identifier;
  if (row.request !== fingerprint) throw reused(messages.payments.spent.otherRequest());
  if (!isSame(row, payment))
    throw reused(isNamed ? messages.payments.spent.otherPayment() : messages.payments.spent.otherPayer());
  if (!isNamed && row.bond !== payment.bond) throw reused(messages.payments.spent.otherPayer());
  if (row.state === 'delivered') {
    if (!isNamed) throw reused(messages.payments.spent.delivered());
    return send(row, payment, needs);
  }
  if (row.state === 'settled') {
    if (!(await take(row, SEND_MS, needs))) throw inProgress();
    return send(row, payment, needs);
  }
  if (row.state === 'failed') throw new SettlementRefused(payment, UNSETTLED);
  if (row.state !== 'unknown' || !(await take(row, SETTLE_MS, needs))) throw inProgress();
  return settleUnknown(row, payment, needs);
}

/** An attacker may know the payer's address and guess the identifier, but not the signature. */
const isSame = ({ signed, bond }: PaymentRow, payment: Payment): boolean =>
  signed === null ? bond === payment.bond : signed === payment.signed;

const take = ({ id, state }: PaymentRow, ms: number, needs: RepeatNeeds): Promise<boolean> =>
  lease(needs.state, { id, state }, new Date().toISOString(), leaseFor(ms));

/** The outcome is unknown and the payer repeats the request: finds the outcome. */
async function settleUnknown(row: PaymentRow, payment: Payment, needs: RepeatNeeds): Promise<OperationResult> {
  const outcome = await findOutcome(row, payment, needs);
  if (outcome.state !== 'unknown') needs.tally(outcome.state);
  if (outcome.state === 'settled') {
    // The payer gets the paid answer even if the write fails; the leader job repeats it.
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

async function send(row: PaymentRow, payment: Payment, needs: RepeatNeeds): Promise<OperationResult> {
  const { id, transaction_hash, settled_at, answer, answer_about } = row;
  const settledAt = Date.parse(settled_at ?? '');
  const keptUntil = settledAt + (row.identifier === null ? KEPT_MS : KEPT_NAMED_MS);
  if (answer === null || answer_about === null || Date.now() > keptUntil)
    throw reused(messages.payments.spent.notKept());
  const about = JSON.parse(answer_about) as StoredAbout;
  const isGood = (about.hidden ?? '') === needs.hidden().version;
  const result = isGood ? { ...storedAnswer(answer, about), renderedAt: settledAt } : await executeAgain(row, needs);
  return needs.deliveries.send({ id, transaction: transaction_hash ?? '', result }, payment);
}

/** The hidden persons changed since: executes the request again. An error leaves the payment unchanged. */
async function executeAgain({ id }: PaymentRow, needs: RepeatNeeds): Promise<OperationResult> {
  try {
    const hidden = needs.hidden().version;
    const { result } = await needs.execute();
    if (result.meta.pending?.length) throw stillFetching();
    await replaceAnswer(needs.state, id, { result, hidden });
    return result;
  } catch (error) {
    await unlease(needs.state, id);
    throw error;
  }
}

interface StoredAbout {
  etag: string;
  meta?: Meta;
  /** Absent in old rows: nobody was hidden then. */
  hidden?: string;
}

/** Before 0.2 the whole envelope was stored, with its headers. */
function storedAnswer(answer: Uint8Array, { etag, meta }: StoredAbout): OperationResult {
  if (meta) return { data: answer, etag, meta };
  const envelope = JSON.parse(Buffer.from(answer).toString()) as { data: unknown; meta: Meta };
  return { data: JSON.stringify(envelope.data), etag, meta: envelope.meta };
}

const reused = (message: Message): ApiError => new ApiError('PAYMENT_REUSED', message);
