/** Accounts with Pro for benchmark requests, enough that none reaches its limit. */
import { randomBytes } from 'node:crypto';
import type { Database } from '#data/store/database.ts';
import { changeSubscription, createAccount } from '#platform/accounts/accounts.ts';
import { issueKey } from '#platform/accounts/owner-keys.ts';
import { recordDigest } from '#platform/oauth/grants.ts';
import { putRecord } from '#platform/oauth/records-table.ts';

const DAY_MS = 86_400_000;

/** Creates `count` accounts with one API key each. */
export async function newKeys(state: Database, pepper: string, count: number): Promise<string[]> {
  const keys: string[] = [];
  while (keys.length < count) {
    const now = Date.now();
    const account = await proAccount(state, now);
    keys.push((await issueKey(state, pepper, { account, name: null, expiresAt: null }, now)).key);
  }
  return keys;
}

/** Creates `count` accounts with one access token each for the connector at `resource`, stored as by the authorization server. */
export async function newTokens(
  state: Database,
  secret: string,
  resource: string,
  count: number,
  days = 1,
): Promise<string[]> {
  const tokens: string[] = [];
  while (tokens.length < count) tokens.push(await newToken(state, secret, resource, days));
  return tokens;
}

async function newToken(state: Database, secret: string, resource: string, days: number): Promise<string> {
  const now = Date.now();
  const account = await proAccount(state, now);
  const token = randomBytes(32).toString('base64url');
  const digest = recordDigest(secret, 'AccessToken', token);
  const grant = randomBytes(16).toString('base64url');
  const payload = JSON.stringify({ scope: 'data:read account:read', aud: resource });
  const of = { account_id: account, client_id: 'bench', expires_at: new Date(now + days * DAY_MS).toISOString() };
  const at = new Date(now).toISOString();
  await state.write([
    putRecord({ kind: 'Grant', digest: grant, payload: '{}', grant_id: null, ...of }, at),
    putRecord({ kind: 'AccessToken', digest, payload, grant_id: grant, ...of }, at),
    // A grant whose code nobody claimed is deleted within an hour.
    { sql: `update oauth_record set used_at = expires_at where kind = 'Grant' and digest = $1`, params: [grant] },
  ]);
  return token;
}

export async function proAccount(state: Database, now: number): Promise<string> {
  const account = await createAccount(state, { email: null, password: null }, now);
  for (const to of ['incomplete', 'active'] as const) await changeSubscription(state, account, to, now);
  return account;
}
