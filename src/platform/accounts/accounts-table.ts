/** Accounts and their subscriptions in the state store. */
import { raise } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import type { Subscription, SubscriptionState } from './subscription.ts';

export interface AccountRow extends Subscription {
  id: string;
  email: string | null;
  created_at: string;
  has_password: number;
  /** When an operator blocked it, and why. */
  blocked_at: string | null;
  block_reason: string | null;
  /** Who gave the plan. */
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

/** False when another account has the address. */
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
 * Begins a write that changes several rows of an account, or that depends on how many it has: PostgreSQL locks the account's row, so that
 * two such writes happen one after the other. All of them lock it before any other row: else two could wait for each other in a circle.
 */
export const lockAccount = (account: string): Statement => ({
  sql: 'update account set created_at = created_at where id = $1',
  params: [account],
});

/** Of an account `a` and its subscription `s`; $1 is the instant. */
export const ACCOUNT_COLUMNS = `a.id, a.email, a.created_at, a.blocked_at, a.block_reason, case when a.password is null then 0 else 1 end as has_password,
  coalesce(s.state, 'none') as state, coalesce(s.since, a.created_at) as since, s.until,
  coalesce(s.granted_by, 'operator') as granted_by,
  (select count(*) from api_key k where k.account_id = a.id and k.revoked_at is null
    and (k.expires_at is null or k.expires_at > $1)) as open_keys`;

/** By its id, or by its address in lower case. */
export const accountRow = (state: Database, idOrEmail: string, now: string): Promise<AccountRow | null> =>
  state.one<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from account a left join subscription s on s.account_id = a.id where a.id = $2 or a.email = $2`,
    [now, idOrEmail],
  );

export interface Step {
  account: string;
  from: SubscriptionState;
  to: SubscriptionState;
  since: string;
  until: string | null;
}

/** By an operator. False when the subscription is in another state by now. Which steps there are is not decided here. */
export async function writeStep(state: Database, { account, from, to, since, until }: Step): Promise<boolean> {
  const [changed] = await state.write([
    {
      sql: `update subscription set state = $3, since = $4, until = $5, granted_by = 'operator'
            where account_id = $1 and state = $2 returning account_id`,
      params: [account, from, to, since, until],
    },
    raise('access'),
  ]);
  return (changed?.length ?? 0) > 0;
}
