/**
 * Browser sessions: a free visitor carries a signed date and nothing else, a signed-in one a random token whose digest
 * lies in the state.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '#base/hash.ts';
import type { Sessions, Visitor } from '#operations/identities.ts';
import type { ChangeWatch } from '#store/change-counter.ts';
import type { Database } from '#store/database.ts';
import { copies } from './secret-row-cache.ts';
import { accountSubscription, addSession, removeSession, type SessionRow, sessionByDigest } from './sessions-table.ts';
import { keysWork } from './subscription.ts';

/** A page renews a free visitor's cookie long before. */
export const FREE_SECONDS = 86_400;
/** After a month one signs in again. */
export const SIGNED_IN_SECONDS = 30 * 86_400;

const TOKEN_BYTES = 32;
const FREE = /^f\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{43})$/;
const SIGNED_IN = /^s\.[A-Za-z0-9_-]{43}$/;

const VISITOR: Visitor = { account: null, pro: false };

interface Needs {
  state: Database;
  /** Of the topic `access`. */
  watch: ChangeWatch;
  /** Signs and digests cookies. */
  secret: string;
}

export interface BrowserSessions extends Sessions {
  /** The cookie of a free visitor. */
  openFree(now: number): string;
  /** The cookie of a browser whose owner has just proved to hold the account. */
  open(account: string, now: number): Promise<string>;
  close(cookie: string): Promise<void>;
}

export function browserSessions({ state, watch, secret }: Needs): BrowserSessions {
  const sign = (issued: string): string => keyedDigest(secret, `free ${issued}`);
  const digestOf = (cookie: string): string => keyedDigest(secret, `session ${cookie}`);
  const rowOf = copies<SessionRow>(watch, (cookie) => sessionByDigest(state, digestOf(cookie)));

  const isFree = (cookie: string, now: number): boolean => {
    const [, issued, signature = ''] = FREE.exec(cookie) ?? [];
    if (issued === undefined) return false;
    const age = Math.floor(now / 1000) - Number.parseInt(issued, 36);
    return timingSafeEqual(Buffer.from(sign(issued)), Buffer.from(signature)) && age < FREE_SECONDS;
  };

  return {
    async visitorOf(cookie, now) {
      if (!SIGNED_IN.test(cookie)) return isFree(cookie, now) ? VISITOR : null;
      const row = await rowOf(cookie);
      if (!row || Date.parse(row.expires_at) <= now) return null;
      return { account: row.account_id, pro: keysWork(row, now) };
    },
    async holderOf(account, now) {
      const subscription = await accountSubscription(state, account);
      return { account, pro: subscription !== null && keysWork(subscription, now) };
    },
    openFree(now) {
      const issued = Math.floor(now / 1000).toString(36);
      return `f.${issued}.${sign(issued)}`;
    },
    async open(account, now) {
      const cookie = `s.${randomBytes(TOKEN_BYTES).toString('base64url')}`;
      await addSession(state, {
        digest: digestOf(cookie),
        account,
        now: new Date(now).toISOString(),
        expiresAt: new Date(now + SIGNED_IN_SECONDS * 1000).toISOString(),
      });
      return cookie;
    },
    close: (cookie) => removeSession(state, digestOf(cookie)),
  };
}
