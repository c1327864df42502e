/** Accounts and their keys in the state store. */
import type { Database } from '#store/database.ts';

export interface KeyRow {
  id: string;
  account_id: string;
  hint: string;
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface KeyHolderRow {
  id: string;
  account_id: string;
  expires_at: string | null;
  revoked_at: string | null;
  subscription: string | null;
}

/** Keys one account may hold at a time. */
export const KEYS_MAX = 10;

export const holderByDigest = (state: Database, digest: string): Promise<KeyHolderRow | null> =>
  state.one<KeyHolderRow>(
    `select k.id, k.account_id, k.expires_at, k.revoked_at, s.state as subscription
     from api_key k left join subscription s on s.account_id = k.account_id where k.digest = $1`,
    [digest],
  );

export const keysOf = (state: Database): Promise<KeyRow[]> =>
  state.all<KeyRow>(
    'select id, account_id, hint, created_at, expires_at, revoked_at, last_used_at from api_key order by created_at, id',
  );

export const openKeyCount = async (state: Database, accountId: string): Promise<number> =>
  (
    await state.one<{ n: number }>('select count(*) as n from api_key where account_id = $1 and revoked_at is null', [
      accountId,
    ])
  )?.n ?? 0;

export const subscriptionOf = (state: Database, accountId: string): Promise<{ state: string } | null> =>
  state.one<{ state: string }>('select state from subscription where account_id = $1', [accountId]);

export async function addProAccount(
  state: Database,
  account: { id: string; email: string | null; now: string },
): Promise<void> {
  await state.write([
    {
      sql: 'insert into account (id, email, created_at) values ($1, $2, $3)',
      params: [account.id, account.email, account.now],
    },
    {
      sql: "insert into subscription (account_id, state, since, until) values ($1, 'active', $2, null)",
      params: [account.id, account.now],
    },
  ]);
}

export async function addKey(
  state: Database,
  key: { id: string; accountId: string; digest: string; hint: string; now: string; expiresAt: string | null },
): Promise<void> {
  await state.write([
    {
      sql: 'insert into api_key (id, account_id, digest, hint, created_at, expires_at) values ($1, $2, $3, $4, $5, $6)',
      params: [key.id, key.accountId, key.digest, key.hint, key.now, key.expiresAt],
    },
  ]);
}

/** False when there is no such key or it was revoked before. */
export async function revokeKey(state: Database, id: string, now: string): Promise<boolean> {
  const [rows] = await state.write([
    { sql: 'update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning id', params: [id, now] },
  ]);
  return (rows?.length ?? 0) > 0;
}
