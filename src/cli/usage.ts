/** Usage of one account by day, key and operation, or the sums of all accounts. */

import type { Database } from '#data/store/database.ts';
import { addDays, bucharestDay, daysBetween, isDay } from '#lib/values/date.ts';
import { accountUsage } from '#platform/usage/owner-usage.ts';
import { type Days, type UsageFigures, usageByAccount } from '#platform/usage/usage-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { accountNamed, onState, textOf } from './state-verbs.ts';

const DAYS = 31;
/** A longer time takes several calls. */
const LINES_MAX = 100_000;

export const command: Command = {
  summary: 'Tell what accounts used.',
  usage: ['usage [--account ID|ADDRESS] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--json]'],
  options: {
    account: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const days = daysOf(call.options);
    const account = textOf(call, 'account');
    return onState(call, (state) => (account === null ? all(call, state, days) : one(call, state, account, days)));
  },
};

async function all({ options }: CommandCall, state: Database, days: Days): Promise<number> {
  const accounts = await usageByAccount(state, days);
  if (options.json) print({ ...days, accounts });
  else if (accounts.length === 0) print(nothing(days));
  else for (const { account, ...figures } of accounts) print(`${account}  ${figuresLine(figures)}`);
  return 0;
}

async function one({ options }: CommandCall, state: Database, who: string, days: Days): Promise<number> {
  // The demo's own key has no account.
  const account = who === 'demo' ? who : (await accountNamed(state, who)).id;
  const usage = await accountUsage(state, account, days, LINES_MAX);
  if (options.json) {
    print(usage);
    return 0;
  }
  if (usage.linesTotal === 0) print(nothing(days));
  for (const { day, key, operation, ...figures } of usage.lines)
    print(`${day}  ${key ?? 'browser'}  ${operation}  ${figuresLine(figures)}`);
  if (usage.linesTotal > usage.lines.length)
    print(`${usage.linesTotal - usage.lines.length} lines of the oldest days are omitted: request fewer days.`);
  print(`Total: ${figuresLine(usage.total)}`);
  return 0;
}

const figuresLine = ({ requests, refused, failed }: UsageFigures): string =>
  `${requests} requests, ${refused} refused, ${failed} failed`;

const nothing = ({ from, to }: Days): string => `Nothing from ${from} to ${to}.`;

function daysOf({ from, to }: CommandCall['options']): Days {
  const day = (value: string, name: string): string => {
    if (!isDay(value)) throw new UsageError(`--${name} takes a day such as 2026-11-15.`);
    return value;
  };
  const last = typeof to === 'string' ? day(to, 'to') : bucharestDay(Date.now());
  const first = typeof from === 'string' ? day(from, 'from') : addDays(last, 1 - DAYS);
  if (daysBetween(first, last) < 0) throw new UsageError('--from must not be after --to.');
  return { from: first, to: last };
}
