/**
 * Long answers that are given again and again, as those that a generation or a release renders once: what is the same in all of
 * them is compressed once and kept with their bytes; each answer compresses its own few last bytes behind it.
 */
import { promisify } from 'node:util';
import { crc32, deflateRaw, deflateRawSync, constants as zlib } from 'node:zlib';

interface Beginning {
  /** Whole blocks, none of them the last. */
  blocks: Uint8Array;
  checksum: number;
  length: number;
}

/** RFC 1952: deflated, no name, no time, of an unknown system. */
const HEADER = Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255]);
const TRAILER_BYTES = 8;

const deflate = promisify(deflateRaw);
const beginnings = new WeakMap<Uint8Array, Promise<Beginning>>();

/** `head`, which is always the same before `data`, then `data`, which is kept by whoever gives it, then `tail`. */
export async function gzipSpliced(head: string, data: Uint8Array, tail: string): Promise<Uint8Array> {
  const { blocks, checksum, length } = await beginnings.getOrInsertComputed(data, () => begun(head, data));
  const end = Buffer.from(tail);
  const trailer = Buffer.alloc(TRAILER_BYTES);
  trailer.writeUInt32LE(crc32(end, checksum), 0);
  trailer.writeUInt32LE((length + end.length) % 2 ** 32, 4);
  return Buffer.concat([HEADER, blocks, deflateRawSync(end, { level: zlib.Z_BEST_SPEED }), trailer]);
}

async function begun(head: string, data: Uint8Array): Promise<Beginning> {
  const bytes = Buffer.concat([Buffer.from(head), data]);
  // Flushed instead of finished: further blocks may follow at the next byte.
  const blocks = await deflate(bytes, { finishFlush: zlib.Z_SYNC_FLUSH });
  return { blocks, checksum: crc32(bytes), length: bytes.length };
}
