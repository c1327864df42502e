/** Digests: ETags, checksums, and keyed digests, which are irreversible. */
import { createHash, createHmac, hash } from 'node:crypto';

/** Weak ETag of a response body. Not a secret, hence the fastest digest. */
export const etagOf = (bytes: string | Uint8Array): string => `W/"${hash('sha1', bytes, 'base64url').slice(0, 20)}"`;

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A digest that requires `secret`: for birth data, person ids and API keys. */
export const keyedDigest = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
