/** The ledger of paid requests, its sums, payments of unknown outcome, and a check of the facilitator. */

import type { Database } from '#data/store/database.ts';
import { closeByHand, type ManualClose, stateOnChain } from '#platform/payments/close.ts';
import {
  type LedgerDetails,
  type LedgerEntry,
  paymentById,
  recentPayments,
  salesByDay,
} from '#platform/payments/ledger-report-table.ts';
import { type PaymentState, paymentStates } from '#platform/payments/ledger-table.ts';
import { dollars } from '#platform/payments/prices.ts';
import { settlers } from '#platform/payments/seller.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { runVerb, textOf } from './state-verbs.ts';

const LIMIT_DEFAULT = 100;
const LIMIT_MAX = 100_000;
const REASON_LENGTH_MAX = 500;

export const command: Command = {
  summary:
    'Show purchases by request, close those with an unknown outcome, and check whether payments can be accepted.',
  usage: [
    'payments list [--state STATE] [--limit N] [--json]   the last hundred, or N; `unknown`: the outcome is not known yet',
    'payments show ID [--json]                one of them; of an unknown one also its state on the chain',
    'payments close ID settled --transaction HASH --reason TEXT [--json]',
    'payments close ID failed --reason TEXT [--json]   only an unknown one, and only if the chain has no answer or the same one',
    'payments totals [--json]                 what was settled, by day and operation',
    'payments check [--json]                  checks with the facilitator whether it settles on our networks',
  ],
  options: {
    state: { type: 'string' },
    limit: { type: 'string' },
    transaction: { type: 'string' },
    reason: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: (call) => (call.words[0] === 'check' ? check(call) : runVerb(call, { list, show, close, totals, check })),
};

async function list({ options }: CommandCall, ledger: Database): Promise<number> {
  const { state = null, limit = String(LIMIT_DEFAULT) } = options;
  if (!/^[1-9][0-9]*$/.test(String(limit)) || Number(limit) > LIMIT_MAX)
    throw new UsageError(`--limit takes a number from 1 to ${LIMIT_MAX}.`);
  if (state !== null && !paymentStates.includes(state as PaymentState))
    throw new UsageError(`--state is one of ${paymentStates.join(', ')}.`);
  const rows = await recentPayments(ledger, state as PaymentState | null, Number(limit));
  if (options.json) print(rows);
  else for (const row of rows) print(line(row));
  return 0;
}

const line = ({ id, createdAt, state, amount, operation, payer, network, transaction, reason }: LedgerEntry): string =>
  [
    id,
    createdAt,
    state.padEnd(9),
    `$${dollars(BigInt(amount))}`.padEnd(7),
    operation,
    network,
    payer,
    transaction ?? reason ?? '',
  ]
    .join('  ')
    .trimEnd();

async function show(call: CommandCall, ledger: Database, [id]: string[]): Promise<number> {
  const payment = await paymentById(ledger, idOf(id));
  if (!payment) throw new UsageError(`There is no payment ${id} (payments list shows the ids).`);
  const context = { state: ledger, chains: chainsOf(call) };
  const onChain = payment.state === 'unknown' ? await stateOnChain(payment, context) : null;
  return printPayment(call, { ...paymentJson(payment), ...(onChain && { chain: onChain }) });
}

async function close(call: CommandCall, ledger: Database, [id, to]: string[]): Promise<number> {
  if (to !== 'settled' && to !== 'failed') throw new UsageError('Say what became of it: close ID settled, or failed.');
  const context = { state: ledger, chains: chainsOf(call) };
  return printPayment(call, paymentJson(await closeByHand(idOf(id), closingOf(call, to), context)));
}

function closingOf(call: CommandCall, to: ManualClose['to']): ManualClose {
  const [transaction, reason] = [textOf(call, 'transaction'), textOf(call, 'reason')?.trim() ?? ''];
  if (reason === '' || reason.length > REASON_LENGTH_MAX)
    throw new UsageError('Record who checked what and the result, in one sentence: --reason TEXT.');
  if (transaction !== null && (to !== 'settled' || !/^0x[0-9a-fA-F]{64}$/.test(transaction)))
    throw new UsageError('--transaction takes the hash of the transaction that settled it, 0x and 64 digits.');
  return { to, transaction: transaction?.toLowerCase() ?? null, reason: `by hand: ${reason}` };
}

const idOf = (id: string | undefined): string => {
  if (id === undefined) throw new UsageError('Say which payment (payments list shows the ids).');
  return id;
};

const chainsOf = ({ config: { seller } }: CommandCall) => (seller ? settlers(seller).chains : new Map());

const paymentJson = ({ validBefore, answerKept, ...rest }: LedgerDetails) => ({
  ...rest,
  validBefore: new Date(validBefore * 1000).toISOString(),
  answerKept: answerKept === 1,
});

function printPayment({ options }: CommandCall, payment: ReturnType<typeof paymentJson> & { chain?: object }): number {
  if (options.json) print(payment);
  else
    for (const [name, value] of Object.entries({ ...payment, amount: `$${dollars(BigInt(payment.amount))}` }))
      if (value !== null)
        print(`${name.padEnd(12)} ${typeof value === 'object' ? Object.values(value).join(' ') : value}`);
  return 0;
}

async function totals({ options }: CommandCall, state: Database): Promise<number> {
  const rows = await salesByDay(state);
  if (options.json) print(rows);
  else
    for (const { day, operation, network, requests, amount } of rows)
      print(`${day}  ${operation.padEnd(24)}  ${network}  ${requests}  $${dollars(BigInt(amount))}`);
  return 0;
}

/** Needs no store. */
async function check({ config: { seller }, options }: CommandCall): Promise<number> {
  const report = (ok: boolean, found: string): number => {
    print(options.json ? { ok, found } : found);
    return ok ? 0 : 1;
  };
  if (!seller) return report(true, 'Nothing is sold by request: FIRMOTECA_X402_PAYEE is not set.');
  try {
    const supported = await settlers(seller).facilitator.supported();
    const missing = seller.networks.filter(({ id }) => !supported.has(id)).map(({ name }) => name);
    return missing.length === 0
      ? report(true, `The facilitator settles on ${seller.networks.map(({ name }) => name).join(', ')}.`)
      : report(false, `The facilitator does not settle on ${missing.join(', ')}.`);
  } catch (error) {
    return report(false, `${(error as Error).message} Requests are offered, but payments fail.`);
  }
}
