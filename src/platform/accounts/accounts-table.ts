/** Accounts and their subscriptions in the state store: insert, look up, change, and list for operators. */
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import type { Subscription, SubscriptionState } from './subscription.ts';

export interface AccountRow extends Subscription {
  id: string;
  email: string | null;
  created_at: string;
  has_password: number;
  blocked_at: string | null;
  block_reason: string | null;
  granted_by: 'operator' | 'provider';
  /** Keys that are neither revoked nor expired. */
  open_keys: number;
}

export interface NewAccount {
  id: string;
  email: string | null;
  /** Digest in PHC form. */
  password: string | null;
  now: string;
}

/** False if another account has the address. */
export async function addAccount(state: Database, { id, email, password, now }: NewAccount): Promise<boolean> {
  const [added] = await state.write([
    {
      sql: `insert into account (id, email, password, created_at) values ($1, $2, $3, $4)
            on conflict (email) do nothing returning id`,
      params: [id, email, password, now],
    },
    {
      sql: `insert into subscription (account_id, state, since, until)
            select id, 'none', created_at, null from account where id = $1`,
      params: [id],
    },
  ]);
  return (added?.length ?? 0) > 0;
}

/**
 * The first statement of a write that changes several rows of an account, or depends on their number. PostgreSQL locks the account's row,
 * which serializes such writes. Every such write locks this row before any other row, which prevents deadlocks.
 */
export const lockAccount = (account: string): Statement => ({
  sql: 'update account set created_at = created_at where id = $1',
  params: [account],
});

/** Columns of an account `a` and its subscription `s`; $1 is the current instant. */
const ACCOUNT_COLUMNS = `a.id, a.email, a.created_at, a.blocked_at, a.block_reason, case when a.password is null then 0 else 1 end as has_password,
  coalesce(s.state, 'none') as state, coalesce(s.since, a.created_at) as since, s.until,
  coalesce(s.granted_by, 'operator') as granted_by,
  (select count(*) from api_key k where k.account_id = a.id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > $1)) as open_keys`;

