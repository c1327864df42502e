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
    eddsa: ['ed25519'],
  };
  return kinds[padding].includes(key.asymmetricKeyType ?? '');
}

const RSA_BITS_MIN = 2_048;
const EC_BITS_MIN = 224;

/** `RSA 2048`, `EC brainpoolP256r1`. */
export function keyName(key: KeyObject): string {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return `RSA ${modulusLength}`;
  return namedCurve === undefined ? (key.asymmetricKeyType ?? 'unknown') : `EC ${namedCurve}`;
}

export function isWeakKey(key: KeyObject): boolean {
  const { modulusLength, namedCurve = '' } = key.asymmetricKeyDetails ?? {};
  if (modulusLength !== undefined) return modulusLength < RSA_BITS_MIN;
  const [bits] = /[0-9]{3}/.exec(namedCurve) ?? [];
  return bits !== undefined && Number(bits) < EC_BITS_MIN && key.asymmetricKeyType === 'ec';
}
