/** The keys of receipts: the current one, and the public halves of all retired ones, which are stored for ever. */
import { createHash, createPrivateKey, createPublicKey, type KeyObject } from 'node:crypto';

/** The public half of a key that no longer signs. */
export interface RetiredKey {
  /** As in a JWK. */
  x: string;
  retiredAt: string;
}

/** Members of an installation's secrets. */
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
  /** Null for the current key. */
  retiredAt: string | null;
}

export interface ReceiptKeys {
  signing(): { kid: string; key: KeyObject };
  find(kid: string): PublicKey | null;
  /** The current key first, then the newest. */
  all(): ReceiptJwk[];
}

/** Each use calls `read`, so that a rotation takes effect without a restart; an unknown key causes an uncached read. */
export function receiptKeys(read: (atThisMoment?: boolean) => ReceiptSecrets): ReceiptKeys {
  let cached: { of: string; signing: { kid: string; key: KeyObject }; known: Map<string, PublicKey> } | null = null;
  const current = (atThisMoment = false) => {
    const { receiptKey, receiptKeysBefore = [] } = read(atThisMoment);
    if (cached?.of === receiptKey) return cached;
    const key = privateKeyOf(receiptKey);
    const own = publicKeyOf(publicHalf(receiptKey), null);
    const known = [own, ...receiptKeysBefore.toReversed().map(({ x, retiredAt }) => publicKeyOf(x, retiredAt))];
    cached = {
      of: receiptKey,
      signing: { kid: own.jwk.kid, key },
      known: new Map(known.map((each) => [each.jwk.kid, each])),
    };
    return cached;
  };
  return {
    signing: () => current().signing,
    // Another thread may already sign with a new key.
    find: (kid) => current().known.get(kid) ?? current(true).known.get(kid) ?? null,
    all: () => [...current().known.values()].map(({ jwk }) => jwk),
  };
}

/** The public half of a secret, for the list of retired keys. */
export const publicHalf = (secret: string): string =>
  String(createPublicKey(privateKeyOf(secret)).export({ format: 'jwk' }).x);

/** PKCS #8 header of the 32 bytes of an Ed25519 key. */
const PKCS8_ED25519 = Buffer.from('302e020100300506032b657004220420', 'hex');

/** Derives the key from the secret's digest, so that a secret may have any length. */
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
