/** Algorithms by their object identifiers: digests, keys and signature schemes. */
import { malformed } from './broken-signature.ts';
import { context, type Der, expect, fieldsOf, TAG } from './der.ts';
import { numberOf, oidOf } from './der-values.ts';

/** As node:crypto names them. */
const digests: Record<string, string> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.7': 'sha3-224',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
};

/** Collisions are cheap on an ordinary machine: md5 in seconds, SHA-1 for the price of a car. */
const WEAK = new Set(['md5', 'sha1']);

export interface SignatureScheme {
  padding: 'pkcs1' | 'pss' | 'ecdsa' | 'plainEcdsa' | 'eddsa';
  /** Null: the adjacent digest algorithm applies. */
  digest: string | null;
  saltLength?: number;
}

const schemes: Record<string, SignatureScheme> = {
  '1.2.840.113549.1.1.1': { padding: 'pkcs1', digest: null },
  '1.2.840.113549.1.1.4': { padding: 'pkcs1', digest: 'md5' },
  '1.2.840.113549.1.1.5': { padding: 'pkcs1', digest: 'sha1' },
  '1.2.840.113549.1.1.11': { padding: 'pkcs1', digest: 'sha256' },
  '1.2.840.113549.1.1.12': { padding: 'pkcs1', digest: 'sha384' },
  '1.2.840.113549.1.1.13': { padding: 'pkcs1', digest: 'sha512' },
  '1.2.840.113549.1.1.14': { padding: 'pkcs1', digest: 'sha224' },
  // Some writers name the kind of key in the field of the scheme.
  '1.2.840.10045.2.1': { padding: 'ecdsa', digest: null },
  '1.2.840.10045.4.1': { padding: 'ecdsa', digest: 'sha1' },
  '1.2.840.10045.4.3.1': { padding: 'ecdsa', digest: 'sha224' },
  '1.2.840.10045.4.3.2': { padding: 'ecdsa', digest: 'sha256' },
  '1.2.840.10045.4.3.3': { padding: 'ecdsa', digest: 'sha384' },
  '1.2.840.10045.4.3.4': { padding: 'ecdsa', digest: 'sha512' },
  '2.16.840.1.101.3.4.3.13': { padding: 'pkcs1', digest: 'sha3-224' },
  '2.16.840.1.101.3.4.3.14': { padding: 'pkcs1', digest: 'sha3-256' },
  '2.16.840.1.101.3.4.3.15': { padding: 'pkcs1', digest: 'sha3-384' },
  '2.16.840.1.101.3.4.3.16': { padding: 'pkcs1', digest: 'sha3-512' },
  '0.4.0.127.0.7.1.1.4.1.3': { padding: 'plainEcdsa', digest: 'sha256' },
  '0.4.0.127.0.7.1.1.4.1.4': { padding: 'plainEcdsa', digest: 'sha384' },
  '0.4.0.127.0.7.1.1.4.1.5': { padding: 'plainEcdsa', digest: 'sha512' },
  '1.3.101.112': { padding: 'eddsa', digest: null },
  '1.3.101.113': { padding: 'eddsa', digest: null },
};
const PSS = '1.2.840.113549.1.1.10';
const MASK = '1.2.840.113549.1.1.8';

/** Name of a digest, or null for an unknown one; `oid` is the encoded identifier. */
export interface Digest {
  name: string | null;
  oid: string;
}

/** From an AlgorithmIdentifier. Digests have no parameters: bytes there would be displayed before the content. */
export function digestOf(identifier: Der | undefined): Digest {
  const [name, parameters, ...more] = fieldsOf(identifier);
  if (more.length > 0 || (parameters !== undefined && expect(parameters, TAG.nothing).body.length > 0))
    throw malformed();
  const oid = oidOf(name);
  return { name: digests[oid] ?? null, oid };
}

export const isWeak = (digest: string): boolean => WEAK.has(digest);

/** An unknown scheme, or one without its digest, proves nothing. EdDSA has its digest built in. */
export const isStrong = (scheme: SignatureScheme | null): boolean =>
  scheme !== null && (scheme.padding === 'eddsa' || (scheme.digest !== null && !isWeak(scheme.digest)));

/** Null for a scheme that is not supported. */
export function schemeOf(identifier: Der | undefined): { scheme: SignatureScheme | null; oid: string } {
  const [name, parameters] = fieldsOf(identifier);
  const oid = oidOf(name);
  return { oid, scheme: oid === PSS ? pss(parameters) : (schemes[oid] ?? null) };
}

/** Defaults: SHA-1 and a salt of 20 bytes. The mask must use the same digest: no real signature has another. */
function pss(parameters: Der | undefined): SignatureScheme | null {
  const fields = parameters === undefined ? [] : fieldsOf(parameters);
  const field = (number: number): Der | undefined => {
    const found = fields.find(({ tag }) => tag === context(number));
    return found && fieldsOf(found, context(number))[0];
  };
  const [hash, mask, salt] = [field(0), field(1), field(2)];
  const digest = hash === undefined ? 'sha1' : digestOf(hash).name;
  const [maskName, maskDigest] = mask === undefined ? [] : fieldsOf(mask);
  if (mask !== undefined && oidOf(maskName) !== MASK) return null;
  const masked = maskDigest === undefined ? 'sha1' : digestOf(maskDigest).name;
  if (digest === null || digest !== masked) return null;
  return { padding: 'pss', digest, saltLength: salt === undefined ? 20 : numberOf(salt, TAG.integer) };
}

/** Whether two digests are the same. */

export const areEqual = (one: Uint8Array, other: Uint8Array): boolean => Buffer.compare(one, other) === 0;
