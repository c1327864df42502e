/** Paying accounts, events of the payment provider, and accounts that wait for its answer. */

import type { Database } from '#data/store/database.ts';
import { type EventRow, eventRows } from '#platform/billing/events-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { dueNow, markRefunded, payingAccounts, surplusRows } from '#platform/billing/report-table.ts';
import { subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { syncNow } from '#platform/billing/sync.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { type OpenSync, openSync } from '#server/compose/billing.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

const SHOWN = 1_000;
const STATES = ['waiting', 'done', 'ignored'] as const satisfies EventRow['state'][];

export const command: Command = {
  summary: 'Show who pays for a plan and what the payment provider told; ask it again.',
  usage: [
    'billing list [--json]                        accounts that pay or did, and subscriptions that were one too many',
    `billing events [--state ${STATES.join('|')}] [--json]   what the provider sent, newest first`,
    'billing retry [--json]                       asks the provider now about all that waits for its answer',
    'billing reconcile [ID|ADDRESS] [--json]      asks it about one account, or about all of them',
    'billing cancel ID|ADDRESS [--now] [--json]   ends what it pays at the end of the period, or at once (nothing is paid back)',
    'billing paid-back SUBSCRIPTION [--json]      you paid a subscription too many back at the provider’s desk',
  ],
  options: { state: { type: 'string' }, now: { type: 'boolean' }, json: { type: 'boolean' } },
  run: (call) => runVerb(call, { list, events, retry, reconcile, cancel, 'paid-back': markPaidBack }),
};

async function list({ options }: CommandCall, state: Database): Promise<number> {
  const [accounts, surplus] = [await payingAccounts(state, SHOWN), await surplusRows(state, SHOWN)];
  if (options.json) print({ accounts, surplus });
  else {
    for (const each of accounts)
      print(
        `${each.account}  ${each.email ?? '(no address)'}  ${each.plan} (${each.grantedBy})  ${each.subscription ?? '-'} ${each.status ?? ''}  heard ${each.heardAt ?? 'never'}${each.waiting > 0 ? `  ${each.waiting} events wait` : ''}${each.fault === null ? '' : `  ${each.fault}`}`,
      );
    for (const each of surplus)
      print(`one too many: ${each.subscription}  ${each.account}  ${each.surplus}  ${each.invoice ?? ''}`);
    if (accounts.length === 0) print('Nobody pays here.');
  }
  return 0;
}

async function events(call: CommandCall, state: Database): Promise<number> {
  const only = textOf(call, 'state');
  if (only !== null && !(STATES as readonly string[]).includes(only))
    throw new UsageError(`--state is one of ${STATES.join(', ')}.`);
  const rows = await eventRows(state, SHOWN, only as EventRow['state'] | null);
  if (call.options.json) print(rows);
  else
    for (const { id, type, received_at, state: own, outcome, account_id } of rows)
      print(
        `${received_at}  ${own.padEnd(7)}  ${type}  ${id}  ${account_id ?? ''}${outcome === null ? '' : `  ${outcome}`}`,
      );
  return 0;
}

const retry = (call: CommandCall, state: Database): Promise<number> => askAll(call, state, undefined);

async function reconcile(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  if (who === undefined) return askAll(call, state, 0);
  const { id } = await accountNamed(state, who);
  const outcome = await withProvider(call, state, (needs) => syncNow(needs, id));
  return tell(call, { account: id, outcome }, `${id}: ${outcome}`, outcome === 'heard');
}

/** Until no account is due; each is queried once. `silentMs`: also accounts without news for so long. */
async function askAll(call: CommandCall, state: Database, silentMs: number | undefined): Promise<number> {
  const before = Date.now();
  await dueNow(state, new Date(before).toISOString());
  const asked = await withProvider(call, state, async (needs) => {
    let total = 0;
    // Those that were heard of since this began are not asked again.
    for (let some = -1; some !== 0; total += some)
      some = await reconcileRound(needs, silentMs === undefined ? undefined : Date.now() - before + silentMs);
    return total;
  });
  const waiting = (await eventRows(state, SHOWN, 'waiting')).length;
  return tell(call, { asked, waiting }, `Asked about ${asked} accounts; ${waiting} events wait still.`, waiting === 0);
}

async function cancel(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const { id } = await accountNamed(state, who);
  const main = (await subscriptionRows(state, id)).find(({ place }) => place === 'main');
  if (!main) throw new UsageError(`${who} pays for nothing (billing list).`);
  const outcome = await withProvider(call, state, async (needs) => {
    if (call.options.now) await needs.provider.cancelNow(main.id);
    else await needs.provider.cancelAtPeriodEnd(main.id);
    return syncNow(needs, id);
  });
  return tell(
    call,
    { account: id, subscription: main.id, outcome },
    `${main.id} is canceled: ${outcome}`,
    outcome === 'heard',
  );
}

async function markPaidBack(call: CommandCall, state: Database, [id]: string[]): Promise<number> {
  const done = id !== undefined && (await markRefunded(state, id));
  return tell(
    call,
    { subscription: id ?? null, done },
    done ? 'Noted.' : 'There is no such subscription to pay back (billing list).',
    done,
  );
}

function tell({ options }: CommandCall, told: object, sentence: string, isWell: boolean): number {
  print(options.json ? told : sentence);
  return isWell ? 0 : 1;
}

/** The demo's own provider lives in the running demo, and is not reached from here. */
export async function withProvider<Answer>(
  { config }: CommandCall,
  state: Database,
  ask: (needs: OpenSync['needs']) => Promise<Answer>,
): Promise<Answer> {
  const { billing, mail, publicUrl } = config;
  if (billing === null)
    throw new UsageError('This installation has no payment provider: STRIPE_SECRET_KEY is not set.');
  if (billing === 'standIn') throw new UsageError('The demo plays its payment provider itself, and asks it by itself.');
  const letters = mailer({ isReady: mail.by !== null, hourMax: mail.hourMax });
  const { needs, stop } = openSync(billing, {
    state,
    site: () => publicUrl,
    mailer: letters,
    report: (error) => terminal().stderr.write(`${error}\n`),
  });
  try {
    return await ask(needs);
  } finally {
    await stop();
  }
}
