/** Makes and shows accounts, and takes their subscriptions and passwords where an operator wants them. */
import { text } from 'node:stream/consumers';
import { changePassword, createAccount, step } from '#accounts/accounts.ts';
import { type AccountRow, accountRows } from '#accounts/accounts-table.ts';
import { keyRows } from '#accounts/keys-table.ts';
import {
  keysWork,
  keysWorkUntil,
  SUBSCRIPTION_STATES,
  type SubscriptionState,
  stepsTo,
} from '#accounts/subscription.ts';
import { isDay } from '#base/date.ts';
import type { Database } from '#store/database.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { shownKey } from './keys.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Make and show accounts; set plans, subscription states and passwords.',
  usage: [
    'accounts create --email ADDRESS [--plan pro] [--password-stdin] [--json]',
    'accounts list [--json]',
    'accounts show ID|ADDRESS [--json]',
    'accounts set-plan ID|ADDRESS pro [--until YYYY-MM-DD] [--json]   to the end of that day, or without an end',
    'accounts set-plan ID|ADDRESS none [--json]',
    `accounts set-state ID|ADDRESS ${SUBSCRIPTION_STATES.filter((state) => state !== 'canceling').join('|')} [--json]`,
    'accounts set-state ID|ADDRESS canceling --until YYYY-MM-DD [--json]   keys work to the end of that day',
    'accounts password ID|ADDRESS < FILE [--json]',
  ],
  options: {
    email: { type: 'string' },
    plan: { type: 'string' },
    until: { type: 'string' },
    'password-stdin': { type: 'boolean' },
    json: { type: 'boolean' },
  },
  run: (call) =>
    runVerb(call, { create, list, show, 'set-plan': setPlan, 'set-state': setState, password: setNewPassword }),
};

async function create(call: CommandCall, state: Database): Promise<number> {
  const [email, plan] = [textOf(call, 'email'), textOf(call, 'plan')];
  if (email === null) throw new UsageError('Say whose account it is: --email ADDRESS.');
  if (plan !== null && plan !== 'pro') throw new UsageError('The only plan is pro.');
  const password = call.options['password-stdin'] ? await passwordFromInput() : null;
  const account = await createAccount(state, { email, password }, Date.now());
  if (plan === 'pro') await goTo(state, account, 'none', 'active');
  return told(call, state, account);
}

async function list({ options }: CommandCall, state: Database): Promise<number> {
  const rows = await accountRows(state, new Date().toISOString());
  if (options.json) print(rows.map(shown));
  else for (const row of rows) print(line(row));
  return 0;
}

async function show(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const row = await accountNamed(state, who);
  const keys = await keyRows(state, row.id);
  if (call.options.json) print({ ...shown(row), keys: keys.map(shownKey) });
  else
    print(
      [line(row), ...keys.map((key) => `  key ${key.id}  ${key.hint}${key.revoked_at ? '  revoked' : ''}`)].join('\n'),
    );
  return 0;
}

async function setPlan(call: CommandCall, state: Database, [who, plan]: string[]): Promise<number> {
  if (plan !== 'pro' && plan !== 'none') throw new UsageError('Say which plan: pro or none.');
  const until = plan === 'pro' && textOf(call, 'until') !== null ? lastDayOf(call, 'canceling') : null;
  if (plan === 'none' && textOf(call, 'until') !== null)
    throw new UsageError('--until goes with pro and canceling only.');
  const row = await accountNamed(state, who);
  assertGranted(row);
  const isDone = plan === 'pro' ? row.state === 'active' : !keysWork(row, Date.now());
  if (!isDone) await goTo(state, row.id, row.state, plan === 'pro' ? 'active' : 'canceled');
  if (until !== null) await step(state, row.id, 'canceling', Date.now(), until);
  return told(call, state, row.id);
}

async function setState(call: CommandCall, state: Database, [who, to]: string[]): Promise<number> {
  if (!isState(to)) throw new UsageError(`Say which state: ${SUBSCRIPTION_STATES.join(', ')}.`);
  const until = lastDayOf(call, to);
  const row = await accountNamed(state, who);
  assertGranted(row);
  await step(state, row.id, to, Date.now(), until);
  return told(call, state, row.id);
}

/** The provider would go on charging for a plan that we ended, and say tomorrow that it is another. */
function assertGranted(row: AccountRow): void {
  if (row.granted_by === 'provider' && keysWorkUntil(row) !== null)
    throw new UsageError(
      `${row.id} pays for its plan at the payment provider: end it there, by billing cancel ${row.id}.`,
    );
}

/** A customer who canceled has paid to some day, and keeps the keys until its end; we are told which day, because we send no bills. */
function lastDayOf(call: CommandCall, to: SubscriptionState): string | null {
  const day = textOf(call, 'until');
  if (to !== 'canceling') {
    if (day !== null) throw new UsageError('--until goes with canceling only.');
    return null;
  }
  const end = `${day}T23:59:59.999Z`;
  if (day === null || !isDay(day) || Date.parse(end) <= Date.now())
    throw new UsageError(
      'Say to which day it is paid: --until takes a day to come such as 2027-01-31, to the end of which keys work. To end it now say set-plan none.',
    );
  return end;
}

async function setNewPassword(call: CommandCall, state: Database, [who]: string[]): Promise<number> {
  const row = await accountNamed(state, who);
  await changePassword(state, row.id, await passwordFromInput());
  return told(call, state, row.id);
}

/** Never as an argument, which every user of the machine can read. */
const passwordFromInput = async (): Promise<string> => (await text(process.stdin)).replace(/\r?\n$/, '');

async function goTo(state: Database, account: string, from: SubscriptionState, to: SubscriptionState): Promise<void> {
  const steps = stepsTo(from, to);
  if (steps === null) throw new UsageError(`A subscription does not get from ${from} to ${to}.`);
  const now = Date.now();
  for (const next of steps) await step(state, account, next, now, new Date(now).toISOString());
}

async function told(call: CommandCall, state: Database, account: string): Promise<number> {
  const row = await accountNamed(state, account);
  print(call.options.json ? shown(row) : line(row));
  return 0;
}

const isState = (text: string | undefined): text is SubscriptionState =>
  (SUBSCRIPTION_STATES as readonly (string | undefined)[]).includes(text);

const shown = (row: AccountRow) => ({
  id: row.id,
  email: row.email,
  createdAt: row.created_at,
  subscription: { state: row.state, since: row.since, until: row.until, grantedBy: row.granted_by },
  keysWork: keysWork(row, Date.now()),
  openKeys: row.open_keys,
  hasPassword: row.has_password === 1,
});

const line = (row: AccountRow): string =>
  `${row.id}  ${row.email ?? '(no address)'}  ${row.state} since ${row.since.slice(0, 10)}${row.until ? ` until ${row.until.slice(0, 10)}` : ''}  ${row.open_keys} keys`;
