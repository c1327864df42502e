/** ZIP archives of strangers, entry by entry: what an entry says of its size is held against a cap, and what it gives against that. */
import { type Entry, openPromise } from 'yauzl';
import { BrokenWorkbook } from './sheet.ts';

export interface Archive {
  has(name: string): boolean;
  compressedBytes(name: string): number;
  unpackedBytes(name: string): number;
  /** Throws BrokenWorkbook when it is not there, larger than the cap, or broken. */
  read(name: string, sizeBytesMax: number): AsyncGenerator<Buffer>;
  readWhole(name: string, sizeBytesMax: number): Promise<string>;
  close(): void;
}

/** A workbook has some twenty entries; one with pictures a few hundred. */
const ENTRIES_MAX = 10_000;

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
    try {
      // The library stops an entry that gives more than it says.
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
  // Of the file system, not of the archive.
  if ('syscall' in error) throw error;
  throw new BrokenWorkbook(`a broken archive (${error.message})`, { cause: error });
}
