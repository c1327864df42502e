/** Tells what accounts used: one by day, key and operation, or all of them by their sums. */
import { addDays, daysBetween, isDay } from '#base/date.ts';
import { openStore } from '#store/open.ts';
import { type UsageRange, usageByAccount, usageOf } from '#usage/usage-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

const DAYS = 31;
/** More lines than anybody reads; a longer time is asked for in pieces. */
const ROWS_MAX = 100_000;

export const command: Command = {
  summary: 'Tell what accounts used.',
  usage: ['usage [--account ID] [--from YYYY-MM-DD] [--to YYYY-MM-DD] [--json]'],
  options: {
    account: { type: 'string' },
    from: { type: 'string' },
    to: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run({ options, config }) {
    const range = rangeOf(options);
    const { databaseUrl, dataFolder: folder, country } = config;
    const store = await openStore({ databaseUrl, folder, country });
    try {
      const { account } = options;
      const rows =
        typeof account === 'string'
          ? await usageOf(store.state, account, range)
          : await usageByAccount(store.state, range);
      if (options.json) print(rows);
      else for (const row of rows) print(Object.values(row).map(String).join('  '));
      if (!options.json && rows.length === 0) print(`Nothing from ${range.from} to ${range.to}.`);
      return 0;
    } finally {
      await store.close();
    }
  },
};

function rangeOf({ from, to }: CommandCall['options']): UsageRange {
  const day = (value: string, name: string): string => {
    if (!isDay(value)) throw new UsageError(`--${name} takes a day such as 2026-11-15.`);
    return value;
  };
  const last = typeof to === 'string' ? day(to, 'to') : new Date().toISOString().slice(0, 10);
  const first = typeof from === 'string' ? day(from, 'from') : addDays(last, 1 - DAYS);
  if (daysBetween(first, last) < 0) throw new UsageError('--from must not be after --to.');
  return { from: first, to: last, limit: ROWS_MAX };
}
