/** Creates and shows accounts, and sets their subscriptions and passwords. */

import { text } from 'node:stream/consumers';
import type { Database } from '#data/store/database.ts';
import { endOfDay, isUpcomingDay } from '#lib/values/date.ts';
import { changePassword, changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import {
  type AccountFilter,
  type AccountRow,
  accountCounts,
  accountPage,
  accountsMatching,
} from '#platform/accounts/accounts-table.ts';
import { assertChangeable } from '#platform/accounts/demo-account.ts';
import { recordEvent } from '#platform/accounts/events.ts';
import { keyRows } from '#platform/accounts/keys-table.ts';
import {
  keysWork,
  keysWorkUntil,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
  stepsTo,
} from '#platform/accounts/subscription.ts';
import { block, HELP_USAGE, remove, resetLink, setEmail, unblock } from './account-help.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { keyJson } from './keys.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Make, list and show accounts; set plans and passwords; help, block and delete.',
  usage: [
    'accounts create --email ADDRESS [--plan pro] [--password-stdin] [--json]',
    'accounts list [--state STATE] [--email TEXT] [--blocked] [--limit 100] [--after ID] [--json]',
    'accounts show ID|ADDRESS [--json]',
    'accounts set-plan ID|ADDRESS pro [--until YYYY-MM-DD] [--json]   to the end of that day, or without an end',
    'accounts set-plan ID|ADDRESS none [--json]',
    `accounts set-state ID|ADDRESS ${SUBSCRIPTION_STATES.filter((state) => state !== 'canceling').join('|')} [--json]`,
    'accounts set-state ID|ADDRESS canceling --until YYYY-MM-DD [--json]   keys work to the end of that day',
    'accounts password ID|ADDRESS < FILE [--json]',
    ...HELP_USAGE,
  ],
  options: {
    email: { type: 'string' },
    plan: { type: 'string' },
    until: { type: 'string' },
    state: { type: 'string' },
    blocked: { type: 'boolean' },
    limit: { type: 'string' },
    after: { type: 'string' },
    reason: { type: 'string' },
    yes: { type: 'boolean' },
    'password-stdin': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: (call) =>
    runVerb(call, {
      create,
      list,
      show,
      'set-plan': setPlan,
      'set-state': setState,
      password: setNewPassword,
      'reset-link': resetLink,
      'set-email': setEmail,
      block,
      unblock,
      delete: remove,
    }),
};

async function create(call: CommandCall, state: Database): Promise<number> {
  const [email, plan] = [textOf(call, 'email'), textOf(call, 'plan')];
  if (email === null) throw new UsageError('Say whose account it is: --email ADDRESS.');
  if (plan !== null && plan !== 'pro') throw new UsageError('The only plan is pro.');
  const password = call.options['password-stdin'] ? await passwordFromInput() : null;
  const account = await createAccount(state, { email, password }, Date.now());
  await state.write([recordEvent(account, 'created', Date.now())]);
  if (plan === 'pro') {
    await stepTo(state, account, 'none', 'active');
    await recordPlan(state, account);
  }
  return printAccount(call, state, account);
}

/** Lines of one call; scripts continue with --after. */
const LINES = 100;
const LINES_MAX = 1_000;

async function list(call: CommandCall, state: Database): Promise<number> {
  const filter = filterOf(call);
  const most = countOf(textOf(call, 'limit') ?? String(LINES));
  const last = textOf(call, 'after');
  const after = last === null ? null : await accountNamed(state, last);
  const [rows, total] = await Promise.all([
    accountPage(state, filter, { after, most: most + 1, now: new Date().toISOString() }),
    accountsMatching(state, filter),
  ]);
  const page = rows.slice(0, most);
  const next = rows.length > most ? (page.at(-1)?.id ?? null) : null;
  if (call.options.json) print({ total, accounts: page.map(accountJson), next });
  else {
    for (const row of page) print(line(row));
    print(next === null ? `${total} in all.` : `${total} in all; the next ones: --after ${next}`);
  }
  return 0;
}

function filterOf(call: CommandCall): AccountFilter {
  const state = textOf(call, 'state') ?? undefined;
  if (state !== undefined && !isState(state))
    throw new UsageError(`Say which state: ${SUBSCRIPTION_STATES.join(', ')}.`);
  return { state: state ?? null, email: textOf(call, 'email'), isBlocked: call.options.blocked === true };
}

function countOf(text: string): number {
  const count = /^[1-9][0-9]{0,3}$/.test(text) ? Number(text) : 0;
  if (count < 1 || count > LINES_MAX) throw new UsageError(`--limit takes 1 to ${LINES_MAX}.`);
  return count;
}

async function show(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const row = await accountNamed(state, who);
  const [keys, counts] = await Promise.all([
    keyRows(state, row.id),
    accountCounts(state, row.id, new Date().toISOString()),
  ]);
  const { sessions, passkeys, events, last_event_at: lastEventAt } = counts;
  if (call.options.json)
    print({ ...accountJson(row), sessions, passkeys, events, lastEventAt, keys: keys.map(keyJson) });
  else
    print(
      [
        line(row),
        `  ${sessions} browsers signed in, ${passkeys} passkeys, ${events} events${lastEventAt ? `, the last ${lastEventAt}` : ''}`,
        row.blocked_at && `  blocked since ${row.blocked_at}: ${row.block_reason}`,
        ...keys.map((key) => `  key ${key.id}  ${key.hint}${key.revoked_at ? '  revoked' : ''}`),
      ]
        .filter(Boolean)
        .join('\n'),
    );
  return 0;
}

async function setPlan(call: CommandCall, state: Database, [who, plan]: string[]): Promise<number> {
  if (plan !== 'pro' && plan !== 'none') throw new UsageError('Say which plan: pro or none.');
  const until = plan === 'pro' && textOf(call, 'until') !== null ? lastDayOf(call, 'canceling') : null;
  if (plan === 'none' && textOf(call, 'until') !== null) throw new UsageError('--until is for pro and canceling only.');
  const row = await accountNamed(state, who);
  assertGranted(row);
  const isDone = plan === 'pro' ? row.state === 'active' : !keysWork(row, Date.now());
  if (!isDone) await stepTo(state, row.id, row.state, plan === 'pro' ? 'active' : 'canceled');
  if (until !== null) await changeSubscription(state, row.id, 'canceling', Date.now(), until);
  if (!isDone || until !== null) await recordPlan(state, row.id);
  return printAccount(call, state, row.id);
}

async function setState(call: CommandCall, state: Database, [who, to]: string[]): Promise<number> {
  if (!isState(to)) throw new UsageError(`Say which state: ${SUBSCRIPTION_STATES.join(', ')}.`);
  const until = lastDayOf(call, to);
  const row = await accountNamed(state, who);
  assertGranted(row);
  await changeSubscription(state, row.id, to, Date.now(), until);
  await recordPlan(state, row.id);
  return printAccount(call, state, row.id);
}

/** The provider would continue to charge for a plan that ends here, and its next event would restore the plan. */
function assertGranted(row: AccountRow): void {
  assertChangeable(row.id);
  if (row.granted_by === 'provider' && keysWorkUntil(row) !== null)
    throw new UsageError(
      `${row.id} pays for its plan at the payment provider: end it there, by billing cancel ${row.id}.`,
    );
}

/** The end of the last day that a canceled subscription is paid for. The operator names the day, because a granted plan has no bills. */
function lastDayOf(call: CommandCall, to: SubscriptionState): string | null {
  const day = textOf(call, 'until');
  if (to !== 'canceling') {
    if (day !== null) throw new UsageError('--until is for canceling only.');
    return null;
  }
  if (day === null || !isUpcomingDay(day, Date.now()))
    throw new UsageError(
      'Name the last paid day: --until takes a future day such as 2027-01-31, to the end of which keys work. To end it now use set-plan none.',
    );
  return endOfDay(day);
}

async function setNewPassword(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const row = await accountNamed(state, who);
  assertChangeable(row.id);
  await changePassword(state, row.id, await passwordFromInput(), Date.now());
  return printAccount(call, state, row.id);
}

/** Adds the granted plan to the events of the account. */
async function recordPlan(state: Database, account: string): Promise<void> {
  const row = await accountNamed(state, account);
  await state.write([recordEvent(account, 'planGranted', Date.now(), { about: row.state })]);
}

/** Not from an argument, which every user of the machine can read. */
const passwordFromInput = async (): Promise<string> => (await text(terminal().stdin)).replace(/\r?\n$/, '');

async function stepTo(state: Database, account: string, from: SubscriptionState, to: SubscriptionState): Promise<void> {
  const steps = stepsTo(from, to);
  if (steps === null) throw new UsageError(`A subscription does not get from ${from} to ${to}.`);
  const now = Date.now();
  for (const next of steps) await changeSubscription(state, account, next, now, new Date(now).toISOString());
}

async function printAccount(call: CommandCall, state: Database, account: string): Promise<number> {
  const row = await accountNamed(state, account);
  print(call.options.json ? accountJson(row) : line(row));
  return 0;
}

const isState = (text: string | undefined): text is SubscriptionState =>
  (SUBSCRIPTION_STATES as readonly (string | undefined)[]).includes(text);

const accountJson = (row: AccountRow) => ({
  id: row.id,
  email: row.email,
  createdAt: row.created_at,
  subscription: { state: row.state, since: row.since, until: row.until, grantedBy: row.granted_by },
  keysWork: keysWork(row, Date.now()),
  blocked: row.blocked_at && { since: row.blocked_at, reason: row.block_reason },
  openKeys: row.open_keys,
  hasPassword: row.has_password === 1,
});

const line = (row: AccountRow): string =>
  `${row.id}  ${row.email ?? '(no address)'}  ${row.state} since ${row.since.slice(0, 10)}${row.until ? ` until ${row.until.slice(0, 10)}` : ''}  ${row.open_keys} keys${row.blocked_at ? '  blocked' : ''}`;
