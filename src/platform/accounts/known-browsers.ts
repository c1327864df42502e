/**
 * Browsers that somebody once signed in to an account with carry a signed note of it. It lets nobody in: it only has its own count of
 * wrong passwords, which strangers who guess from elsewhere cannot use up.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedDigest } from '#lib/values/hash.ts';

/** As long as browsers keep a cookie. */
export const KNOWN_SECONDS = 400 * 86_400;
const ID_BYTES = 16;
const NOTE = /^k\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})$/;

export interface KnownBrowsers {
  /** For a browser whose owner has just signed in: under the name that it had, so that its count goes on, or under a new one. */
  note(account: string, now: number, before: string | null): string;
  /** By which name the browser is counted for this account; null for one that it does not know. */
  nameOf(note: string | null, account: string, now: number): string | null;
}

export function knownBrowsers(secret: string): KnownBrowsers {
  const sign = (account: string, issued: string, id: string): string =>
    keyedDigest(secret, `known ${issued} ${id} ${account}`);
  const nameOf: KnownBrowsers['nameOf'] = (note, account, now) => {
    const [, issued, id = '', signature = ''] = NOTE.exec(note ?? '') ?? [];
    if (issued === undefined) return null;
    const age = Math.floor(now / 1000) - Number.parseInt(issued, 36);
    const isOurs = timingSafeEqual(Buffer.from(sign(account, issued, id)), Buffer.from(signature));
    return isOurs && age >= 0 && age < KNOWN_SECONDS ? id : null;
  };
  return {
    nameOf,
    note(account, now, before) {
      const issued = Math.floor(now / 1000).toString(36);
      const id = nameOf(before, account, now) ?? randomBytes(ID_BYTES).toString('base64url');
      return `k.${issued}.${id}.${sign(account, issued, id)}`;
    },
  };
}
