/** One-time email links in the state store, keyed by the digest of their secret. */

import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';

/** `signUp`: no account yet. `email`: `email` is the account's new address. */
export type LinkPurpose = 'signUp' | 'reset' | 'email';

export interface LinkRow {
  digest: string;
  purpose: LinkPurpose;
  account_id: string | null;
  email: string;
  language: Language;
  expires_at: string;
  /** One of `SIGN_UP_INTENTS`, or null. */
  wish: string | null;
}

export const addLink = (link: LinkRow, now: string): Statement => ({
  sql: `insert into one_time_link (digest, purpose, account_id, email, language, created_at, expires_at, wish)
        values ($1, $2, $3, $4, $5, $6, $7, $8)`,
  params: [link.digest, link.purpose, link.account_id, link.email, link.language, now, link.expires_at, link.wish],
});

/** Null if the link is unknown, used or expired. */
export const linkByDigest = (state: Database, digest: string, now: string): Promise<LinkRow | null> =>
  state.one<LinkRow>(
    `select digest, purpose, account_id, email, language, expires_at, wish from one_time_link
     where digest = $1 and used_at is null and expires_at > $2`,
    [digest, now],
  );

/**
 * Consumes the link: of concurrent uses only one write succeeds. The row gets the digest `spent`, by which later statements of the same
 * write find it and to which no secret leads.
 */
export const consumeLink = (digest: string, spent: string, now: string): Statement => ({
  sql: `update one_time_link set digest = $2, used_at = $3 where digest = $1 and used_at is null and expires_at > $3
        returning digest`,
  params: [digest, spent, now],
  isCondition: true,
});

/** Ends the account's other links: a reader of an old email must not undo this change. */
export const endOtherLinks = (spent: string): Statement => ({
  sql: `delete from one_time_link where used_at is null
        and account_id = (select l.account_id from one_time_link l where l.digest = $1)`,
  params: [spent],
});

/** Ends all open links of an account that was changed without a link. */
export const endLinksOf = (account: string): Statement => ({
  sql: 'delete from one_time_link where used_at is null and account_id = $1',
  params: [account],
});

export const deleteLinksOf = (account: string): Statement => ({
  sql: `delete from one_time_link where account_id = $1 or email = (select email from account where id = $1)`,
  params: [account],
});

/** Deletes expired links, used or not. */
export const clearLinks = (now: string): Statement => ({
  sql: 'delete from one_time_link where expires_at <= $1',
  params: [now],
});