/** Finds an account by id, or by email address in lower case. */
export const accountRow = (state: Database, idOrEmail: string, now: string): Promise<AccountRow | null> =>
  state.one<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from account a left join subscription s on s.account_id = a.id where a.id = $2 or a.email = $2`,
    [now, idOrEmail],
  );

export interface SubscriptionChange {
  account: string;
  from: SubscriptionState;
  to: SubscriptionState;
  since: string;
  until: string | null;
}

/** An operator's change. False if the subscription has left state `from`. The caller checks that the transition is allowed. */
export async function writeSubscriptionChange(
  state: Database,
  { account, from, to, since, until }: SubscriptionChange,
): Promise<boolean> {
  const [changed] = await state.write([
    {
      sql: `update subscription set state = $3, since = $4, until = $5, granted_by = 'operator'
            where account_id = $1 and state = $2 returning account_id`,
      params: [account, from, to, since, until],
    },
    recordChange('access'),
  ]);
  return (changed?.length ?? 0) > 0;
}

export interface CredentialsRow {
  id: string;
  email: string | null;
  /** Digest in PHC form. */
  password: string | null;
  language: Language;
  created_at: string;
  blocked_at: string | null;
}

const COLUMNS = 'id, email, password, language, created_at, blocked_at';

export const accountByEmail = (state: Database, email: string): Promise<CredentialsRow | null> =>
  state.one<CredentialsRow>(`select ${COLUMNS} from account where email = $1`, [email]);

export const accountById = (state: Database, id: string): Promise<CredentialsRow | null> =>
  state.one<CredentialsRow>(`select ${COLUMNS} from account where id = $1`, [id]);

/** Opens an account for the email address of the consumed link, unless the address already has one. */
export const addAccountByLink = (
  spent: string,
  { id, password, now }: { id: string; password: string; now: string },
): Statement[] => [
  {
    sql: `insert into account (id, email, password, created_at, language)
          select $2, l.email, $3, $4, l.language from one_time_link l where l.digest = $1
          on conflict (email) do nothing returning id`,
    params: [spent, id, password, now],
    isCondition: true,
  },
  {
    sql: `insert into subscription (account_id, state, since, until)
          select id, 'none', created_at, null from account where id = $1`,
    params: [id],
  },
  // The link and its email belong to the account from now on, even if the account's address changes.
  {
    sql: 'update one_time_link set account_id = $2 where digest = $1 and exists (select 1 from account where id = $2)',
    params: [spent, id],
  },
  {
    sql: `update letter set account_id = $1
          where account_id is null and recipient = (select email from account where id = $1)`,
    params: [id],
  },
];

/** Sets the password of the link's account and ends all its sessions. */
export const setPasswordByLink = (spent: string, password: string): Statement[] => [
  {
    sql: `update account set password = $2
          where id = (select l.account_id from one_time_link l where l.digest = $1)`,
    params: [spent, password],
  },
  {
    sql: `delete from browser_session
          where account_id = (select l.account_id from one_time_link l where l.digest = $1)`,
    params: [spent],
  },
  recordChange('access'),
];

/** Aborts the write if another account has the new address. */
export const setEmailByLink = (spent: string): Statement => ({
  sql: `update account set email = (select l.email from one_time_link l where l.digest = $1)
        where id = (select l.account_id from one_time_link l where l.digest = $1)
          and not exists (select 1 from account o, one_time_link l where l.digest = $1 and o.email = l.email)
        returning id`,
  params: [spent],
  isCondition: true,
});

export const setPassword = (account: string, password: string): Statement => ({
  sql: 'update account set password = $2 where id = $1',
  params: [account, password],
});

/** Removes the session only if it belongs to the account. */
export const removeOwnSession = (account: string, digest: string): Statement[] => [
  { sql: 'delete from browser_session where account_id = $1 and digest = $2', params: [account, digest] },
  recordChange('access'),
];

export const addDemoAccount = (id: string, now: string): Statement[] => [
  {
    sql: 'insert into account (id, email, password, created_at) values ($1, null, null, $2) on conflict (id) do nothing',
    params: [id, now],
  },
  {
    sql: `insert into subscription (account_id, state, since, until) values ($1, 'active', $2, null)
          on conflict (account_id) do nothing`,
    params: [id, now],
  },
];

export const hasAccount = async (state: Database, id: string): Promise<boolean> =>
  (await state.one('select 1 from subscription where account_id = $1', [id])) !== null;

/** Filter for the operator's account list. Null matches every account. */
export interface AccountFilter {
  state: SubscriptionState | null;
  /** Part of the address, case-insensitive. */
  email: string | null;
  isBlocked: boolean;
}

const WHERE = `($2 = '' or a.email like $2 escape '!') and ($3 = '' or coalesce(s.state, 'none') = $3)
  and ($4 = 0 or a.blocked_at is not null)`;

const filterParams = ({ email, state, isBlocked }: AccountFilter): (string | number)[] => [
  email === null ? '' : `%${email.toLowerCase().replace(/[!%_]/g, '!$&')}%`,
  state ?? '',
  isBlocked ? 1 : 0,
];

/** Oldest first, after the account `after`; null starts at the first account. */
export const accountPage = (
  state: Database,
  filter: AccountFilter,
  { after, most, now }: { after: Pick<AccountRow, 'id' | 'created_at'> | null; most: number; now: string },
): Promise<AccountRow[]> =>
  state.all<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from account a left join subscription s on s.account_id = a.id
     where ${WHERE} and (a.created_at, a.id) > ($5, $6) order by a.created_at, a.id limit $7`,
    [now, ...filterParams(filter), after?.created_at ?? '', after?.id ?? '', most],
  );

/** Number of accounts on all pages. `WHERE` counts its parameters from $2, so $1 is a placeholder here. */
export async function accountsMatching(state: Database, filter: AccountFilter): Promise<number> {
  const row = await state.one<{ accounts: number }>(
    `select count(*) as accounts from account a left join subscription s on s.account_id = a.id
     where $1 = '' and ${WHERE}`,
    ['', ...filterParams(filter)],
  );
  return row?.accounts ?? 0;
}

export interface AccountCounts {
  sessions: number;
  passkeys: number;
  events: number;
  last_event_at: string | null;
}

export async function accountCounts(state: Database, account: string, now: string): Promise<AccountCounts> {
  const row = await state.one<AccountCounts>(
    `select (select count(*) from browser_session where account_id = $1 and expires_at > $2) as sessions,
       (select count(*) from passkey where account_id = $1) as passkeys,
       (select count(*) from account_event where account_id = $1) as events,
       (select max(at) from account_event where account_id = $1) as last_event_at`,
    [account, now],
  );
  return row ?? { sessions: 0, passkeys: 0, events: 0, last_event_at: null };
}

/** Aborts the write if another account has the address. */
export const setEmail = (id: string, email: string): Statement => ({
  sql: 'update account set email = $2 where id = $1 and not exists (select 1 from account o where o.email = $2) returning id',
  params: [id, email],
  isCondition: true,
});

/** Raises `access`: every thread drops its cached keys and sessions within a second. */
export const setBlock = (account: string, block: { at: string; reason: string } | null): Statement[] => [
  {
    sql: 'update account set blocked_at = $2, block_reason = $3 where id = $1',
    params: [account, block?.at ?? null, block?.reason ?? null],
  },
  recordChange('access'),
];
