/** ZIP files of strangers: their entries under decoded names, and bytes that are counted as they come. */
import { isUtf8 } from 'node:buffer';
import { type Entry, openPromise } from 'yauzl';
import { fromCp852 } from './encodings.ts';
import { Refused } from './pieces.ts';

export interface ZipEntry {
  name: string;
  isFolder: boolean;
  isEncrypted: boolean;
  /** How much room it takes in the file. */
  packedBytes: number;
  entry: Entry;
}

export interface ZipFile {
  /** In the order of the file's own list, the first `entriesMax` of them. */
  entries: ZipEntry[];
  /** How many there are, as the file says; at least those that were seen. */
  count: number;
  find(name: string): ZipEntry | undefined;
  /** Throws `Refused` at more bytes than `sizeBytesMax`, whatever the entry says of itself, and when it is broken. */
  read(entry: ZipEntry, sizeBytesMax: number): AsyncGenerator<Buffer>;
  close(): void;
}

const ENCRYPTED = 0x1;
const UTF8 = 0x800;

export async function openZip(path: string, entriesMax: number): Promise<ZipFile> {
  // Names are decoded here: offices pack with Windows, which writes them in the code page of DOS.
  const file = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(damaged);
  const entries: ZipEntry[] = [];
  try {
    for await (const entry of file.eachEntry()) {
      if (entries.length === entriesMax) break;
      entries.push(entryOf(entry));
    }
  } catch (error) {
    damaged(error);
  }
  const byName = new Map(entries.toReversed().map((entry) => [entry.name, entry]));
  return {
    entries,
    count: Math.max(entries.length, file.entryCount),
    find: (name) => byName.get(name),
    async *read({ entry, isEncrypted }, sizeBytesMax) {
      if (isEncrypted) throw new Refused('encrypted', 'an entry with a password');
      let bytes = 0;
      try {
        for await (const chunk of (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>) {
          bytes += chunk.length;
          if (bytes > sizeBytesMax) throw new Refused('tooLarge', `an entry of more than ${sizeBytesMax} bytes`);
          yield chunk;
        }
      } catch (error) {
        damaged(error);
      }
    },
    close: () => file.close(),
  };
}

function entryOf(entry: Entry): ZipEntry {
  const raw = entry.fileName as unknown as Buffer;
  const isNamedUtf8 = (entry.generalPurposeBitFlag & UTF8) !== 0 || isUtf8(raw);
  // Old programs divide folders by the stroke of DOS.
  const name = (isNamedUtf8 ? raw.toString('utf8') : fromCp852(raw)).replaceAll('\\', '/');
  return {
    name,
    isFolder: name.endsWith('/'),
    isEncrypted: (entry.generalPurposeBitFlag & ENCRYPTED) !== 0,
    packedBytes: entry.compressedSize,
    entry,
  };
}

function damaged(error: unknown): never {
  if (error instanceof Refused || error instanceof RangeError || !(error instanceof Error)) throw error;
  if (/unsupported compression method/.test(error.message)) throw new Refused('unsupported', error.message);
  throw new Refused('damaged', `a broken archive (${error.message})`);
}
