/** Links in letters: a secret of 32 bytes that works once and for a while; of it only the digest is kept. */
import { randomBytes } from 'node:crypto';
import type { Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { sha256 } from '#lib/values/hash.ts';
import { addLink, type LinkPurpose } from './links-table.ts';
import type { SignUpIntent } from './sign-up-intent.ts';

const SECRET_BYTES = 32;
const SECRET = /^[A-Za-z0-9_-]{43}$/;
const HOUR_MS = 3_600_000;

/** A letter is read within a day; what opens an account that exists, within the hour. */
const LINK_HOURS: Record<LinkPurpose, number> = { signUp: 24, reset: 1, email: 1 };

export interface MadeLink {
  /** Goes into the letter, and nowhere else. */
  secret: string;
  /** ms. */
  until: number;
  statement: Statement;
}

export interface LinkWish {
  purpose: LinkPurpose;
  account: string | null;
  email: string;
  language: Language;
  /** Where its follower comes to; left out, to the account. */
  wish?: SignUpIntent | null;
}

export function makeLink({ purpose, account, email, language, wish = null }: LinkWish, now: number): MadeLink {
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  const until = now + LINK_HOURS[purpose] * HOUR_MS;
  const expires_at = new Date(until).toISOString();
  const row = { digest: sha256(secret), purpose, account_id: account, email, language, expires_at, wish };
  return { secret, until, statement: addLink(row, new Date(now).toISOString()) };
}

/** Null for what never was a secret of ours. */
export const linkDigest = (secret: string): string | null => (SECRET.test(secret) ? sha256(secret) : null);
