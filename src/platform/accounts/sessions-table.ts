/** Browser sessions in the state store. Only digests of cookies are stored. */
import { recordChange, recordChangeWhere } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { isDemoAccount } from './demo-account.ts';
import type { Subscription } from './subscription.ts';

export interface SessionRow extends Subscription {
  digest: string;
  account_id: string;
  expires_at: string;
  authenticated_at: string;
}

/** How the owner authenticated. */
export type Method = 'password' | 'passkey' | 'link' | 'demo';

/** A session in the owner's list. */
export interface OpenSession {
  digest: string;
  created_at: string;
  expires_at: string;
  authenticated_at: string;
  method: Method;
  agent: string | null;
}

export interface NewSession {
  digest: string;
  account: string;
  now: string;
  expiresAt: string;
  method: Method;
  agent: string | null;
  /** Digest of the verified password; null for other methods. */
  password: string | null;
}

/** Null also if the account is blocked. */
export const sessionByDigest = (state: Database, digest: string): Promise<SessionRow | null> =>
  state.one<SessionRow>(
    `select b.digest, b.account_id, b.expires_at, coalesce(b.authenticated_at, b.created_at) as authenticated_at,
       coalesce(s.state, 'none') as state, coalesce(s.since, b.created_at) as since, s.until
     from browser_session b join account a on a.id = b.account_id left join subscription s on s.account_id = b.account_id
     where b.digest = $1 and a.blocked_at is null`,
    [digest],
  );

/** Null if the account has none, or is blocked. */
export const accountSubscription = (state: Database, account: string): Promise<Subscription | null> =>
  state.one<Subscription>(
    `select s.state, s.since, s.until from subscription s join account a on a.id = s.account_id
     where s.account_id = $1 and a.blocked_at is null`,
    [account],
  );

/** Sessions per account: a further one ends the oldest, so the table cannot fill up. */
const SESSIONS_MAX = 100;
/** The demo account is shared by all visitors. */
const DEMO_SESSIONS_MAX = 1_000;

/**
 * Aborts the write if the account was deleted or blocked, or its password changed since it was verified; requires `lockAccount` before it.
 * Also removes expired and surplus sessions of this account; those of other accounts would need further locks.
 */
export const addSession = ({ digest, account, now, expiresAt, method, agent, password }: NewSession): Statement[] => [
  {
    sql: `insert into browser_session (digest, account_id, created_at, expires_at, authenticated_at, method, agent)
          select $1, a.id, $3, $4, $3, $5, $6 from account a
          where a.id = $2 and a.blocked_at is null${password === null ? '' : ' and a.password = $7'} returning digest`,
    params: [digest, account, now, expiresAt, method, agent, ...(password === null ? [] : [password])],
    isCondition: true,
  },
  { sql: 'delete from browser_session where account_id = $1 and expires_at <= $2', params: [account, now] },
  ...dropOldest(account, digest, isDemoAccount(account) ? DEMO_SESSIONS_MAX : SESSIONS_MAX),
];

/** Never removes session `but`, even if clocks differ. Raises `access` only if a session ends: it makes threads drop all cached keys. */
function dropOldest(account: string, but: string, most: number): Statement[] {
  const params = [account, but];
  const tooMany = `select digest from browser_session where account_id = $1 and digest <> $2
                   order by created_at desc, digest limit 1000 offset ${most - 1}`;
  return [
    recordChangeWhere('access', { sql: tooMany, params }),
    { sql: `delete from browser_session where digest in (${tooMany})`, params },
  ];
}

/** Aborts the write if the session has ended. PostgreSQL locks the row. */
export const whileSignedIn = (account: string, digest: string): Statement => ({
  sql: 'update browser_session set agent = agent where digest = $1 and account_id = $2 returning digest',
  params: [digest, account],
  isCondition: true,
});

/** Finds the other session that is about to be ended, or with null any other. Parameters numbered for `addEventWhere`. */
export const isSignedInElsewhere = (account: string, here: string, session: string | null, now: string): Statement => ({
  sql: `select 1 from browser_session
        where account_id = $8 and expires_at > $9 and digest ${session === null ? '<>' : '='} $10`,
  params: [account, now, session ?? here],
});

/** Deletes expired sessions. */
export const clearSessions = (now: string): Statement => ({
  sql: 'delete from browser_session where expires_at <= $1',
  params: [now],
});

export const removeSession = (digest: string): Statement[] => [
  { sql: 'delete from browser_session where digest = $1', params: [digest] },
  recordChange('access'),
];

/** Removes all sessions of an account except `but`. */
export const removeSessions = (account: string, but: string | null): Statement[] => [
  { sql: 'delete from browser_session where account_id = $1 and digest <> $2', params: [account, but ?? ''] },
  recordChange('access'),
];

/** Newest first; restricted to session `only` unless null. */
export const openSessions = (
  state: Database,
  account: string,
  now: string,
  only: string | null,
): Promise<OpenSession[]> =>
  state.all<OpenSession>(
    `select digest, created_at, expires_at, coalesce(authenticated_at, created_at) as authenticated_at, method, agent
     from browser_session where account_id = $1 and expires_at > $2 and ($3 = '' or digest = $3)
     order by created_at desc, digest limit ${SESSIONS_MAX}`,
    [account, now, only ?? ''],
  );
