/** ZIP archives in memory, for files of a few pages. Names are UTF-8 and say so. */
import { crc32, deflateRawSync } from 'node:zlib';

export interface Entry {
  name: string;
  bytes: Buffer;
  /** Not compressed: what readers look for at the very start. */
  isStored?: boolean;
}

const UTF8_NAMES = 0x0800;
/** 1 January 2020: the same bytes at every writing. */
const DATE = 0x5021;

export function zipped(entries: readonly Entry[]): Buffer {
  const chunks: Buffer[] = [];
  const directory: Buffer[] = [];
  let offset = 0;
  for (const { name, bytes, isStored = false } of entries) {
    const packed = isStored ? bytes : deflateRawSync(bytes);
    const label = Buffer.from(name);
    const about = numbers(
      [20, 2],
      [UTF8_NAMES, 2],
      [isStored ? 0 : 8, 2],
      [0, 2],
      [DATE, 2],
      [crc32(bytes), 4],
      [packed.length, 4],
      [bytes.length, 4],
      [label.length, 2],
      [0, 2],
    );
    directory.push(
      numbers([0x02014b50, 4], [20, 2]),
      about,
      numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]),
      label,
    );
    const entry = Buffer.concat([numbers([0x04034b50, 4]), about, label, packed]);
    chunks.push(entry);
    offset += entry.length;
  }
  const listed = Buffer.concat(directory);
  const count = entries.length;
  const end = numbers([0x06054b50, 4], [0, 4], [count, 2], [count, 2], [listed.length, 4], [offset, 4], [0, 2]);
  return Buffer.concat([...chunks, listed, end]);
}

/** Little-endian. */
function numbers(...fields: readonly [value: number, bytes: 2 | 4][]): Buffer {
  return Buffer.concat(
    fields.map(([value, length]) => {
      const bytes = Buffer.alloc(length);
      bytes.writeUIntLE(value, 0, length);
      return bytes;
    }),
  );
}
