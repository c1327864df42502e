/** The keys of receipts: one that signs, and the public halves of all before it, which are kept for ever. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The public half of a key that no longer signs. */
export interface RetiredKey {
  /** As in a JWK. */
  x: string;
  retiredAt: string;
}

/** As they lie among the secrets of an installation. */
export interface ReceiptSecrets {
  receiptKey: string;
  receiptKeysBefore?: readonly RetiredKey[];
}

export interface ReceiptJwk {
  kty: 'OKP';
  crv: 'Ed25519';
  alg: 'EdDSA';
  use: 'sig';
  kid: string;
  x: string;
}

export interface PublicKey {
  jwk: ReceiptJwk;
  key: KeyObject;
  /** Null for the one that signs. */
  retiredAt: string | null;
}

export interface ReceiptKeys {
  signing(): { kid: string; key: KeyObject };
  find(kid: string): PublicKey | null;
  /** The one that signs first, then the newest. */
  all(): ReceiptJwk[];
}

/** `read` is asked with each use, so that a rotation is seen without a restart; for what they are at this moment, where a key is not known. */
export function receiptKeys(read: (atThisMoment?: boolean) => ReceiptSecrets): ReceiptKeys {
  let made: { of: string; signing: { kid: string; key: KeyObject }; known: Map<string, PublicKey> } | null = null;
  const current = (atThisMoment = false) => {
    const { receiptKey, receiptKeysBefore = [] } = read(atThisMoment);
    if (made?.of === receiptKey) return made;
    const key = privateKeyOf(receiptKey);
    const own = publicKeyOf(publicHalf(receiptKey), null);
    const known = [own, ...receiptKeysBefore.toReversed().map(({ x, retiredAt }) => publicKeyOf(x, retiredAt))];
    made = {
      of: receiptKey,
      signing: { kid: own.jwk.kid, key },
      known: new Map(known.map((each) => [each.jwk.kid, each])),
    };
    return made;
  };
  return {
    signing: () => current().signing,
    // Another thread may have signed with a new key before this one has looked.
    find: (kid) => current().known.get(kid) ?? current(true).known.get(kid) ?? null,
    all: () => [...current().known.values()].map(({ jwk }) => jwk),
  };
}

/** The public half of a secret, as it is kept when the secret is thrown away. */
export const publicHalf = (secret: string): string =>
  String(createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' }).x);

/** What PKCS #8 writes before the 32 bytes of an Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** The key is made of the secret's digest: any secret is as long as a key needs. */
function privateKeyOf(secret: string): KeyObject {
  const seed = createHash('sha256').update(`firmoteca receipt ${secret}`).digest();
  return createPrivateKey({ key: Buffer.concat([PKCS8_ED25519, seed]), format: 'der', type: 'pkcs8' });
}

function publicKeyOf(x: string, retiredAt: string | null): PublicKey {
  const jwk: ReceiptJwk = { kty: 'OKP', crv: 'Ed25519', alg: 'EdDSA', use: 'sig', kid: thumbprint(x), x };
  return { jwk, key: createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' }), retiredAt };
}

/** RFC 7638. */
const thumbprint = (x: string): string =>
  createHash('sha256')
    .update(JSON.stringify({ crv: 'Ed25519', kty: 'OKP', x }))
    .digest('base64url');
