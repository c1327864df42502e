/** Lists bulk checks, and deletes one of them, or all of an account, before they expire. */

import type { Database } from '#data/store/database.ts';
import { checksOf, removeCheck } from '#domain/bulk-checks/checks-table.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

const ROWS_MAX = 1_000;

export const command: Command = {
  summary: 'List bulk checks of fiscal codes, or delete them.',
  usage: [
    'checks list [--account ID|EMAIL] [--json]',
    'checks delete ID [--json]',
    'checks delete --account ID|EMAIL [--json]',
  ],
  options: { account: { type: 'string' }, json: { type: 'boolean' } },
  run: (call) => runVerb(call, { list, delete: remove }),
};

async function list(call: CommandCall, state: Database): Promise<number> {
  const rows = (await matchingChecks(call, state)).map(
    ({ id, account, codes, done, state: progress, day, createdAt, expiresAt }) => ({
      id,
      account,
      codes,
      done,
      state: progress,
      day,
      createdAt,
      expiresAt,
    }),
  );
  if (call.options.json) print(rows);
  else
    for (const { id, account, codes, done, state: progress, createdAt, expiresAt } of rows)
      print(
        `${id}  ${account ?? 'visitor'}  ${done}/${codes} codes  ${progress}  since ${createdAt}  until ${expiresAt}`,
      );
  return 0;
}

async function remove(call: CommandCall, state: Database, [id]: string[]): Promise<number> {
  const isAll = textOf(call, 'account') !== null;
  if ((id === undefined) === !isAll)
    throw new UsageError('Say which check (checks list), or --account for all of an account.');
  let removed = 0;
  for (const one of isAll ? await matchingChecks(call, state) : [{ id: id ?? '' }])
    if (await removeCheck(state, one.id)) removed++;
  if (call.options.json) print({ removed });
  else print(removed === 0 ? 'There is no such check.' : `Deleted: ${removed}. Who works on one of them stops.`);
  return removed === 0 ? 1 : 0;
}

async function matchingChecks(call: CommandCall, state: Database) {
  const who = textOf(call, 'account');
  const account = who === null ? {} : { account: (await accountNamed(state, who)).id };
  return checksOf(state, { ...account, now: new Date().toISOString(), limit: ROWS_MAX });
}
