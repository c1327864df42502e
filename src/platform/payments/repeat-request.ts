/** A repeated payment: its payer, and no other caller, may fetch the stored answer. */

import { ApiError } from '#api/api-error.ts';
import type { Meta, OperationResult } from '#api/operation-result.ts';
import type { Purchase } from '#api/payments.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import type { Delivery } from './delivery.ts';
import { leaseFor, SEND_MS, SETTLE_MS } from './facilitator.ts';
import { failed, lease, type PaymentRow, replaceAnswer, settled, unlease } from './ledger-table.ts';
import type { Payment } from './payment.ts';
import {
  findOutcome,
  inProgress,
  outcomePending,
  type PaymentsContext,
  SettlementRefused,
  stillFetching,
  UNSETTLED,
} from './settle.ts';

/** With an identifier, which no chain displays, an answer can be fetched repeatedly. */
export const IDENTIFIED_RETENTION_MS = 86_400_000;
/** Without an identifier it can be fetched once, if it was not delivered. */
export const RETENTION_MS = 600_000;

type RepeatContext = PaymentsContext & Pick<Purchase, 'execute'> & { deliveries: Delivery };

/** `fingerprint` identifies the request that carries the payment now. */
export async function repeatRequest(
  row: PaymentRow,
  payment: Payment,
  fingerprint: string,
  context: RepeatContext,
): Promise<OperationResult> {
  const isIdentified = row.identifier !== null && row.identifier === payment.identifier;
  if (row.request !== fingerprint) throw reused(messages.payments.spent.otherRequest());
  if (!isSame(row, payment))
    throw reused(isIdentified ? messages.payments.spent.otherPayment() : messages.payments.spent.otherPayer());
  if (!isIdentified && row.bond !== payment.bond) throw reused(messages.payments.spent.otherPayer());
  if (row.state === 'delivered') {
    if (!isIdentified) throw reused(messages.payments.spent.delivered());
    return send(row, payment, context);
  }
  if (row.state === 'settled') {
    if (!(await acquireLease(row, SEND_MS, context))) throw inProgress();
    return send(row, payment, context);
  }
  if (row.state === 'failed') throw new SettlementRefused(payment, UNSETTLED);
  if (row.state !== 'unknown' || !(await acquireLease(row, SETTLE_MS, context))) throw inProgress();
  return settleUnknown(row, payment, context);
}

/** An attacker may know the payer's address and guess the identifier, but not the signature. */
const isSame = ({ signed, bond }: PaymentRow, payment: Payment): boolean =>
  signed === null ? bond === payment.bond : signed === payment.signed;

const acquireLease = ({ id, state }: PaymentRow, ms: number, context: RepeatContext): Promise<boolean> =>
  lease(context.state, { id, state }, new Date().toISOString(), leaseFor(ms));

/** The outcome is unknown and the payer repeats the request: finds the outcome. */
async function settleUnknown(row: PaymentRow, payment: Payment, context: RepeatContext): Promise<OperationResult> {
  const outcome = await findOutcome(row, payment, context);
  if (outcome.state !== 'unknown') context.tally(outcome.state);
  if (outcome.state === 'settled') {
    // The payer gets the paid answer even if the write fails; the leader job repeats it.
    await settled(context.state, row.id, outcome.transaction, leaseFor(SEND_MS)).catch(context.report);
    const now = { transaction_hash: outcome.transaction, settled_at: new Date().toISOString() };
    return send({ ...row, ...now }, payment, context);
  }
  if (outcome.state === 'failed') {
    await failed(context.state, row.id, outcome.reason);
    throw new SettlementRefused(payment, outcome.reason);
  }
  await unlease(context.state, row.id);
  throw outcomePending();
}

async function send(row: PaymentRow, payment: Payment, context: RepeatContext): Promise<OperationResult> {
  const { id, transaction_hash, settled_at, answer, answer_about } = row;
  const settledAt = Date.parse(settled_at ?? '');
  const expiresAt = settledAt + (row.identifier === null ? RETENTION_MS : IDENTIFIED_RETENTION_MS);
  if (answer === null || answer_about === null || Date.now() > expiresAt)
    throw reused(messages.payments.spent.notKept());
  const about = JSON.parse(answer_about) as StoredAbout;
  const isGood = (about.hidden ?? '') === context.hidden().version;
  const result = isGood ? { ...storedAnswer(answer, about), renderedAt: settledAt } : await executeAgain(row, context);
  return context.deliveries.send({ id, transaction: transaction_hash ?? '', result }, payment);
}

/** The hidden persons changed since: executes the request again. An error leaves the payment unchanged. */
async function executeAgain({ id }: PaymentRow, context: RepeatContext): Promise<OperationResult> {
  try {
    const hidden = context.hidden().version;
    const { result } = await context.execute();
    if (result.meta.pending?.length) throw stillFetching();
    await replaceAnswer(context.state, id, { result, hidden });
    return result;
  } catch (error) {
    await unlease(context.state, id);
    throw error;
  }
}

interface StoredAbout {
  etag: string;
  meta?: Meta;
  /** Absent in old rows, from before persons could be hidden. */
  hidden?: string;
}

/** Before 0.2 the whole envelope was stored, with its headers. */
function storedAnswer(answer: Uint8Array, { etag, meta }: StoredAbout): OperationResult {
  if (meta) return { data: answer, etag, meta };
  const envelope = JSON.parse(Buffer.from(answer).toString()) as { data: unknown; meta: Meta };
  return { data: JSON.stringify(envelope.data), etag, meta: envelope.meta };
}

const reused = (message: Message): ApiError => new ApiError('PAYMENT_REUSED', message);
