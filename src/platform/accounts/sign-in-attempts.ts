/** Limits of sign-in attempts and requested emails, such that strangers cannot lock an owner out, and the signed note of known browsers. */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { LimitKey, Limits } from '#api/allowance.ts';
import { keyedDigest, sha256 } from '#lib/values/hash.ts';
import { clientNetworkText } from '#lib/values/ip.ts';

export type SignInAttempts = ReturnType<typeof signInAttempts>;

interface Attempt {
  address: string;
  now: number;
}

/** Each method returns null if the attempt is allowed, else seconds to wait. `limits` is null for an installation without limits. */
export function signInAttempts(limits: Limits | null) {
  /** Stops at the first limit that refuses. */
  const secondsToWait = async (counts: readonly LimitKey[], now: number): Promise<number | null> => {
    for (const count of counts) {
      const allowance = await limits?.take(count, now);
      if (allowance && !allowance.allowed) return allowance.resetSeconds;
    }
    return null;
  };
  return {
    /**
     * `known` is the id of a browser of the owner, which has its own count; all others share one count per typed address, whether or not it
     * has an account.
     */
    password({ email, known, address, now }: Attempt & { email: string; known: string | null }) {
      if (known !== null) return secondsToWait([{ policy: 'password-browser', who: known }], now);
      const clientNetwork = clientNetworkText(address);
      // Counters store their keys, so they get no plain email address.
      const account = sha256(email);
      return secondsToWait(
        [
          { policy: 'password', who: clientNetwork },
          { policy: 'password-pair', who: clientNetwork, account },
          { policy: 'password-account', who: account },
        ],
        now,
      );
    },
    /** Passkey responses cannot be guessed, but each is verified and recorded. `session`: when reauthenticating. */
    passkey: ({ session, address, now }: Attempt & { session: string | null }) =>
      secondsToWait(
        [
          session === null
            ? { policy: 'password', who: clientNetworkText(address) }
            : { policy: 'password-browser', who: session },
        ],
        now,
      ),
    /** Emails to a typed address. */
    email: ({ address, now }: Attempt) => secondsToWait([{ policy: 'letter', who: clientNetworkText(address) }], now),
  };
}

/** The longest lifetime that browsers accept for a cookie. */
export const KNOWN_SECONDS = 400 * 86_400;
const ID_BYTES = 16;
const NOTE = /^k\.([0-9a-z]{1,10})\.([A-Za-z0-9_-]{22})\.([A-Za-z0-9_-]{43})(?:\.([A-Za-z0-9_-]{43}))?$/;

export type KnownBrowsers = ReturnType<typeof knownBrowsers>;

/**
 * A browser that once signed in to an account carries a signed note of it. The note gives no access: it gives the browser its own count of
 * wrong passwords, which strangers elsewhere cannot use up.
 */
export function knownBrowsers(secret: string) {
  const sign = (account: string, issued: string, id: string): string =>
    keyedDigest(secret, `known ${issued} ${id} ${account}`);
  /** Before the form is read, its account is unknown: a signature of its own tells that some account was used here. */
  const signForAny = (issued: string, id: string): string =>
    keyedDigest(secret, `known to some account ${issued} ${id}`);
  const idIn = (note: string | null, account: string | null, now: number): string | null => {
    const [, issued, id = '', ofAccount = '', ofAny = ''] = NOTE.exec(note ?? '') ?? [];
    const signature = account === null ? ofAny : ofAccount;
    if (issued === undefined || signature === '') return null;
    const age = Math.floor(now / 1000) - Number.parseInt(issued, 36);
    const right = account === null ? signForAny(issued, id) : sign(account, issued, id);
    const isSigned = timingSafeEqual(Buffer.from(right), Buffer.from(signature));
    return isSigned && age >= 0 && age < KNOWN_SECONDS ? id : null;
  };
  /** The id under which the browser is counted for this account; null if the note is not valid for it. */
  const nameOf = (note: string | null, account: string, now: number): string | null => idIn(note, account, now);
  return {
    nameOf,
    /** The id of a browser that once signed in to any account; null without a valid note. */
    anyName: (note: string | null, now: number): string | null => idIn(note, null, now),
    /** The note for a browser that just signed in. It reuses the id of a valid note `before`, so that its count continues. */
    note(account: string, now: number, before: string | null): string {
      const issued = Math.floor(now / 1000).toString(36);
      const id = nameOf(before, account, now) ?? randomBytes(ID_BYTES).toString('base64url');
      return `k.${issued}.${id}.${sign(account, issued, id)}.${signForAny(issued, id)}`;
    },
  };
}
