/** Digests: ETags, checksums, and keyed ones for what must not be led back. */
import { createHash, createHmac, hash } from 'node:crypto';

/** Weak ETag of an answer's bytes. Not a secret, so the fastest digest at hand. */
export const etagOf = (bytes: string | Uint8Array): string => `W/"${hash('sha1', bytes, 'base64url').slice(0, 20)}"`;

export const sha256 = (bytes: string | Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

/** A digest only holders of `secret` can make: for birth data, person ids and API keys. */
export const keyedDigest = (secret: string, text: string): string =>
  createHmac('sha256', secret).update(text).digest('base64url');
