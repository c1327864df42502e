/** Paying accounts, events of the payment provider, and accounts that wait for its answer. */

import type { Database } from '#data/store/database.ts';
import { type EventRow, eventRows } from '#platform/billing/events-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { dueNow, markRefunded, payingAccounts, surplusRows } from '#platform/billing/report-table.ts';
import { subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { syncNow } from '#platform/billing/sync.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { openSync } from '#server/compose/billing.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

const ROWS_MAX = 1_000;
const STATES = ['waiting', 'done', 'ignored'] as const satisfies EventRow['state'][];

export const command: Command = {
  summary: 'Show paid plans and the payment provider’s reports; query it again.',
  usage: [
    'billing list [--json]                        accounts that pay or did, and subscriptions that were one too many',
    `billing events [--state ${STATES.join('|')}] [--json]   what the provider sent, newest first`,
    'billing retry [--json]                       queries the provider now about all open events',
    'billing reconcile [ID|ADDRESS] [--json]      queries it about one account, or about all of them',
    'billing cancel ID|ADDRESS [--now] [--json]   ends what it pays at the end of the period, or at once (nothing is paid back)',
    'billing paid-back SUBSCRIPTION [--json]      you paid a subscription too many back at the provider’s desk',
  ],
  options: { state: { type: 'string' }, now: { type: 'boolean' }, json: { type: 'boolean' } },
  run: (call) => runVerb(call, { list, events, retry, reconcile, cancel, 'paid-back': markPaidBack }),
};

async function list({ options }: CommandCall, state: Database): Promise<number> {
  const [accounts, surplus] = [await payingAccounts(state, ROWS_MAX), await surplusRows(state, ROWS_MAX)];
  if (options.json) print({ accounts, surplus });
  else {
    for (const each of accounts)
      print(
        `${each.account}  ${each.email ?? '(no address)'}  ${each.plan} (${each.grantedBy})  ${each.subscription ?? '-'} ${each.status ?? ''}  heard ${each.heardAt ?? 'never'}${each.waiting > 0 ? `  ${each.waiting} events wait` : ''}${each.fault === null ? '' : `  ${each.fault}`}`,
      );
    for (const each of surplus)
      print(`one too many: ${each.subscription}  ${each.account}  ${each.surplus}  ${each.invoice ?? ''}`);
    if (accounts.length === 0) print('No account has a paid plan.');
  }
  return 0;
}

async function events(call: CommandCall, state: Database): Promise<number> {
  const only = textOf(call, 'state');
  if (only !== null && !(STATES as readonly string[]).includes(only))
    throw new UsageError(`--state is one of ${STATES.join(', ')}.`);
  const rows = await eventRows(state, ROWS_MAX, only as EventRow['state'] | null);
  if (call.options.json) print(rows);
  else
    for (const { id, type, received_at, state: own, outcome, account_id } of rows)
      print(
        `${received_at}  ${own.padEnd(7)}  ${type}  ${id}  ${account_id ?? ''}${outcome === null ? '' : `  ${outcome}`}`,
      );
  return 0;
}

const retry = (call: CommandCall, state: Database): Promise<number> => reconcileAll(call, state, undefined);

async function reconcile(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  if (who === undefined) return reconcileAll(call, state, 0);
  const { id } = await accountNamed(state, who);
  const outcome = await withProvider(call, state, (context) => syncNow(context, id));
  return report(call, { account: id, outcome }, `${id}: ${outcome}`, outcome === 'heard');
}

/** Rounds until no account is due; queries each account once. `silentMs`: also accounts without news for so long. */
async function reconcileAll(call: CommandCall, state: Database, silentMs: number | undefined): Promise<number> {
  const before = Date.now();
  await dueNow(state, new Date(before).toISOString());
  const count = await withProvider(call, state, async (context) => {
    let total = 0;
    // Leaves out accounts that an earlier round has reconciled.
    for (let some = -1; some !== 0; total += some)
      some = await reconcileRound(context, silentMs === undefined ? undefined : Date.now() - before + silentMs);
    return total;
  });
  const waiting = (await eventRows(state, ROWS_MAX, 'waiting')).length;
  return report(
    call,
    { asked: count, waiting },
    `Queried ${count} accounts; ${waiting} events are still open.`,
    waiting === 0,
  );
}

async function cancel(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const { id } = await accountNamed(state, who);
  const main = (await subscriptionRows(state, id)).find(({ place }) => place === 'main');
  if (!main) throw new UsageError(`${who} pays for nothing (billing list).`);
  const outcome = await withProvider(call, state, async (context) => {
    if (call.options.now) await context.provider.cancelNow(main.id);
    else await context.provider.cancelAtPeriodEnd(main.id);
    return syncNow(context, id);
  });
  return report(
    call,
    { account: id, subscription: main.id, outcome },
    `${main.id} is canceled: ${outcome}`,
    outcome === 'heard',
  );
}

async function markPaidBack(call: CommandCall, state: Database, [id]: string[]): Promise<number> {
  const done = id !== undefined && (await markRefunded(state, id));
  return report(
    call,
    { subscription: id ?? null, done },
    done ? 'Noted.' : 'There is no such subscription to pay back (billing list).',
    done,
  );
}

function report({ options }: CommandCall, result: object, sentence: string, isWell: boolean): number {
  print(options.json ? result : sentence);
  return isWell ? 0 : 1;
}

/** The demo's own provider runs in the demo's process, which a command does not reach. */
export async function withProvider<Answer>(
  { config }: CommandCall,
  state: Database,
  use: (context: ReturnType<typeof openSync>['context']) => Promise<Answer>,
): Promise<Answer> {
  const { billing, mail, publicUrl } = config;
  if (billing === null)
    throw new UsageError('This installation has no payment provider: STRIPE_SECRET_KEY is not set.');
  if (billing === 'standIn')
    throw new UsageError('The demo simulates its payment provider, and queries it on its own.');
  const ownMailer = mailer({ isReady: mail.by !== null, hourMax: mail.hourMax });
  const { context, stop } = openSync(billing, {
    state,
    site: () => publicUrl,
    mailer: ownMailer,
    report: (error) => terminal().stderr.write(`${error}\n`),
  });
  try {
    return await use(context);
  } finally {
    await stop();
  }
}
