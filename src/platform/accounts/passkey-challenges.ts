/**
 * What an authenticator is asked to sign: random, for one purpose and one session, and over after a while. It carries our own
 * signature, so that nothing is written for everybody who only looks at a page with the button.
 */
import { randomBytes, timingSafeEqual } from 'node:crypto';
import { keyedDigest, sha256 } from '#lib/values/hash.ts';

/** Long enough to fetch a phone from another room. */
const LIFE_MS = 10 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;
const CHALLENGE = /^[A-Za-z0-9_-]{72}$/;

/** `register` and `prove` are for one session of one account, `signIn` for whoever comes. */
export type Purpose = 'register' | 'prove' | 'signIn';

/** One that may be answered; `digest` names it among those that were. */
export interface OpenChallenge {
  digest: string;
  expiresAt: string;
}

export interface Challenges {
  make(purpose: Purpose, session: string, now: number): Uint8Array<ArrayBuffer>;
  /** Null for what is not ours, for another purpose or session, or over. Whether it was answered before is not known here. */
  read(text: string, purpose: Purpose, session: string, now: number): OpenChallenge | null;
}

export function challenges(secret: string): Challenges {
  const signed = (head: Buffer, purpose: Purpose, session: string): Buffer =>
    Buffer.from(keyedDigest(secret, `passkey ${purpose} ${session} ${head.toString('base64url')}`), 'base64url');
  return {
    make(purpose, session, now) {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(now + LIFE_MS, 0, TIME_BYTES);
      const head = Buffer.concat([randomBytes(NONCE_BYTES), time]);
      return new Uint8Array([...head, ...signed(head, purpose, session)]);
    },
    read(text, purpose, session, now) {
      if (!CHALLENGE.test(text)) return null;
      const bytes = Buffer.from(text, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), signed(head, purpose, session))) return null;
      const expires = head.readUIntBE(NONCE_BYTES, TIME_BYTES);
      return expires > now ? { digest: sha256(text), expiresAt: new Date(expires).toISOString() } : null;
    },
  };
}
