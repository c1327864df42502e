/** Signed-in browsers in the state store: digests of their cookies only. */
import { raise, raiseWhere } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { isDemoAccount } from './demo-account.ts';
import type { Subscription } from './subscription.ts';

export interface SessionRow extends Subscription {
  digest: string;
  account_id: string;
  expires_at: string;
  authenticated_at: string;
}

/** How the owner proved to hold the account. */
export type Method = 'password' | 'passkey' | 'link' | 'demo';

/** As its owner sees it among the others. */
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
  /** Digest of the password that it was opened with; null for another proof. */
  password: string | null;
}

/** Null also for a session of an account that an operator blocked. */
export const sessionByDigest = (state: Database, digest: string): Promise<SessionRow | null> =>
  state.one<SessionRow>(
    `select b.digest, b.account_id, b.expires_at, coalesce(b.authenticated_at, b.created_at) as authenticated_at,
       coalesce(s.state, 'none') as state, coalesce(s.since, b.created_at) as since, s.until
     from browser_session b join account a on a.id = b.account_id left join subscription s on s.account_id = b.account_id
     where b.digest = $1 and a.blocked_at is null`,
    [digest],
  );

/** Null for who has none, or is blocked. */
export const accountSubscription = (state: Database, account: string): Promise<Subscription | null> =>
  state.one<Subscription>(
    `select s.state, s.since, s.until from subscription s join account a on a.id = s.account_id
     where s.account_id = $1 and a.blocked_at is null`,
    [account],
  );

/** Browsers of one account at a time: who signs in with another signs the oldest out, and no table fills up. */
const SESSIONS_MAX = 100;
/** The demo's account is everybody's. */
const DEMO_SESSIONS_MAX = 1_000;

/**
 * Nothing of the write happens for an account that is gone or blocked, nor with a password that is not the account's any more: it may
 * have been changed since it was looked at, hence `lockAccount` before it. Sessions
 * of the account that are over, or too many, go with it; those of others would be locked beside its own.
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

/** But for this one, whatever the clock says. Threads are told only where one goes: they forget all keys by it. */
function dropOldest(account: string, but: string, most: number): Statement[] {
  const params = [account, but];
  const tooMany = `select digest from browser_session where account_id = $1 and digest <> $2
                   order by created_at desc, digest limit 1000 offset ${most - 1}`;
  return [
    raiseWhere('access', { sql: tooMany, params }),
    { sql: `delete from browser_session where digest in (${tooMany})`, params },
  ];
}

/** For a write of whoever has this session: nothing of it happens when there is none any more. PostgreSQL locks the row. */
export const whileSignedIn = (account: string, digest: string): Statement => ({
  sql: 'update browser_session set agent = agent where digest = $1 and account_id = $2 returning digest',
  params: [digest, account],
  isCondition: true,
});

/** Finds browsers that are about to be signed out from another one: that one, or with null all. Numbered for `addEventWhere`. */
export const isSignedInElsewhere = (account: string, here: string, session: string | null, now: string): Statement => ({
  sql: `select 1 from browser_session
        where account_id = $8 and expires_at > $9 and digest ${session === null ? '<>' : '='} $10`,
  params: [account, now, session ?? here],
});

/** Those that are over. */
export const clearSessions = (now: string): Statement => ({
  sql: 'delete from browser_session where expires_at <= $1',
  params: [now],
});

export const removeSession = (digest: string): Statement[] => [
  { sql: 'delete from browser_session where digest = $1', params: [digest] },
  raise('access'),
];

/** All of an account, but one where that is named. */
export const removeSessions = (account: string, but: string | null): Statement[] => [
  { sql: 'delete from browser_session where account_id = $1 and digest <> $2', params: [account, but ?? ''] },
  raise('access'),
];

/** The newest first; `only` one of them where that is named. */
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
