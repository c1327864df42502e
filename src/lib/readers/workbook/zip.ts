/** Untrusted ZIP archives, entry by entry: the declared size is limited, and the actual size must not exceed it. */
import { type Entry, openPromise } from 'yauzl';
import { BrokenWorkbook } from './worksheet.ts';

export interface Archive {
  has(name: string): boolean;
  compressedBytes(name: string): number;
  unpackedBytes(name: string): number;
  /** Throws BrokenWorkbook if the entry is absent, too large or broken. */
  read(name: string, sizeBytesMax: number): AsyncGenerator<Buffer>;
  readWhole(name: string, sizeBytesMax: number): Promise<string>;
  close(): void;
}

/** A workbook has some twenty entries; one with pictures a few hundred. */
const ENTRIES_MAX = 10_000;
/** Worksheets unpack to ten to forty times their size, empty ones to a hundred. A higher ratio of a large entry is a ZIP bomb. */
const RATIO_MAX = 250;
const RATIO_FROM_BYTES = 20_000_000;

export async function openArchive(path: string): Promise<Archive> {
  const file = await openPromise(path, { autoClose: false }).catch(broken);
  const entries = new Map<string, Entry>();
  try {
    if (file.entryCount > ENTRIES_MAX) throw new BrokenWorkbook(`an archive of ${file.entryCount} files`);
    for await (const entry of file.eachEntry()) entries.set(entry.fileName, entry);
  } catch (error) {
    file.close();
    return broken(error);
  }

  const entryOf = (name: string): Entry => {
    const entry = entries.get(name);
    if (!entry) throw new BrokenWorkbook(`an archive without ${name}`);
    return entry;
  };

  async function* read(name: string, sizeBytesMax: number): AsyncGenerator<Buffer> {
    const entry = entryOf(name);
    if (entry.uncompressedSize > sizeBytesMax) {
      throw new BrokenWorkbook(`${name} of ${entry.uncompressedSize} bytes, more than ${sizeBytesMax}`);
    }
    if (entry.uncompressedSize > RATIO_FROM_BYTES && entry.uncompressedSize > RATIO_MAX * entry.compressedSize) {
      throw new BrokenWorkbook(`${name} that unpacks to more than ${RATIO_MAX} times its size`);
    }
    try {
      // yauzl stops an entry larger than its declared size.
      yield* (await file.openReadStreamPromise(entry)) as AsyncIterable<Buffer>;
    } catch (error) {
      broken(error);
    }
  }

  return {
    has: (name) => entries.has(name),
    compressedBytes: (name) => entryOf(name).compressedSize,
    unpackedBytes: (name) => entryOf(name).uncompressedSize,
    read,
    readWhole: async (name, sizeBytesMax) =>
      Buffer.concat(await Array.fromAsync(read(name, sizeBytesMax))).toString('utf8'),
    close: () => file.close(),
  };
}

function broken(error: unknown): never {
  if (error instanceof BrokenWorkbook || !(error instanceof Error)) throw error;
  // An error of the file system.
  if ('syscall' in error) throw error;
  throw new BrokenWorkbook(`a broken archive (${error.message})`, { cause: error });
}
