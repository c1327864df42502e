/** Makes, lists and revokes API keys. */
import { randomUUID } from 'node:crypto';
import { digestOf, hintOf, makeKey } from '#accounts/keys.ts';
import {
  addKey,
  addProAccount,
  KEYS_MAX,
  keysOf,
  openKeyCount,
  revokeKey,
  subscriptionOf,
} from '#accounts/keys-table.ts';
import { isDay } from '#base/date.ts';
import { loadSecrets } from '#secrets';
import type { Database } from '#store/database.ts';
import { openStore } from '#store/open.ts';
import { type Command, type CommandCall, print, UsageError } from './command.ts';

export const command: Command = {
  summary: 'Make, list and revoke API keys.',
  usage: [
    'keys create --plan pro [--account ID] [--email ADDRESS] [--expires YYYY-MM-DD] [--json]',
    'keys list [--json]',
    'keys revoke ID [--json]',
  ],
  options: {
    plan: { type: 'string' },
    account: { type: 'string' },
    email: { type: 'string' },
    expires: { type: 'string' },
    json: { type: 'boolean' },
  },
  async run(call) {
    const [verb = '', id] = call.words;
    const { config } = call;
    const store = await openStore({
      databaseUrl: config.databaseUrl,
      folder: config.dataFolder,
      country: config.country,
    });
    try {
      switch (verb) {
        case 'create':
          return await create(call, store.state);
        case 'list':
          return await list(call, store.state);
        case 'revoke':
          return await revoke(call, store.state, id);
        default:
          throw new UsageError('Say create, list or revoke.');
      }
    } finally {
      await store.close();
    }
  },
};

async function create({ options, config }: CommandCall, state: Database): Promise<number> {
  const { plan, email, expires } = options;
  if (options.account === undefined && plan !== 'pro')
    throw new UsageError('Say --plan pro for a new account, or --account ID for one that exists.');
  if (typeof expires === 'string' && !isDay(expires)) throw new UsageError('--expires takes a day such as 2027-01-31.');
  const now = new Date().toISOString();
  const accountId = typeof options.account === 'string' ? options.account : randomUUID();
  if (options.account === undefined)
    await addProAccount(state, { id: accountId, email: typeof email === 'string' ? email : null, now });
  else if ((await subscriptionOf(state, accountId))?.state !== 'active')
    throw new UsageError(`No account ${accountId} with an active Pro subscription.`);
  if ((await openKeyCount(state, accountId)) >= KEYS_MAX)
    throw new UsageError(`The account has ${KEYS_MAX} keys already; revoke one first.`);
  const key = makeKey();
  const id = randomUUID();
  const digest = digestOf(loadSecrets(config.secretsFile).keyPepper, key);
  await addKey(state, {
    id,
    accountId,
    digest,
    hint: hintOf(key),
    now,
    expiresAt: typeof expires === 'string' ? `${expires}T23:59:59.999Z` : null,
  });
  if (options.json) print({ key, id, account: accountId, plan: 'pro', expires: expires ?? null });
  else print(`${key}\n\nKeep it: it is not stored and cannot be shown again. Key ${id} of account ${accountId}.`);
  return 0;
}

async function list({ options }: CommandCall, state: Database): Promise<number> {
  const keys = await keysOf(state);
  if (options.json) print(keys);
  else
    for (const key of keys)
      print(
        `${key.id}  ${key.hint}  account ${key.account_id}  made ${key.created_at.slice(0, 10)}${key.revoked_at ? '  revoked' : ''}`,
      );
  return 0;
}

async function revoke({ options }: CommandCall, state: Database, id: string | undefined): Promise<number> {
  if (id === undefined) throw new UsageError('Say which key: keys revoke ID (keys list shows the ids).');
  const done = await revokeKey(state, id, new Date().toISOString());
  if (options.json) print({ id, revoked: done });
  else print(done ? 'Revoked; it stops working at once.' : 'There is no such key, or it was revoked before.');
  return done ? 0 : 1;
}
