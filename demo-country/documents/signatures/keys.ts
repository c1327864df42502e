/**
 * Keys of the invented country's certificate authority and signers. They are derived from a word, so that every
 * simulated country signs with the same bytes. They are no secrets: anyone can derive them from this file.
 */
import {
  checkPrimeSync,
  constants,
  createECDH,
  createHash,
  createHmac,
  createPrivateKey,
  createPublicKey,
  type KeyObject,
  sign,
} from 'node:crypto';
import { integer, NULL, oid, sequence, tagged } from './der.ts';

export interface SigningKey {
  kind: 'rsa' | 'elliptic';
  privateKey: KeyObject;
  /** SubjectPublicKeyInfo. */
  publicKey: Buffer;
  /** The private number of an elliptic key; null for RSA. */
  scalar: bigint | null;
}

const PRIME_BYTES = 128;
const EXPONENT = 65_537n;
/** The order of the group of P-256. */
const P256_ORDER = 0xffffffff00000000ffffffffffffffffbce6faada7179e84f3b9cac2fc632551n;

const keyCache = new Map<string, SigningKey>();

export const rsaKey = (word: string): SigningKey => keyCache.getOrInsertComputed(`rsa ${word}`, () => drawRsa(word));
export const ellipticKey = (word: string): SigningKey =>
  keyCache.getOrInsertComputed(`elliptic ${word}`, () => drawElliptic(word));

/** 2,048 bits. */
function drawRsa(word: string): SigningKey {
  const [p, q] = [drawPrime(`${word} p`), drawPrime(`${word} q`)].toSorted((a, b) => (a < b ? 1 : -1)) as [
    bigint,
    bigint,
  ];
  const d = inverse(EXPONENT, (p - 1n) * (q - 1n));
  const numbers = { n: p * q, e: EXPONENT, d, p, q, dp: d % (p - 1n), dq: d % (q - 1n), qi: inverse(q, p) };
  const jwk = Object.fromEntries(Object.entries(numbers).map(([name, value]) => [name, base64url(value)]));
  return keyOf('rsa', { kty: 'RSA', ...jwk }, null);
}

/** The first prime after the number of its word. */
const drawPrime = (word: string): bigint => startOf(word) + 2n * BigInt(PRIME_STEPS[word] ?? stepsToPrime(word));

/** An odd number from hashes of the word; its two highest bits are set, so that products have full length. */
function startOf(word: string): bigint {
  const start = deriveBytes(word, PRIME_BYTES);
  start[0] = (start[0] ?? 0) | 0xc0;
  return numberOf(start) | 1n;
}

/** Number of odd numbers from there to the first prime. */
export function stepsToPrime(word: string): number {
  const start = startOf(word);
  for (let steps = 0; ; steps++) {
    const candidate = start + 2n * BigInt(steps);
    if (SMALL_PRIMES.some((small) => candidate % small === 0n) || (candidate - 1n) % EXPONENT === 0n) continue;
    if (checkPrimeSync(candidate)) return steps;
  }
}

/** Precomputed steps for the words of the invented country: the search takes two seconds. */
export const PRIME_STEPS: Readonly<Record<string, number>> = {
  'root p': 21,
  'root q': 293,
  'stranger p': 298,
  'stranger q': 17,
  'authority p': 296,
  'authority q': 734,
  'timestamps p': 168,
  'timestamps q': 758,
  'clerk 1 p': 153,
  'clerk 1 q': 474,
  'clerk 2 p': 4,
  'clerk 2 q': 16,
  'clerk 3 p': 879,
  'clerk 3 q': 283,
  'clerk 4 p': 208,
  'clerk 4 q': 152,
};

const SMALL_PRIMES = Array.from({ length: 2_000 }, (_, i) => 2 * i + 3)
  .filter((n) => Array.from({ length: Math.ceil(Math.sqrt(n)) - 1 }, (_, i) => i + 2).every((by) => n % by !== 0))
  .map(BigInt);

function drawElliptic(word: string): SigningKey {
  const scalar = (numberOf(deriveBytes(word, 48)) % (P256_ORDER - 1n)) + 1n;
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(scalar, 32));
  const point = curve.getPublicKey();
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  return keyOf('elliptic', { kty: 'EC', crv: 'P-256', x, y, d: bytesOf(scalar, 32).toString('base64url') }, scalar);
}

function keyOf(kind: SigningKey['kind'], jwk: Record<string, string | undefined>, scalar: bigint | null): SigningKey {
  const privateKey = createPrivateKey({ key: jwk, format: 'jwk' });
  return { kind, privateKey, publicKey: createPublicKey(privateKey).export({ type: 'spki', format: 'der' }), scalar };
}

function deriveBytes(word: string, length: number): Buffer {
  const blocks = Array.from({ length: Math.ceil(length / 32) }, (_, i) =>
    createHash('sha256').update(`firmoteca demo key, worthless: ${word} ${i}`).digest(),
  );
  return Buffer.concat(blocks).subarray(0, length);
}

export const numberOf = (bytes: Buffer): bigint => BigInt(`0x${bytes.toString('hex')}`);
const bytesOf = (value: bigint, length: number): Buffer =>
  Buffer.from(value.toString(16).padStart(2 * length, '0'), 'hex');

const base64url = (value: bigint): string => {
  const hex = value.toString(16);
  return Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex').toString('base64url');
};

/** The modular inverse, by the extended Euclidean algorithm. */
export function inverse(value: bigint, modulus: bigint): bigint {
  let [old, now] = [value % modulus, modulus];
  let [oldFactor, factor] = [1n, 0n];
  while (now !== 0n) {
    const times = old / now;
    [old, now] = [now, old - times * now];
    [oldFactor, factor] = [factor, oldFactor - times * factor];
  }
  return ((oldFactor % modulus) + modulus) % modulus;
}

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

/** The algorithm in certificates and lists. */
export const algorithmOf = ({ kind }: SigningKey): Buffer =>
  kind === 'rsa' ? sequence(RSA_SHA256, NULL) : sequence(ELLIPTIC_SHA256);

/** The algorithm in a SignerInfo: RSA without its digest, which has its own field. */
export function messageAlgorithmOf({ kind }: SigningKey, padding: Padding): Buffer {
  if (kind === 'elliptic') return sequence(ELLIPTIC_SHA256);
  if (padding === 'plain') return sequence(RSA, NULL);
  const parameters = [tagged(0, SHA256), tagged(1, sequence(MASK, SHA256)), tagged(2, integer(SALT_BYTES))];
  return sequence(RSA_PSS, sequence(...parameters));
}

export function signBytes(bytes: Buffer, key: SigningKey, padding: Padding = 'plain'): Buffer {
  if (key.scalar !== null) return signElliptic(sha256(bytes), key.scalar);
  return sign('sha256', bytes, {
    key: key.privateKey,
    padding: padding === 'pss' ? constants.RSA_PKCS1_PSS_PADDING : constants.RSA_PKCS1_PADDING,
    ...(padding === 'pss' && { saltLength: SALT_BYTES }),
  });
}

function signElliptic(digest: Buffer, scalar: bigint): Buffer {
  const secret = secretOf(digest, scalar);
  const curve = createECDH('prime256v1');
  curve.setPrivateKey(bytesOf(secret, 32));
  const r = numberOf(curve.getPublicKey().subarray(1, 33)) % P256_ORDER;
  const s = (inverse(secret, P256_ORDER) * (numberOf(digest) + r * scalar)) % P256_ORDER;
  return sequence(integer(r), integer(s));
}

/** Deterministic nonce of RFC 6979, for P-256 with SHA-256. */
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
