/** Creates, lists and revokes API keys. */

import { createInterface } from 'node:readline';
import type { Database } from '#data/store/database.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { isWellFormed } from '#platform/accounts/keys.ts';
import { type KeyRow, keyRows, revokeKey } from '#platform/accounts/keys-table.ts';
import { expiryOf, issueKey, rememberFreeKey } from '#platform/accounts/owner-keys.ts';
import { loadSecrets } from '#server/secrets.ts';
import { type Command, type CommandCall, print, terminal, UsageError } from './command.ts';
import { accountNamed, runVerb, textOf } from './state-verbs.ts';

export const command: Command = {
  summary: 'Make, list and revoke API keys.',
  usage: [
    'keys create --plan pro [--email ADDRESS] [--name TEXT] [--expires YYYY-MM-DD] [--json]',
    'keys create --account ID|ADDRESS [--name TEXT] [--expires YYYY-MM-DD] [--json]',
    'keys list [--account ID|ADDRESS] [--json]',
    'keys revoke ID [--json]',
    'keys import-free [--json] < FILE',
  ],
  options: {
    plan: { type: 'string' },
    account: { type: 'string' },
    email: { type: 'string' },
    name: { type: 'string' },
    expires: { type: 'string' },
    json: { type: 'boolean' },
  },
  run: (call) => runVerb(call, { create, list, revoke, 'import-free': importFree }),
};

async function create(call: CommandCall, state: Database): Promise<number> {
  const [plan, account, expires] = [textOf(call, 'plan'), textOf(call, 'account'), textOf(call, 'expires')];
  if (account === null && plan !== 'pro')
    throw new UsageError('Say --plan pro for a new account, or --account ID for one that exists.');
  const now = Date.now();
  const expiresAt = expires === null ? null : expiryOf(expires, now);
  const owner =
    account === null ? await newProAccount(state, textOf(call, 'email'), now) : (await accountNamed(state, account)).id;
  const request = { account: owner, name: textOf(call, 'name'), expiresAt };
  const { key, id } = await issueKey(state, loadSecrets(call.config.secretsFile).keyPepper, request, now);
  if (call.options.json) print({ key, id, account: owner, plan: 'pro', expires });
  else print(`${key}\n\nSave it: it is not stored and cannot be shown again. Key ${id} of account ${owner}.`);
  return 0;
}

async function newProAccount(state: Database, email: string | null, now: number): Promise<string> {
  const account = await createAccount(state, { email, password: null }, now);
  await changeSubscription(state, account, 'incomplete', now);
  await changeSubscription(state, account, 'active', now);
  return account;
}

async function list(call: CommandCall, state: Database): Promise<number> {
  const account = textOf(call, 'account');
  const owner = account === null ? null : await accountNamed(state, account);
  const keys = await keyRows(state, owner?.id ?? null);
  if (call.options.json) print(keys.map(keyJson));
  else
    for (const key of keys)
      print(
        [
          `${key.id}  ${key.hint}  account ${key.account_id}  created ${key.created_at.slice(0, 10)}`,
          key.name && `  "${key.name}"`,
          key.last_used_at && `  used ${key.last_used_at.slice(0, 10)}`,
          key.expires_at && `  expires ${key.expires_at.slice(0, 10)}`,
          key.revoked_at && '  revoked',
        ]
          .filter(Boolean)
          .join(''),
      );
  return 0;
}

/** Without the key itself, which is not stored. */
export const keyJson = (row: KeyRow) => ({
  id: row.id,
  account: row.account_id,
  name: row.name,
  hint: row.hint,
  tier: row.tier,
  createdAt: row.created_at,
  expiresAt: row.expires_at,
  revokedAt: row.revoked_at,
  lastUsedAt: row.last_used_at,
});

async function revoke({ options }: CommandCall, state: Database, [id]: string[]): Promise<number> {
  if (id === undefined) throw new UsageError('Say which key: keys revoke ID (keys list shows the ids).');
  const done = await revokeKey(state, id, new Date().toISOString());
  if (options.json) print({ id, revoked: done });
  else print(done ? 'Revoked; it stops working within a second.' : 'There is no such key, or it was revoked before.');
  return done ? 0 : 1;
}

/** Keys of the free tier that ended on 21 August 2026, one per line: their callers get the reason. */
async function importFree({ options, config }: CommandCall, state: Database): Promise<number> {
  const { keyPepper } = loadSecrets(config.secretsFile);
  let imported = 0;
  let line = 0;
  for await (const text of createInterface({ input: terminal().stdin })) {
    line++;
    const key = text.trim();
    if (key === '') continue;
    if (!isWellFormed(key)) throw new UsageError(`Line ${line} is no key; ${imported} keys before it were taken over.`);
    if (await rememberFreeKey(state, keyPepper, key, Date.now())) imported++;
  }
  print(options.json ? { imported } : `${imported} keys taken over; who sends one is told when the free tier ended.`);
  return 0;
}
