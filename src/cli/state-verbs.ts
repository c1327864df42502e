/** Runs a verb of a command on the stores of the installation. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { openStore, type Store } from '#data/store/open.ts';
import { type AccountRow, accountRow } from '#platform/accounts/accounts-table.ts';
import { storeSettings } from '#server/config/config.ts';
import { type CommandCall, UsageError } from './command.ts';

/** `rest`: the words after the verb. */
type Verb = (call: CommandCall, state: Database, rest: string[]) => Promise<number>;

export async function runVerb(call: CommandCall, verbs: Record<string, Verb>): Promise<number> {
  const [verb = '', ...rest] = call.words;
  const does = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const names = Object.keys(verbs);
  if (!does) throw new UsageError(`Say ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`);
  return onState(call, (state) => does(call, state, rest));
}

/** A rejection by the platform is a mistake in the arguments. */
export const onState = (call: CommandCall, does: (state: Database) => Promise<number>): Promise<number> =>
  onStore(call, ({ state }) =>
    does(state).catch((error) => {
      throw error instanceof ApiError ? new UsageError(error.message) : error;
    }),
  );

export async function onStore<Result>(
  { config }: Pick<CommandCall, 'config'>,
  use: (store: Store) => Promise<Result>,
): Promise<Result> {
  const store = await openStore(storeSettings(config));
  try {
    return await use(store);
  } finally {
    await store.close();
  }
}

/** By id, or by e-mail address in any case. */
export async function accountNamed(state: Database, who: string | undefined): Promise<AccountRow> {
  if (who === undefined) throw new UsageError('Say which account: its id or its e-mail address (accounts list).');
  const row = await accountRow(state, who.includes('@') ? who.trim().toLowerCase() : who, new Date().toISOString());
  if (row === null) throw new UsageError(`There is no account ${who} (accounts list).`);
  return row;
}

/** Null without the option. */
export const textOf = ({ options }: CommandCall, name: string): string | null => {
  const value = options[name];
  return typeof value === 'string' ? value : null;
};
