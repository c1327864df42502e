/** Reads ZIP files: entries with decoded names, and their bytes in chunks with counted size. */

import { isUtf8 } from 'node:buffer';
import { type Entry, openPromise } from 'yauzl';
import { fromCp852 } from './plain-text.ts';
import { type Bounds, bytesOf, type ReaderMessage, Refused } from './reading.ts';

/** Bytes per message; base64 adds a third. */
const CHUNK_BYTES = 300_000;

export async function* zipEntries(zip: ZipFile, sizeBytes: number, bounds: Bounds): AsyncGenerator<ReaderMessage> {
  let left = bytesOf(sizeBytes, bounds);
  const files = zip.entries.filter(({ isFolder }) => !isFolder);
  const folders = zip.entries.length - files.length;
  for (const [i, entry] of files.slice(0, bounds.entries).entries()) {
    const refused = isUnsafeName(entry.name) ? 'unsafeName' : entry.isEncrypted ? 'encrypted' : null;
    yield { entry: displayName(entry.name), refused };
    if (refused) continue;
    try {
      for await (const bytes of zip.read(entry, left)) {
        left -= bytes.length;
        yield* inChunks(bytes);
      }
    } catch (error) {
      if (!(error instanceof Refused)) throw error;
      yield { broken: error.state };
      if (error.state !== 'tooLarge') continue;
      // The byte limit is reached for the following entries, too.
      const behind = zip.count - folders - i - 1;
      if (behind > 0) yield { skipped: behind, why: 'tooLarge' };
      return;
    }
  }
  const behind = zip.count - folders - Math.min(files.length, bounds.entries);
  if (behind > 0) yield { skipped: behind, why: 'tooMany' };
}

export function* inChunks(bytes: Uint8Array): Generator<ReaderMessage> {
  const buffer = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  for (let at = 0; at < buffer.length; at += CHUNK_BYTES)
    yield { bytes: buffer.toString('base64', at, Math.min(buffer.length, at + CHUNK_BYTES)) };
}

/** Whether every file has a password. */
export const isAllEncrypted = (entries: readonly ZipEntry[]): boolean => {
  const files = entries.filter(({ isFolder }) => !isFolder);
  return files.length > 0 && files.every(({ isEncrypted }) => isEncrypted);
};

interface ZipEntry {
  name: string;
  isFolder: boolean;
  isEncrypted: boolean;
  /** Packed size. */
  packedBytes: number;
  entry: Entry;
}

export interface ZipFile {
  /** The first `entriesMax` entries, in the order of the central directory. */
  entries: ZipEntry[];
  /** Number of entries that the file declares, at least those read. */
  count: number;
  find(name: string): ZipEntry | undefined;
  /** Throws `Refused` above `sizeBytesMax` actual bytes, and when the entry is broken. */
  read(entry: ZipEntry, sizeBytesMax: number): AsyncGenerator<Buffer>;
  close(): void;
}

const ENCRYPTED = 0x1;
const UTF8 = 0x800;

export async function openZip(path: string, entriesMax: number): Promise<ZipFile> {
  // Names are decoded here: Windows writes them in the DOS code page.
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
  // Undecoded names are buffers (`decodeStrings: false`), which the type does not know.
  const raw = entry.fileName as unknown as Buffer;
  const isNamedUtf8 = (entry.generalPurposeBitFlag & UTF8) !== 0 || isUtf8(raw);
  // Old programs separate folders by backslashes.
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
  if (/^multi-disk/.test(error.message)) throw new Refused('splitArchive', 'one part of an archive');
  throw new Refused('damaged', 'a broken archive');
}

const DRIVE = /^[a-z]:/i;
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is replaced.
const UNPRINTABLE = /[\u0000-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g;
/** Longer than any system allows. */
const NAME_LENGTH_MAX = 1_000;

/** Absolute, leading out, or with a NUL, which readers interpret differently. */
export const isUnsafeName = (name: string): boolean =>
  name === '' ||
  name.includes('\0') ||
  name.startsWith('/') ||
  DRIVE.test(name) ||
  name.split('/').some((part) => part === '..');

/** Without cursor or direction controls: `fdp.exe` must not look like `exe.pdf`. */
export const displayName = (name: string): string =>
  name.toWellFormed().replace(UNPRINTABLE, '\ufffd').normalize('NFC').slice(0, NAME_LENGTH_MAX);
