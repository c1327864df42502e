/** Runs a verb of a command on the state store, and tells a refusal as the mistake at the keyboard that it is. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { openStore } from '#data/store/open.ts';
import { type AccountRow, accountRow } from '#platform/accounts/accounts-table.ts';
import { type CommandCall, UsageError } from './command.ts';

/** `rest`: the words behind the verb. */
export type Verb = (call: CommandCall, state: Database, rest: string[]) => Promise<number>;

export async function runVerb(call: CommandCall, verbs: Record<string, Verb>): Promise<number> {
  const [verb = '', ...rest] = call.words;
  const does = Object.hasOwn(verbs, verb) ? verbs[verb] : undefined;
  const names = Object.keys(verbs);
  if (!does) throw new UsageError(`Say ${names.slice(0, -1).join(', ')} or ${names.at(-1)}.`);
  return onState(call, (state) => does(call, state, rest));
}

export async function onState(call: CommandCall, does: (state: Database) => Promise<number>): Promise<number> {
  const { databaseUrl, dataFolder: folder, country } = call.config;
  const store = await openStore({ databaseUrl, folder, country });
  try {
    return await does(store.state);
  } catch (error) {
    throw error instanceof ApiError ? new UsageError(error.message) : error;
  } finally {
    await store.close();
  }
}

/** By its id, or by its e-mail address in any case. */
export async function accountNamed(state: Database, who: string | undefined): Promise<AccountRow> {
  if (who === undefined) throw new UsageError('Say which account: its id or its e-mail address (accounts list).');
  const row = await accountRow(state, who.includes('@') ? who.trim().toLowerCase() : who, new Date().toISOString());
  if (row === null) throw new UsageError(`There is no account ${who} (accounts list).`);
  return row;
}

/** An option's text, or null when it was not given. */
export const textOf = ({ options }: CommandCall, name: string): string | null => {
  const value = options[name];
  return typeof value === 'string' ? value : null;
};
