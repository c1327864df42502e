/** Signatures whose bytes are the same every time: padding without chance, and elliptic ones whose secret number is drawn from key and text. */
import { constants, createECDH, createHash, createHmac, sign } from 'node:crypto';
import { integer, NULL, oid, sequence, tagged } from './der.ts';
import { bytesOf, inverse, numberOf, P256_ORDER, type SigningKey } from './keys.ts';

/** `pss`: the newer padding of RSA. */
export type Padding = 'plain' | 'pss';

export const SHA256 = sequence(oid('2.16.840.1.101.3.4.2.1'), NULL);
export const sha256 = (bytes: Buffer): Buffer => createHash('sha256').update(bytes).digest();

const RSA = oid('1.2.840.113549.1.1.1');
const RSA_SHA256 = oid('1.2.840.113549.1.1.11');
const RSA_PSS = oid('1.2.840.113549.1.1.10');
const MASK = oid('1.2.840.113549.1.1.8');
const ELLIPTIC_SHA256 = oid('1.2.840.10045.4.3.2');
/** Salt would be chance; the standard lets it be empty. */
const SALT_BYTES = 0;

/** As certificates and lists name it. */
export const algorithmOf = ({ kind }: SigningKey): Buffer =>
  kind === 'rsa' ? sequence(RSA_SHA256, NULL) : sequence(ELLIPTIC_SHA256);

/** As the signers of a message name it: RSA without its digest, which stands beside it. */
export function messageAlgorithmOf({ kind }: SigningKey, padding: Padding): Buffer {
  if (kind === 'elliptic') return sequence(ELLIPTIC_SHA256);
  if (padding === 'plain') return sequence(RSA, NULL);
  const parameters = [tagged(0, SHA256), tagged(1, sequence(MASK, SHA256)), tagged(2, integer(SALT_BYTES))];
  return sequence(RSA_PSS, sequence(...parameters));
}

export function signed(bytes: Buffer, key: SigningKey, padding: Padding = 'plain'): Buffer {
  if (key.scalar !== null) return signedElliptic(sha256(bytes), key.scalar);
  return sign('sha256', bytes, {
    key: key.privateKey,
    padding: padding === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
    ...(padding === 'pss' && { saltLength: SALT_BYTES }),
  });
}

function signedElliptic(digest: Buffer, scalar: bigint): Buffer {
  const secret = secretOf(digest, scalar);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(secret, 32));
  const r = numberOf(curve.getPublicKey().subarray(1, 33)) % P256_ORDER;
  const s = (inverse(secret, P256_ORDER) * (numberOf(digest) + r * scalar)) % P256_ORDER;
  return sequence(integer(r), integer(s));
}

/** Of RFC 6979, for P-256 with SHA-256. */
function secretOf(digest: Buffer, scalar: bigint): bigint {
  const seed = Buffer.concat([bytesOf(scalar, 32), bytesOf(numberOf(digest) % P256_ORDER, 32)]);
  const mac = (key: Buffer, ...parts: Buffer[]): Buffer =>
    createHmac('sha256', key).update(Buffer.concat(parts)).digest();
  let value: Buffer = Buffer.alloc(32, 1);
  let key: Buffer = Buffer.alloc(32, 0);
  for (const mark of [0, 1]) {
    key = mac(key, value, Buffer.from([mark]), seed);
    value = mac(key, value);
  }
  for (;;) {
    value = mac(key, value);
    const secret = numberOf(value);
    if (secret > 0n && secret < P256_ORDER) return secret;
    key = mac(key, value, Buffer.from([0]));
    value = mac(key, value);
  }
}
