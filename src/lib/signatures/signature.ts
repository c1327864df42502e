/** Whether a signature is one of this key over these bytes. */
import { constants, type KeyObject, verify } from 'node:crypto';
import type { SignatureScheme } from './algorithms.ts';

/** Also no, where scheme and key do not belong together. */
export function isSignedBy(
  key: KeyObject,
  scheme: SignatureScheme,
  digest: string,
  bytes: Uint8Array,
  signature: Uint8Array,
): boolean {
  if (!fits(key, scheme)) return false;
  try {
    switch (scheme.padding) {
      case 'pkcs1':
        return verify(digest, bytes, { key, padding: constants.RSA_PKCS1_PADDING }, signature);
      case 'pss':
        return verify(digest, bytes, pssKey(key, scheme.saltLength ?? 20), signature);
      case 'ecdsa':
        return verify(digest, bytes, { key, dsaEncoding: 'der' }, signature);
      case 'plainEcdsa':
        return verify(digest, bytes, { key, dsaEncoding: 'ieee-p1363' }, signature);
      case 'eddsa':
        return verify(null, bytes, key, signature);
    }
  } catch {
    // What the library cannot even read as a signature of such a key is none.
    return false;
  }
}

const pssKey = (key: KeyObject, saltLength: number) => ({
  key,
  padding: constants.RSA_PKCS1_PSS_PADDING,
  saltLength,
});

function fits(key: KeyObject, { padding }: SignatureScheme): boolean {
  const kinds: Record<SignatureScheme['padding'], readonly string[]> = {
    pkcs1: ['rsa'],
    pss: ['rsa', 'rsa-pss'],
    ecdsa: ['ec'],
    plainEcdsa: ['ec'],
    eddsa: ['ed25519', 'ed448'],
  };
  return kinds[padding].includes(key.asymmetricKeyType ?? '');
}

const RSA_BITS_MIN = 2_048;
/** With the exponent 1 the signature is the padded digest itself, which anyone can compute. */
const RSA_EXPONENT_MIN = 3n;
/** By name: the numbers in the names of other curves are not their sizes, and explicit parameters can be anything. */
const CURVES = new Set(['prime256v1', 'secp384r1', 'secp521r1', 'secp256k1']);
for (const bits of [256, 320, 384, 512]) for (const form of ['r1', 't1']) CURVES.add(`brainpoolP${bits}${form}`);

/** `RSA 2048`, `EC brainpoolP256r1`. */
export function keyName(key: KeyObject): string {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return `RSA ${modulusLength}`;
  return namedCurve === undefined ? (key.asymmetricKeyType ?? 'unknown') : `EC ${namedCurve}`;
}

export function isWeakKey({ asymmetricKeyType, asymmetricKeyDetails }: KeyObject): boolean {
  const { modulusLength = 0, publicExponent = 0n, namedCurve = '' } = asymmetricKeyDetails ?? {};
  if (asymmetricKeyType === 'ec') return !CURVES.has(namedCurve);
  const isRsa = asymmetricKeyType === 'rsa' || asymmetricKeyType === 'rsa-pss';
  return isRsa && (modulusLength < RSA_BITS_MIN || publicExponent < RSA_EXPONENT_MIN);
}
