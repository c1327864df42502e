/** A stored file on its way to a caller: who gets its last byte got what was stored, and nothing else. */
import { createHash } from 'node:crypto';

/** Throws in place of the last piece when the bytes are others: disks rot and folders are edited, and a digest beside would vouch for it. */
export async function* checkedBlob(pieces: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let held: Uint8Array | null = null;
  for await (const piece of pieces) {
    hash.update(piece);
    if (held !== null) yield held;
    held = piece;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} is no longer what was stored.`);
  if (held !== null) yield held;
}
