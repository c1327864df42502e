/**
 * WebAuthn: signed challenges, and responses of authenticators verified by @simplewebauthn/server. An invalid response is rejected without
 * a reason. The library takes 150 ms to load, so it is loaded on first use.
 */

import { randomBytes, timingSafeEqual } from 'node:crypto';
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import { keyedDigest, sha256 } from '#lib/values/hash.ts';
import type { PasskeyRow } from './passkeys-table.ts';

/** ES256, EdDSA, RS256: the algorithms of authenticators that Node verifies itself. */
export const ALGORITHMS = [-7, -8, -257];
/** The longest credential id, 1023 bytes, in base64url. */
const CREDENTIAL_LENGTH_MAX = 1_364;

/** Origin and challenge that a valid response must contain. */
export interface ExpectedResponse {
  origin: string;
  /** Whether this challenge is ours and still valid. */
  challenge(text: string): boolean;
}

export interface NewCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
}

export const relyingPartyId = (origin: string): string => new URL(origin).hostname;

/** Null if the response is invalid. */
export async function verifyRegistration(text: string, expected: ExpectedResponse): Promise<NewCredential | null> {
  const answer = readAnswer<RegistrationResponseJSON>(text);
  if (answer === null) return null;
  const [{ verifyRegistrationResponse }, helpers] = await loadWebAuthn();
  try {
    const attestation = helpers.decodeAttestationObject(
      helpers.isoBase64URL.toBuffer(answer.response.attestationObject),
    );
    const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
    // We request no attestation. For certificates sent all the same, the library would fetch revocation lists from any address in them.
    if (!(format === 'none' || (format === 'packed' && statement.get('x5c') === undefined))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: relyingPartyId(expected.origin),
      supportedAlgorithmIDs: ALGORITHMS,
      requireUserVerification: true,
    });
    if (!registrationInfo || registrationInfo.credential.id.length > CREDENTIAL_LENGTH_MAX) return null;
    const { credential, credentialBackedUp } = registrationInfo;
    return {
      credentialId: credential.id,
      publicKey: Buffer.from(credential.publicKey).toString('base64url'),
      counter: credential.counter,
      transports: transportsIn(answer.response.transports),
      isBackedUp: credentialBackedUp,
    };
  } catch {
    return null;
  }
}

export interface Assertion {
  /** The authenticator's new counter. */
  counter: number;
  isBackedUp: boolean;
}

/** The credential id of a response; null if the text is no response. */
export const credentialIn = (text: string): string | null =>
  readAnswer<AuthenticationResponseJSON>(text)?.id.slice(0, CREDENTIAL_LENGTH_MAX) ?? null;

/** Null if the response is invalid or belongs to another passkey. */
export async function verifyAssertion(
  text: string,
  passkey: PasskeyRow,
  expected: ExpectedResponse,
): Promise<Assertion | null> {
  const answer = readAnswer<AuthenticationResponseJSON>(text);
  if (answer === null || answer.id !== passkey.credential_id) return null;
  const [{ verifyAuthenticationResponse }] = await loadWebAuthn();
  try {
    // The authenticator names the account, too.
    const { userHandle } = answer.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.account_id) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: relyingPartyId(expected.origin),
      credential: {
        id: passkey.credential_id,
        publicKey: new Uint8Array(Buffer.from(passkey.public_key, 'base64url')),
        counter: passkey.counter,
      },
      requireUserVerification: true,
    });
    return verified
      ? { counter: authenticationInfo.newCounter, isBackedUp: authenticationInfo.credentialBackedUp }
      : null;
  } catch {
    return null;
  }
}

export const loadWebAuthn = () =>
  Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);

interface Answer {
  id: string;
  response: object;
}

function readAnswer<Kind extends Answer>(text: string): Kind | null {
  try {
    const answer: unknown = JSON.parse(text);
    return isAnswer(answer) ? (answer as Kind) : null;
  } catch {
    return null;
  }
}

const isAnswer = (value: unknown): value is Answer =>
  typeof value === 'object' &&
  value !== null &&
  typeof (value as Partial<Answer>).id === 'string' &&
  typeof (value as Partial<Answer>).response === 'object' &&
  (value as Partial<Answer>).response !== null;

const TRANSPORTS = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'];

const transportsIn = (sent: unknown): string[] =>
  Array.isArray(sent) ? TRANSPORTS.filter((transport) => sent.includes(transport)) : [];

/** Challenges are random, for one purpose and session, expire, and are signed, so that a page view stores nothing. */

/** Time to fetch a phone. */
const LIFETIME_MS = 10 * 60_000;
const NONCE_BYTES = 16;
const TIME_BYTES = 6;
const HEAD_BYTES = NONCE_BYTES + TIME_BYTES;
const CHALLENGE = /^[A-Za-z0-9_-]{72}$/;

/** `register` and `prove` (reauthentication) are bound to one session; `signIn` to none. The words are part of the signed text. */
export type ChallengePurpose = 'register' | 'prove' | 'signIn';

/** A valid challenge; `digest` identifies it among the used ones. */
export interface OpenChallenge {
  digest: string;
  expiresAt: string;
}

export function challenges(secret: string) {
  const signed = (head: Buffer, purpose: ChallengePurpose, session: string): Buffer =>
    Buffer.from(keyedDigest(secret, `passkey ${purpose} ${session} ${head.toString('base64url')}`), 'base64url');
  return {
    create(purpose: ChallengePurpose, session: string, now: number): Uint8Array<ArrayBuffer> {
      const time = Buffer.alloc(TIME_BYTES);
      time.writeUIntBE(now + LIFETIME_MS, 0, TIME_BYTES);
      const head = Buffer.concat([randomBytes(NONCE_BYTES), time]);
      return new Uint8Array([...head, ...signed(head, purpose, session)]);
    },
    /** Null if unsigned, for another purpose or session, or expired. Does not check whether the challenge was used. */
    read(text: string, purpose: ChallengePurpose, session: string, now: number): OpenChallenge | null {
      if (!CHALLENGE.test(text)) return null;
      const bytes = Buffer.from(text, 'base64url');
      const head = bytes.subarray(0, HEAD_BYTES);
      if (!timingSafeEqual(bytes.subarray(HEAD_BYTES), signed(head, purpose, session))) return null;
      const expires = head.readUIntBE(NONCE_BYTES, TIME_BYTES);
      return expires > now ? { digest: sha256(text), expiresAt: new Date(expires).toISOString() } : null;
    },
  };
}
