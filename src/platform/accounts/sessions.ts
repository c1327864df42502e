/**
 * Browser sessions: the cookie of a free visitor is a signed date, the cookie of a signed-in reader a random token whose digest is in the
 * state store.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { Sessions, Visitor } from '#api/caller.ts';
import type { Context } from '#api/context.ts';
import type { ChangeWatch } from '#data/store/changes/counter.ts';
import type { Statement } from '#data/store/database.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { lockAccount } from './accounts-table.ts';
import { secretRowCache } from './secret-row-cache.ts';
import {
  accountSubscription,
  addSession,
  type Method,
  removeSession,
  type SessionRow,
  sessionByDigest,
} from './sessions-table.ts';
import { keysWork } from './subscription.ts';

/** Pages renew a free visitor's cookie long before it ends. */
export const FREE_SECONDS = 86_400;
export const SIGNED_IN_SECONDS = 30 * 86_400;

const TOKEN_BYTES = 32;
const FREE = /^f\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/;
const SIGNED_IN = /^s\.[A-Za-z0-9_-]{43}$/;

const VISITOR: Visitor = { account: null, pro: false };

/** The account and session of a signed-in browser. */
export interface Reader {
  account: string;
  pro: boolean;
  /** Digest of the cookie: identifies the session, gives no access. */
  session: string;
  /** Instant of the last authentication, ms. */
  authenticatedAt: number;
}

/** How and in which browser the owner just authenticated. */
export interface Proof {
  method: Method;
  agent: string | null;
  /** Digest of the verified password; absent for other methods. */
  password?: string | null;
}

/** A new session: its cookie, and the statements that make the cookie valid. */
export interface PreparedSession {
  cookie: string;
  /** Digest of the cookie. */
  digest: string;
  statements: Statement[];
}

export interface BrowserSessions extends Sessions {
  /** Null for visitors and invalid cookies. */
  readerOf(cookie: string, now: number): Promise<Reader | null>;
  /** Whether an account has Pro; cached, at most a second old. `connection`: as for an API key. */
  hasPro(account: string, now: number, connection?: object): Awaitable<boolean>;
  /** The cookie of a free visitor. */
  openFree(now: number): string;
  /** A new session for a browser that just authenticated. It replaces the browser's earlier session, `replacing`. */
  prepare(account: string, now: number, proof: Proof, replacing?: string | null): PreparedSession;
  /** Prepares and writes a session. */
  open(account: string, now: number, proof?: Proof): Promise<string>;
  close(cookie: string): Promise<void>;
}

/** `watch` is of the topic `access`. */
export function browserSessions({
  state,
  watch,
  secret,
}: Pick<Context, 'state' | 'secret'> & { watch: ChangeWatch }): BrowserSessions {
  const sign = (issued: string): string => keyedDigest(secret, `free ${issued}`);
  const digestOf = (cookie: string): string => keyedDigest(secret, `session ${cookie}`);
  const rowOf = secretRowCache<SessionRow>(watch, (cookie) => sessionByDigest(state, digestOf(cookie)));
  const cachedSubscription = secretRowCache(watch, (account) => accountSubscription(state, account));

  const isFree = (cookie: string, now: number): boolean => {
    const [, issued, signature = ''] = FREE.exec(cookie) ?? [];
    if (issued === undefined) return false;
    const age = Math.floor(now / 1000) - Number.parseInt(issued, 36);
    return timingSafeEqual(Buffer.from(sign(issued)), Buffer.from(signature)) && age < FREE_SECONDS;
  };

  const valid = async (cookie: string, now: number): Promise<SessionRow | null> => {
    if (!SIGNED_IN.test(cookie)) return null;
    const row = await rowOf(cookie);
    return row && Date.parse(row.expires_at) > now ? row : null;
  };

  const prepare: BrowserSessions['prepare'] = (account, now, { method, agent, password = null }, replacing = null) => {
    const cookie = `s.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
    const digest = digestOf(cookie);
    const session = {
      digest,
      account,
      now: new Date(now).toISOString(),
      expiresAt: new Date(now + SIGNED_IN_SECONDS * 1000).toISOString(),
      method,
      agent,
      password,
    };
    const ended = replacing === null ? [] : removeSession(replacing);
    return { cookie, digest, statements: [...addSession(session), ...ended] };
  };

  return {
    async visitorOf(cookie, now) {
      if (!SIGNED_IN.test(cookie)) return isFree(cookie, now) ? VISITOR : null;
      const row = await valid(cookie, now);
      return row && { account: row.account_id, pro: keysWork(row, now) };
    },
    async readerOf(cookie, now) {
      const row = await valid(cookie, now);
      if (!row) return null;
      const { account_id: account, digest: session } = row;
      return { account, session, pro: keysWork(row, now), authenticatedAt: Date.parse(row.authenticated_at) };
    },
    async accountVisitor(account, now) {
      const subscription = await accountSubscription(state, account);
      return { account, pro: subscription !== null && keysWork(subscription, now) };
    },
    hasPro: (account, now, connection) =>
      andThen(
        cachedSubscription(account, undefined, connection),
        (subscription) => subscription !== null && keysWork(subscription, now),
      ),
    openFree(now) {
      const issued = Math.floor(now / 1000).toString(36);
      return `f.${issued}.${sign(issued)}`;
    },
    prepare,
    async open(account, now, proof = { method: 'password', agent: null }) {
      const { cookie, statements } = prepare(account, now, proof);
      await state.write([lockAccount(account), ...statements]);
      return cookie;
    },
    async close(cookie) {
      await state.write(removeSession(digestOf(cookie)));
    },
  };
}
