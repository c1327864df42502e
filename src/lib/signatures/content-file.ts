/** Writes the content of a seal, piece by piece, with every digest made on the way: the one time that all of it is read. */
import { createHash } from 'node:crypto';
import { closeSync, openSync, writeSync } from 'node:fs';
import { WINDOW_BYTES } from './bounds.ts';
import type { BytesAt } from './bytes-at.ts';
import type { Piece } from './octet-string.ts';

const BUFFER_BYTES = 256 * 1024;

export interface Written {
  /** The place behind the content in the sealed file. */
  end: number;
  digests: Map<string, Uint8Array>;
}

export function writeContent(
  bytes: BytesAt,
  pieces: Generator<Piece, number>,
  names: readonly string[],
  path: string,
): Written {
  const hashes = [...new Set(names)].map((name) => ({ name, hash: createHash(name) }));
  const buffer = new Uint8Array(BUFFER_BYTES);
  let filled = 0;
  const file = openSync(path, 'wx');
  const flush = (): void => {
    const full = buffer.subarray(0, filled);
    for (const { hash } of hashes) hash.update(full);
    for (let at = 0; at < filled; ) at += writeSync(file, full, at);
    filled = 0;
  };
  try {
    let step = pieces.next();
    for (; !step.done; step = pieces.next()) {
      const { at, length } = step.value;
      for (let done = 0; done < length; ) {
        if (filled === BUFFER_BYTES) flush();
        const count = Math.min(WINDOW_BYTES, length - done, BUFFER_BYTES - filled);
        buffer.set(bytes.view(at + done, count), filled);
        filled += count;
        done += count;
      }
    }
    flush();
    return { end: step.value, digests: new Map(hashes.map(({ name, hash }) => [name, hash.digest()])) };
  } finally {
    closeSync(file);
  }
}
