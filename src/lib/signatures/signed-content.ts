/** What was signed: bytes that can be gone through again, and their digests. */
import { createHash } from 'node:crypto';
import { WINDOW_BYTES } from './bounds.ts';
import type { BytesAt } from './bytes-at.ts';
import type { Piece } from './octet-string.ts';

export interface SignedContent {
  sizeBytes: number;
  digest(name: string): Uint8Array;
  /** All of it in order, a window at a time. */
  feed(take: (bytes: Uint8Array) => void): void;
}

/** Ranges of a file, or of memory. `known`: digests that were made while it was written. */
export function signedContent(
  bytes: BytesAt,
  ranges: readonly Piece[] = [{ at: 0, length: bytes.size }],
  known = new Map<string, Uint8Array>(),
): SignedContent {
  const feed: SignedContent['feed'] = (take) => {
    for (const { at, length } of ranges) {
      for (let done = 0; done < length; done += WINDOW_BYTES) {
        take(bytes.view(at + done, Math.min(WINDOW_BYTES, length - done)));
      }
    }
  };
  return {
    sizeBytes: ranges.reduce((sum, { length }) => sum + length, 0),
    feed,
    digest(name) {
      const kept = known.get(name);
      if (kept !== undefined) return kept;
      const hash = createHash(name);
      feed((part) => hash.update(part));
      const digest = hash.digest();
      known.set(name, digest);
      return digest;
    },
  };
}
