/** API keys in the state store. Only digests of keys are stored. */
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { lockAccount } from './accounts-table.ts';
import type { Subscription } from './subscription.ts';

export interface KeyRow {
  id: string;
  account_id: string;
  name: string | null;
  hint: string;
  tier: 'pro' | 'free';
  created_at: string;
  expires_at: string | null;
  revoked_at: string | null;
  last_used_at: string | null;
}

export interface KeyOwnerRow extends Subscription {
  id: string;
  account_id: string;
  tier: 'pro' | 'free';
  expires_at: string | null;
  revoked_at: string | null;
  blocked_at: string | null;
}

/** Valid keys per account. */
export const KEYS_MAX = 10;

export const keyOwnerByDigest = (state: Database, digest: string): Promise<KeyOwnerRow | null> =>
  state.one<KeyOwnerRow>(
    `select k.id, k.account_id, k.tier, k.expires_at, k.revoked_at, a.blocked_at,
       coalesce(s.state, 'none') as state, coalesce(s.since, k.created_at) as since, s.until
     from api_key k join account a on a.id = k.account_id left join subscription s on s.account_id = k.account_id
     where k.digest = $1`,
    [digest],
  );

const COLUMNS = 'id, account_id, name, hint, tier, created_at, expires_at, revoked_at, last_used_at';

/** Oldest first, of one account or of all. */
export const keyRows = (state: Database, account: string | null): Promise<KeyRow[]> =>
  state.all<KeyRow>(
    `select ${COLUMNS} from api_key
     where $1 = '' or account_id = $1 order by created_at, id`,
    [account ?? ''],
  );

export interface NewKey {
  id: string;
  account: string;
  name: string | null;
  digest: string;
  hint: string;
  tier: 'pro' | 'free';
  now: string;
  expiresAt: string | null;
}

/** False if the account has the maximum of valid keys, or the key id exists. `events` are written after the key, emails last. */
export async function addKey(state: Database, key: NewKey, events: readonly Statement[] = []): Promise<boolean> {
  const [, added] = await state.write([
    lockAccount(key.account),
    {
      sql: `insert into api_key (id, account_id, digest, hint, created_at, expires_at, tier, name)
            select $1, a.id, $3, $4, $5, $6, $7, $8 from account a where a.id = $2 and
              (select count(*) from api_key k where k.account_id = $2 and k.revoked_at is null
                and (k.expires_at is null or k.expires_at > $5)) < ${KEYS_MAX}
            on conflict (id) do nothing returning id`,
      params: [key.id, key.account, key.digest, key.hint, key.now, key.expiresAt, key.tier, key.name],
    },
    // Threads cache unknown keys; an imported key may be among them.
    recordChange('access'),
    ...events,
  ]);
  return (added?.length ?? 0) > 0;
}

/** For an event: finds the key that the same write adds. */
export const keyExists = (digest: string): Statement => ({
  sql: 'select 1 from api_key where digest = $8',
  params: [digest],
});

/** For an event: finds the key if it is not yet revoked. */
export const openKeyExists = (account: string, id: string): Statement => ({
  sql: 'select 1 from api_key where id = $8 and account_id = $9 and revoked_at is null',
  params: [id, account],
});

/** False if the key is unknown or already revoked. */
export async function revokeKey(state: Database, id: string, now: string): Promise<boolean> {
  const [rows] = await state.write([
    { sql: 'update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning id', params: [id, now] },
    recordChange('access'),
  ]);
  return (rows?.length ?? 0) > 0;
}

/** Revokes a key of this account. `events` are written before the change, `emails` after it. */
export async function revokeOwnKey(
  state: Database,
  { account, id, now }: { account: string; id: string; now: string },
  events: readonly Statement[],
  emails: readonly Statement[],
): Promise<void> {
  await state.write([
    lockAccount(account),
    ...events,
    {
      sql: 'update api_key set revoked_at = $3 where id = $1 and account_id = $2 and revoked_at is null',
      params: [id, account, now],
    },
    recordChange('access'),
    ...emails,
  ]);
}

/** Null if the key belongs to another account. */
export const keyRow = (state: Database, account: string, id: string): Promise<KeyRow | null> =>
  state.one<KeyRow>(`select ${COLUMNS} from api_key where id = $1 and account_id = $2`, [id, account]);

/** Valid keys of an account, oldest first. */
export const openKeyRows = (state: Database, account: string, now: string): Promise<KeyRow[]> =>
  state.all<KeyRow>(
    `select ${COLUMNS} from api_key where account_id = $1 and revoked_at is null
       and (expires_at is null or expires_at > $2) order by created_at, id`,
    [account, now],
  );

/** Names of an account's keys, revoked ones included; newest first. */
export const keyNames = (
  state: Database,
  account: string,
  most: number,
): Promise<Pick<KeyRow, 'id' | 'name' | 'hint'>[]> =>
  state.all('select id, name, hint from api_key where account_id = $1 order by created_at desc, id limit $2', [
    account,
    most,
  ]);

/** Only moves forward: threads write in any order. */
export const setLastUsed = (key: string, instant: string): Statement => ({
  sql: 'update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)',
  params: [key, instant],
});

export const hasKeys = async (state: Database): Promise<boolean> =>
  (await state.one('select 1 from api_key limit 1')) !== null;
