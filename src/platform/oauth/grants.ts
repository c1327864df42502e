/** Finds the grant behind an access token, directly from the state store or cached until the topic `access` changes. */

import type { Context } from '#api/context.ts';
import type { ChangeWatch } from '#data/store/changes/counter.ts';
import { type Awaitable, andThen } from '#lib/values/awaitable.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { lastUsed } from '#platform/accounts/last-used.ts';
import { type Permit, secretRowCache } from '#platform/accounts/secret-row-cache.ts';
import { noteUse, tokenHolder } from './records-table.ts';
import { type Scope, scopesIn } from './scopes.ts';

/** What an app may do, for which account and at which resource. */
export interface Grant {
  id: string;
  account: string;
  /** Id of the app. */
  client: string;
  scopes: readonly Scope[];
  /** Address of the protected resource. */
  resource: string;
  /** Instant, ms, at which the token ends. */
  expiresAt: number;
}

export interface Grants {
  /** Null for an unknown or expired token, or a blocked account. `permit` is awaited before an uncached read; `connection`: as for an API key. */
  grantOf(token: string, now: number, permit?: Permit, connection?: object): Awaitable<Grant | null>;
  /** Records that the app used its grant. */
  noteUse(grant: Grant, now: number): void;
  /** Writes the remaining instants of use. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** Digest under which a record of the authorization server is stored. */
export const recordDigest = (secret: string, kind: string, id: string): string =>
  keyedDigest(secret, `oauth ${kind} ${id}`);

/** Our tokens have 43 characters; other text is not looked up. */
const TOKEN = /^[A-Za-z0-9_-]{20,100}$/;

export function grants({ state, secret, report }: Pick<Context, 'state' | 'secret' | 'report'>): Grants {
  const used = lastUsed(state, report, noteUse);
  return {
    async grantOf(token, now, permit) {
      if (!TOKEN.test(token)) return null;
      if (permit) await permit();
      const row = await tokenHolder(state, recordDigest(secret, 'AccessToken', token), new Date(now).toISOString());
      if (row === null) return null;
      const { scope = '', aud = '' } = JSON.parse(row.payload) as { scope?: string; aud?: string };
      return {
        id: row.grant_id,
        account: row.account_id,
        client: row.client_id,
        scopes: scopesIn(scope),
        resource: aud,
        expiresAt: Date.parse(row.expires_at),
      };
    },
    noteUse: (grant, now) => used.note(grant.id, now),
    flush: used.flush,
    close: used.stop,
  };
}

/** Caches grants: an agent sends its token with every message. `watch` is of the topic `access`, so a revoked token stops within a second. */
export function cachedGrants<Read extends Grants>(grants: Read, watch: ChangeWatch): Read {
  const cached = secretRowCache<Grant>(watch, async (token) => grants.grantOf(token, Date.now()));
  return {
    ...grants,
    grantOf: (token, now, permit, connection) =>
      andThen(cached(token, permit, connection), (grant) => {
        if (grant === null || grant.expiresAt <= now) return null;
        grants.noteUse(grant, now);
        return grant;
      }),
  };
}
