/** The accounts module's own rows of an account: exported to the owner, and removed with the account. */
import { recordChange } from '#data/store/changes/counter.ts';
import type { Database, Row, Statement } from '#data/store/database.ts';

/** Never includes digests: the owner has no use for them, a thief might. */
export const exportedAccount = (state: Database, account: string): Promise<Row | null> =>
  state.one(
    `select a.id, a.email, a.language, a.created_at, case when a.password is null then 0 else 1 end as has_password,
       a.blocked_at, a.block_reason, s.state as subscription, s.since as subscription_since, s.until as subscription_until,
       s.granted_by as subscription_granted_by
     from account a left join subscription s on s.account_id = a.id where a.id = $1`,
    [account],
  );

export const exportedKeys = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select id, name, hint, tier, created_at, expires_at, revoked_at, last_used_at from api_key
     where account_id = $1 order by created_at, id`,
    [account],
  );

export const exportedSessions = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select created_at, authenticated_at, expires_at, method, agent from browser_session
     where account_id = $1 order by created_at`,
    [account],
  );

export const exportedPasskeys = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select name, transports, backed_up, created_at, last_used_at from passkey where account_id = $1 order by created_at, id`,
    [account],
  );

export const exportedEvents = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream('select at, kind, about, place, agent from account_event where account_id = $1 order by at, id', [
    account,
  ]);

export const exportedLinks = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select purpose, email, wish, created_at, expires_at, used_at from one_time_link
     where account_id = $1 or email = (select email from account where id = $1) order by created_at`,
    [account],
  );

/**
 * The first statement of a deletion. Stronger than `lockAccount`: PostgreSQL admits no new row that refers to the account between the
 * statements that delete such rows and the one that deletes the account. SQLite has one writer at a time.
 */
export const lockForDeletion = ({ engine }: Pick<Database, 'engine'>, account: string): Statement[] =>
  engine === 'postgres' ? [{ sql: 'select id from account where id = $1 for update', params: [account] }] : [];

/** The last statements of a deletion: no other row refers to the account any more. */
export const deleteAccountRows = (account: string): Statement[] => [
  { sql: 'delete from account_event where account_id = $1', params: [account] },
  { sql: 'delete from browser_session where account_id = $1', params: [account] },
  { sql: 'delete from passkey where account_id = $1', params: [account] },
  { sql: 'delete from api_key where account_id = $1', params: [account] },
  { sql: 'delete from subscription where account_id = $1', params: [account] },
  { sql: 'delete from account where id = $1', params: [account] },
  recordChange('access'),
];
