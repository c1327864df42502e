/** Who stands behind an access token: read from the state with each call, so that what is revoked stops within a second. */

import type { Database } from '#data/store/database.ts';
import { keyedDigest } from '#lib/values/hash.ts';
import { lastUsed } from '#platform/accounts/last-used.ts';
import type { Permit } from '#platform/accounts/secret-row-cache.ts';
import { tokenHolder } from './grants-table.ts';
import { noteUse } from './records-table.ts';
import { type Scope, scopesIn } from './scopes.ts';

/** What an app may do, for whom, and where. */
export interface Grant {
  id: string;
  account: string;
  /** Id of the app. */
  client: string;
  scopes: readonly Scope[];
  /** The one address that the token is for. */
  resource: string;
  /** Instant, ms, at which the token ends. */
  expiresAt: number;
}

export interface Grants {
  /** Null for a token that is not, or no longer, ours, and for one of a blocked account. `permit`: for what is not at hand. */
  grantOf(token: string, now: number, permit?: Permit): Promise<Grant | null>;
  /** An app spoke for its account. */
  noteUse(grant: Grant, now: number): void;
  /** Writes when apps were last used, as far as it is not written yet. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

/** The digest under which a record of the authorization server lies. */
export const recordDigest = (secret: string, kind: string, id: string): string =>
  keyedDigest(secret, `oauth ${kind} ${id}`);

/** Ours are 43 letters; others are not looked for. */
const TOKEN = /^[A-Za-z0-9_-]{20,100}$/;

export interface GrantsNeeds {
  state: Database;
  secret: string;
  report(error: unknown): void;
}

export function grants({ state, secret, report }: GrantsNeeds): Grants {
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
