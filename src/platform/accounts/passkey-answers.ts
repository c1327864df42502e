/**
 * What an authenticator answers, read and verified by @simplewebauthn/server. Everything in it is a stranger's: what cannot be
 * read or does not hold is refused, whatever the reason. The library takes 150 ms to load, so only who needs it waits for it.
 */
import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server';
import type { PasskeyRow } from './passkeys-table.ts';

/** ES256, EdDSA, RS256: what authenticators have, and Node verifies by itself. */
export const ALGORITHMS = [-7, -8, -257];
/** A credential of 1023 bytes, the most there are, in base64url. */
const CREDENTIAL_LENGTH_MAX = 1_364;

/** Where the answer was made, as a browser tells it, and what we asked. */
export interface Expected {
  origin: string;
  /** Whether the challenge in it is one of ours that may be answered. */
  challenge(text: string): boolean;
}

export interface NewCredential {
  credentialId: string;
  publicKey: string;
  counter: number;
  transports: string[];
  isBackedUp: boolean;
}

export const siteOf = (origin: string): string => new URL(origin).hostname;

/** Null for what is no answer to a creation. */
export async function verifiedCreation(text: string, expected: Expected): Promise<NewCredential | null> {
  const answer = readAnswer<RegistrationResponseJSON>(text);
  if (answer === null) return null;
  const [{ verifyRegistrationResponse }, helpers] = await library();
  try {
    const attestation = helpers.decodeAttestationObject(
      helpers.isoBase64URL.toBuffer(answer.response.attestationObject),
    );
    const [format, statement] = [attestation.get('fmt'), attestation.get('attStmt')];
    // We ask for no certificates. Of who sends some all the same, the library would fetch lists of revoked ones from wherever they say.
    if (!(format === 'none' || (format === 'packed' && statement.get('x5c') === undefined))) return null;
    const { registrationInfo } = await verifyRegistrationResponse({
      response: answer,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: siteOf(expected.origin),
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
  /** Of the authenticator, from now on. */
  counter: number;
  isBackedUp: boolean;
}

/** The credential that an answer is of; null for what is none. */
export const credentialIn = (text: string): string | null =>
  readAnswer<AuthenticationResponseJSON>(text)?.id.slice(0, CREDENTIAL_LENGTH_MAX) ?? null;

/** Null for what is no answer of this passkey to this request. */
export async function verifiedAssertion(
  text: string,
  passkey: PasskeyRow,
  expected: Expected,
): Promise<Assertion | null> {
  const answer = readAnswer<AuthenticationResponseJSON>(text);
  if (answer === null || answer.id !== passkey.credential_id) return null;
  const [{ verifyAuthenticationResponse }] = await library();
  try {
    // Whose it is says the authenticator, too.
    const { userHandle } = answer.response;
    if (userHandle && Buffer.from(userHandle, 'base64url').toString() !== passkey.account_id) return null;
    const { verified, authenticationInfo } = await verifyAuthenticationResponse({
      response: answer,
      expectedChallenge: expected.challenge,
      expectedOrigin: expected.origin,
      expectedRPID: siteOf(expected.origin),
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

export const library = () => Promise.all([import('@simplewebauthn/server'), import('@simplewebauthn/server/helpers')]);

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
