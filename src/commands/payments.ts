/** What was bought by request: the ledger, its sums, and whether payments can be taken at all. */

import { type LedgerEntry, recentPayments, salesByDay } from '#payments/ledger-table.ts';
import { dollars } from '#payments/prices.ts';
import { settlers } from '#payments/seller.ts';
import { type PaymentState, paymentStates } from '#payments/states.ts';
import { openStore, type Store } from '#store/open.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

const SHOWN = 100;

export const command: Command = {
  summary: 'Show what was bought by request, and whether payments can be taken.',
  usage: [
    'payments list [--state STATE] [--json]   the last hundred; `unknown` are those whose settlement nobody has told yet',
    'payments totals [--json]                 what was settled, by day and operation',
    'payments check [--json]                  asks the facilitator whether it settles on our networks',
  ],
  options: { state: { type: 'string' }, json: { type: 'boolean' } },
  async run(call) {
    const [verb = ''] = call.words;
    if (verb === 'check') return check(call);
    const does = verbs[verb];
    if (!does) throw new UsageError('Say list, totals or check.');
    const { databaseUrl, dataFolder: folder, country } = call.config;
    const store = await openStore({ databaseUrl, folder, country });
    try {
      return await does(call, store);
    } finally {
      await store.close();
    }
  },
};

const verbs: Record<string, (call: CommandCall, store: Store) => Promise<number>> = { list, totals };

async function list({ options }: CommandCall, { state: ledger }: Store): Promise<number> {
  const { state = null } = options;
  if (state !== null && !paymentStates.includes(state as PaymentState))
    throw new UsageError(`--state is one of ${paymentStates.join(', ')}.`);
  const rows = await recentPayments(ledger, state as PaymentState | null, SHOWN);
  if (options.json) print(rows);
  else for (const row of rows) print(line(row));
  return 0;
}

const line = ({ createdAt, state, amount, operation, payer, network, transaction, reason }: LedgerEntry): string =>
  [
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

async function totals({ options }: CommandCall, { state }: Store): Promise<number> {
  const rows = await salesByDay(state);
  if (options.json) print(rows);
  else
    for (const { day, operation, network, requests, amount } of rows)
      print(`${day}  ${operation.padEnd(24)}  ${network}  ${requests}  $${dollars(BigInt(amount))}`);
  return 0;
}

async function check({ config: { seller }, options }: CommandCall): Promise<number> {
  const say = (ok: boolean, found: string): number => {
    print(options.json ? { ok, found } : found);
    return ok ? 0 : 1;
  };
  if (!seller) return say(true, 'Nothing is sold by request: FIRMOTECA_X402_PAYEE is not set.');
  try {
    const supported = await settlers(seller).facilitator.supported();
    const missing = seller.networks.filter(({ id }) => !supported.has(id)).map(({ name }) => name);
    return missing.length === 0
      ? say(true, `The facilitator settles on ${seller.networks.map(({ name }) => name).join(', ')}.`)
      : say(false, `The facilitator does not settle on ${missing.join(', ')}.`);
  } catch (error) {
    return say(false, `${(error as Error).message} Requests are offered, but nobody can pay.`);
  }
}
