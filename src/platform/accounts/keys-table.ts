/** API keys in the state store: digests only. */
import { raise } from '#data/store/changes/counter.ts';
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

export interface KeyHolderRow extends Subscription {
  id: string;
  account_id: string;
  tier: 'pro' | 'free';
  expires_at: string | null;
  revoked_at: string | null;
  /** When an operator blocked the account. */
  blocked_at: string | null;
}

/** Keys one account may hold at a time. */
export const KEYS_MAX = 10;

export const holderByDigest = (state: Database, digest: string): Promise<KeyHolderRow | null> =>
  state.one<KeyHolderRow>(
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

/** False when the account has as many open keys as it may have, or the key is there already. `told`: written after it, letters last. */
export async function addKey(state: Database, key: NewKey, told: readonly Statement[] = []): Promise<boolean> {
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
    // A key that is taken over may have been tried before, and threads remember that it was unknown.
    raise('access'),
    ...told,
  ]);
  return (added?.length ?? 0) > 0;
}

/** For an event: whether this very key was written just now. */
export const isKept = (digest: string): Statement => ({
  sql: 'select 1 from api_key where digest = $8',
  params: [digest],
});

/** For an event: whether there is a key to be revoked. */
export const isOpen = (account: string, id: string): Statement => ({
  sql: 'select 1 from api_key where id = $8 and account_id = $9 and revoked_at is null',
  params: [id, account],
});

/** False when there is no such key or it was revoked before. */
export async function revokeKey(state: Database, id: string, now: string): Promise<boolean> {
  const [rows] = await state.write([
    { sql: 'update api_key set revoked_at = $2 where id = $1 and revoked_at is null returning id', params: [id, now] },
    raise('access'),
  ]);
  return (rows?.length ?? 0) > 0;
}

/** The same of one account's keys, by its owner; `told` is written before it. */
export async function revokeOwnKey(
  state: Database,
  { account, id, now }: { account: string; id: string; now: string },
  told: readonly Statement[],
): Promise<void> {
  await state.write([
    lockAccount(account),
    ...told,
    {
      sql: 'update api_key set revoked_at = $3 where id = $1 and account_id = $2 and revoked_at is null',
      params: [id, account, now],
    },
    raise('access'),
  ]);
}

/** Whoever's it is not does not find it. */
export const keyRow = (state: Database, account: string, id: string): Promise<KeyRow | null> =>
  state.one<KeyRow>(`select ${COLUMNS} from api_key where id = $1 and account_id = $2`, [id, account]);

/** Keys that are open, of one account; oldest first. */
export const openKeyRows = (state: Database, account: string, now: string): Promise<KeyRow[]> =>
  state.all<KeyRow>(
    `select ${COLUMNS} from api_key where account_id = $1 and revoked_at is null
       and (expires_at is null or expires_at > $2) order by created_at, id`,
    [account, now],
  );

/** Of keys that somebody asks about, revoked ones too. */
export const keyNames = (
  state: Database,
  account: string,
  most: number,
): Promise<Pick<KeyRow, 'id' | 'name' | 'hint'>[]> =>
  state.all('select id, name, hint from api_key where account_id = $1 order by created_at desc, id limit $2', [
    account,
    most,
  ]);

/** Never goes back: threads write as they come. */
export const usedAt = (key: string, instant: string): Statement => ({
  sql: 'update api_key set last_used_at = $2 where id = $1 and (last_used_at is null or last_used_at < $2)',
  params: [key, instant],
});

export const hasKeys = async (state: Database): Promise<boolean> =>
  (await state.one('select 1 as found from api_key limit 1')) !== null;
