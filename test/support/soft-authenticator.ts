/** A software authenticator that signs valid answers and every kind of invalid one. */
import { createHash, generateKeyPairSync, type KeyObject, randomBytes, sign } from 'node:crypto';

export interface SoftPasskey {
  id: string;
  account: string;
  privateKey: KeyObject;
  publicKey: KeyObject;
}

/** Differences from a valid answer. */
export interface Twist {
  origin?: string;
  site?: string;
  challenge?: string;
  type?: string;
  /** Presence 1, verification 4. */
  flags?: number;
  counter?: number;
  userHandle?: string | null;
  /** Signs with another key. */
  by?: SoftPasskey;
  /** Sends certificates along. */
  certificates?: Buffer[];
}

const PRESENT = 1;
const VERIFIED = 4;
const ATTESTED = 64;

export function softPasskey(account: string): SoftPasskey {
  const keys = generateKeyPairSync('ec', { namedCurve: 'P-256' });
  return { id: randomBytes(16).toString('base64url'), account, ...keys };
}

/** The answer of a browser to `navigator.credentials.create`. */
export function created(
  passkey: SoftPasskey,
  requested: { challenge: string },
  origin: string,
  twist: Twist = {},
): string {
  const clientDataJSON = clientData('webauthn.create', requested.challenge, origin, twist);
  const id = Buffer.from(passkey.id, 'base64url');
  const data = Buffer.concat([
    head(origin, (twist.flags ?? PRESENT | VERIFIED) | ATTESTED, twist.counter ?? 0, twist),
    Buffer.alloc(16),
    Buffer.from([id.length >> 8, id.length & 255]),
    id,
    coseKey(passkey.publicKey),
  ]);
  const statement = twist.certificates
    ? map([
        [text('alg'), int(-7)],
        [text('sig'), bytes(Buffer.from('x'))],
        [text('x5c'), list(twist.certificates.map(bytes))],
      ])
    : map([]);
  const attestation = map([
    [text('fmt'), text(twist.certificates ? 'packed' : 'none')],
    [text('attStmt'), statement],
    [text('authData'), bytes(data)],
  ]);
  return answer(passkey, {
    clientDataJSON: clientDataJSON.toString('base64url'),
    attestationObject: attestation.toString('base64url'),
    transports: ['internal', 'telepathy'],
  });
}

/** The answer of a browser to `navigator.credentials.get`. */
export function asserted(
  passkey: SoftPasskey,
  requested: { challenge: string },
  origin: string,
  twist: Twist = {},
): string {
  const clientDataJSON = clientData('webauthn.get', requested.challenge, origin, twist);
  const data = head(origin, twist.flags ?? PRESENT | VERIFIED, twist.counter ?? 0, twist);
  const signed = Buffer.concat([data, createHash('sha256').update(clientDataJSON).digest()]);
  const { userHandle = Buffer.from(passkey.account).toString('base64url') } = twist;
  return answer(passkey, {
    clientDataJSON: clientDataJSON.toString('base64url'),
    authenticatorData: data.toString('base64url'),
    signature: sign('sha256', signed, (twist.by ?? passkey).privateKey).toString('base64url'),
    ...(userHandle !== null && { userHandle }),
  });
}

const answer = ({ id }: SoftPasskey, response: object): string =>
  JSON.stringify({ id, rawId: id, type: 'public-key', response, clientExtensionResults: {} });

const clientData = (type: string, challenge: string, origin: string, twist: Twist): Buffer =>
  Buffer.from(JSON.stringify({ type, challenge, origin, crossOrigin: false, ...plain(twist) }));

const plain = ({ type, challenge, origin }: Twist): object => ({
  ...(type && { type }),
  ...(challenge && { challenge }),
  ...(origin && { origin }),
});

function head(origin: string, flags: number, counter: number, { site }: Twist): Buffer {
  const count = Buffer.alloc(4);
  count.writeUInt32BE(counter);
  const host = site ?? new URL(origin).hostname;
  return Buffer.concat([createHash('sha256').update(host).digest(), Buffer.from([flags]), count]);
}

function coseKey(key: KeyObject): Buffer {
  const { x = '', y = '' } = key.export({ format: 'jwk' });
  return map([
    [int(1), int(2)],
    [int(3), int(-7)],
    [int(-1), int(1)],
    [int(-2), bytes(Buffer.from(x, 'base64url'))],
    [int(-3), bytes(Buffer.from(y, 'base64url'))],
  ]);
}

/** The required part of CBOR. */
const headed = (kind: number, length: number): Buffer =>
  Buffer.from(
    length < 24
      ? [(kind << 5) | length]
      : length < 256
        ? [(kind << 5) | 24, length]
        : [(kind << 5) | 25, length >> 8, length & 255],
  );
const int = (value: number): Buffer => (value < 0 ? headed(1, -1 - value) : headed(0, value));
const bytes = (value: Buffer): Buffer => Buffer.concat([headed(2, value.length), value]);
const text = (value: string): Buffer => Buffer.concat([headed(3, value.length), Buffer.from(value)]);
const list = (values: Buffer[]): Buffer => Buffer.concat([headed(4, values.length), ...values]);
const map = (pairs: [Buffer, Buffer][]): Buffer => Buffer.concat([headed(5, pairs.length), ...pairs.flat()]);
