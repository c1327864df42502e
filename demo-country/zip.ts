/** ZIP archives: written to a file while they grow, or built in memory. */
import { type FileHandle, mkdir, open } from 'node:fs/promises';
import { dirname } from 'node:path';
import { constants, crc32, deflateRawSync } from 'node:zlib';

export interface Zip {
  /** Begins a part and ends the one before. */
  part(name: string): void;
  text(text: string): void;
  /** An uncompressed part: OpenDocument wants its media type so, at the very start. */
  stored(name: string, text: string): void;
  /** Writes what is compressed so far. */
  flush(): Promise<void>;
  close(): Promise<void>;
}

interface Part {
  name: Buffer;
  offset: number;
  flags: number;
  method: 0 | 8;
  crc: number;
  size: number;
  compressed: number;
}

/** Large enough that a block compresses well and costs little. */
const BLOCK_CHARS = 256 * 1024;
/** 1 January 2020: each run writes the same bytes. */
const DATE = 0x5021;
const STREAMED = 0x0008;
const UTF8_NAMES = 0x0800;

/** Deflates parts block by block, so that no part is ever whole in memory. */
export async function createZip(path: string): Promise<Zip> {
  await mkdir(dirname(path), { recursive: true });
  const handle: FileHandle = await open(path, 'w');
  const parts: Part[] = [];
  let pending: Buffer[] = [];
  let offset = 0;
  let text = '';
  let current: Part | null = null;

  const push = (bytes: Buffer): void => {
    pending.push(bytes);
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
    const blocks = pending;
    pending = [];
    if (blocks.length > 0) await handle.writeFile(Buffer.concat(blocks));
  };

  return {
    part(name) {
      end();
      current = { name: Buffer.from(name), offset, flags: STREAMED, method: 8, crc: 0, size: 0, compressed: 0 };
      begin(current);
    },
    text(more) {
      text += more;
      if (current && text.length > BLOCK_CHARS) deflate(current);
    },
    stored(name, content) {
      const bytes = Buffer.from(content);
      begin({ ...partOf(name, bytes, bytes), offset, flags: 0, method: 0 });
      push(bytes);
    },
    flush,
    async close() {
      end();
      push(directoryOf(parts, offset));
      await flush();
      await handle.close();
    },
  };
}

export interface ZipEntry {
  name: string;
  bytes: Buffer;
  isStored?: boolean;
}

/** An archive in memory, for files of a few pages. */
export function zipOf(entries: readonly ZipEntry[]): Buffer {
  const chunks: Buffer[] = [];
  const parts: Part[] = [];
  let offset = 0;
  for (const { name, bytes, isStored = false } of entries) {
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const part: Part = { ...partOf(name, bytes, packed), offset, flags: UTF8_NAMES, method: isStored ? 0 : 8 };
    parts.push(part);
    const chunk = Buffer.concat([localHeader(part), packed]);
    chunks.push(chunk);
    offset += chunk.length;
  }
  return Buffer.concat([...chunks, directoryOf(parts, offset)]);
}

const partOf = (name: string, bytes: Buffer, packed: Buffer) => ({
  name: Buffer.from(name),
  crc: crc32(bytes),
  size: bytes.length,
  compressed: packed.length,
});

/** The sizes of a streamed part come after it. */
const localHeader = (part: Part): Buffer => {
  const first = part.flags === STREAMED ? { ...part, crc: 0, size: 0, compressed: 0 } : part;
  return Buffer.concat([numbers([0x04034b50, 4]), fieldsOf(first), part.name]);
};

function directoryOf(parts: readonly Part[], start: number): Buffer {
  const entries = parts.flatMap((part) => [
    numbers([0x02014b50, 4], [20, 2]),
    fieldsOf(part),
    numbers([0, 4], [0, 2], [0, 4], [part.offset, 4]),
    part.name,
  ]);
  const directory = Buffer.concat(entries);
  const count = parts.length;
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [directory.length, 4], [start, 4], [0, 2]);
  return Buffer.concat([directory, end]);
}

const fieldsOf = ({ flags, method, crc, compressed, size, name }: Part): Buffer =>
  Buffer.concat([
    numbers([20, 2], [flags, 2], [method, 2], [0, 2], [DATE, 2]),
    numbers([crc, 4], [compressed, 4], [size, 4], [name.length, 2], [0, 2]),
  ]);

/** Little-endian. */
function numbers(...fields: readonly [value: number, bytes: 2 | 4][]): Buffer {
  const buffer = Buffer.alloc(fields.reduce((sum, [, bytes]) => sum + bytes, 0));
  let at = 0;
  for (const [value, bytes] of fields) at = buffer.writeUIntLE(value, at, bytes);
  return buffer;
}
