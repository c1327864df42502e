/** Digests: ETags, checksums, and keyed digests, which are irreversible. */
import { createHash, createHmac, hash } from 'node:crypto';
import { memoized } from './instant.ts';

/** Weak ETag of a response body. Not a secret, hence the fastest digest. */
export const etagOf = (bytes: string | Uint8Array): string => `W/"${hash('sha1', bytes, 'base64url').slice(0, 20)}"`;

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/**
 * A digest that requires `secret`: for birth data, person ids and API keys. HMAC-SHA256 as two digests (RFC 2104), which take
 * half the time of `createHmac`: a country has ten million persons.
 */
export function keyedDigest(secret: string, text: string): string {
  if (text.length > TEXT_MAX) return createHmac('sha256', secret).update(text).digest('base64url');
  const { inner, outer } = padsOf(secret);
  const size = BLOCK_BYTES + inner.write(text, BLOCK_BYTES);
  outer.write(hash('sha256', inner.subarray(0, size), 'binary'), BLOCK_BYTES, 'binary');
  return hash('sha256', outer, 'base64url');
}

/** Of SHA-256. */
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Characters of at most three bytes. Longer texts are rare. */
const TEXT_MAX = 1_000;

/** The two masks of a secret, with room behind them. A process has a handful of secrets. */
const padsOf = memoized((secret: string) => {
  const bytes = Buffer.from(secret);
  const key = bytes.length > BLOCK_BYTES ? hash('sha256', bytes, 'buffer') : bytes;
  const padOf = (mask: number, room: number): Buffer => {
    const pad = Buffer.alloc(BLOCK_BYTES + room);
    for (let i = 0; i < BLOCK_BYTES; i++) pad[i] = (key[i] ?? 0) ^ mask;
    return pad;
  };
  return { inner: padOf(0x36, TEXT_MAX * 3), outer: padOf(0x5c, DIGEST_BYTES) };
});

/** A digest of 52 bits, in a tenth of a microsecond: tells changed lines from unchanged ones, and withstands no attacker (cyrb53). */
export function quickDigest(text: string): number {
  let [high, low] = [0xdeadbeef, 0x41c6ce57];
  for (let i = 0; i < text.length; i++) {
    const unit = text.charCodeAt(i);
    high = Math.imul(high ^ unit, 2654435761);
    low = Math.imul(low ^ unit, 1597334677);
  }
  high = Math.imul(high ^ (high >>> 16), 2246822507) ^ Math.imul(low ^ (low >>> 13), 3266489909);
  low = Math.imul(low ^ (low >>> 16), 2246822507) ^ Math.imul(high ^ (high >>> 13), 3266489909);
  return (high & 0xfffff) * 0x100000000 + (low >>> 0);
}
