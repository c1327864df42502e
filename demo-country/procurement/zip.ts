/** ZIP archives written as they grow: parts are deflated block by block, so that no part is ever whole in memory. */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface Zip {
  /** Begins a part; the one before is ended. */
  part(name: string): void;
  text(text: string): void;
  /** A part that readers find uncompressed at the very start, as OpenDocument wants it. */
  stored(name: string, text: string): void;
  /** Writes what is compressed so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Part {
  name: Buffer;
  offset: number;
  method: 0 | 8;
  crc: number;
  size: number;
  compressed: number;
}

/** Large enough that a block compresses well and costs little. */
const BLOCK_CHARS = 256 * 1024;
/** 1 January 2020: the same bytes at every writing. */
const DATE = 0x5021;
const STREAMED = 0x0008;

export async function createZip(path: string): Promise<Zip> {
  await mkdir(dirname(path), { recursive: true });
  const handle: FileHandle = await open(path, 'w');
  const parts: Part[] = [];
  let waiting: Buffer[] = [];
  let offset = 0;
  let text = '';
  let current: Part | null = null;

  const push = (bytes: Buffer): void => {
    waiting.push(bytes);
    offset += bytes.length;
  };
  const deflate = (part: Part): void => {
    const bytes = Buffer.from(text, 'utf8');
    text = '';
    // A flush ends each block on a whole byte, so that blocks compressed apart make one stream.
    const block = deflateRawSync(bytes, { level: 1, finishFlush: constants.Z_SYNC_FLUSH });
    part.crc = crc32(bytes, part.crc);
    part.size += bytes.length;
    part.compressed += block.length;
    push(block);
  };
  const end = (): void => {
    if (!current) return;
    deflate(current);
    const last = deflateRawSync(Buffer.alloc(0));
    current.compressed += last.length;
    push(last);
    push(numbers([0x08074b50, 4], [current.crc, 4], [current.compressed, 4], [current.size, 4]));
    current = null;
  };
  const begin = (part: Part): void => {
    parts.push(part);
    push(localHeader(part));
  };

  const flush = async (): Promise<void> => {
    const blocks = waiting;
    waiting = [];
    if (blocks.length > 0) await handle.writeFile(Buffer.concat(blocks));
  };

  return {
    part(name) {
      end();
      current = { name: Buffer.from(name), offset, method: 8, crc: 0, size: 0, compressed: 0 };
      begin(current);
    },
    text(more) {
      text += more;
      if (current && text.length > BLOCK_CHARS) deflate(current);
    },
    stored(name, content) {
      const bytes = Buffer.from(content);
      const size = bytes.length;
      begin({ name: Buffer.from(name), offset, method: 0, crc: crc32(bytes), size, compressed: size });
      push(bytes);
    },
    flush,
    async close() {
      end();
      const start = offset;
      for (const part of parts) push(centralHeader(part));
      const length = offset - start;
      push(numbers([0x06054b50, 4], [0, 4], [parts.length, 2], [parts.length, 2], [length, 4], [start, 4], [0, 2]));
      await flush();
      await handle.close();
    },
  };
}

const flagsOf = (part: Part): number => (part.method === 0 ? 0 : STREAMED);

/** Of a streamed part the sizes come after it. */
function localHeader(part: Part): Buffer {
  const known = part.method === 0;
  return Buffer.concat([
    numbers(
      [0x04034b50, 4],
      [20, 2],
      [flagsOf(part), 2],
      [part.method, 2],
      [0, 2],
      [DATE, 2],
      [known ? part.crc : 0, 4],
      [known ? part.compressed : 0, 4],
      [known ? part.size : 0, 4],
      [part.name.length, 2],
      [0, 2],
    ),
    part.name,
  ]);
}

function centralHeader(part: Part): Buffer {
  return Buffer.concat([
    numbers(
      [0x02014b50, 4],
      [20, 2],
      [20, 2],
      [flagsOf(part), 2],
      [part.method, 2],
      [0, 2],
      [DATE, 2],
      [part.crc, 4],
      [part.compressed, 4],
      [part.size, 4],
      [part.name.length, 2],
      [0, 4],
      [0, 2],
      [0, 2],
      [0, 4],
      [part.offset, 4],
    ),
    part.name,
  ]);
}

/** Little-endian numbers of two or four bytes. */
function numbers(...fields: [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) {
    buffer.writeUIntLE(value, at, bytes);
    at += bytes;
  }
  return buffer;
}
