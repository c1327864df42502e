/** The blob store: files by the digest of their content, wherever they are stored. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Database } from '#data/store/database.ts';
import { deleteBlob, insertBlob } from '#domain/documents/tables/blobs-table.ts';

/** `end` is inclusive. */
export interface BlobPart {
  start: number;
  end: number;
}

export interface Blob {
  sha256: string;
  sizeBytes: number;
}

export interface Blobs {
  /** Stores a local file whose digest is known. The caller keeps the local file. Storing a stored file again costs nothing. */
  put(path: string, sha256: string, signal?: AbortSignal): Promise<void>;
  /** The size; null when the file is not stored. */
  sizeOf(sha256: string): Promise<number | null>;
  /** The content, or a part of it, streamed at the reader's pace. Throws `BlobMissing`. */
  open(sha256: string, part: BlobPart | null, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Passes the content to `use` as a read-only file: the stored file itself, or a copy in `folder` that is deleted afterwards. Throws
   * `BlobMissing`, also for bytes that are no longer those of the digest: that file is deleted, to be collected again.
   */
  asFile<Result>(sha256: string, folder: string, use: (path: string) => Promise<Result>): Promise<Result>;
  delete(sha256: string): Promise<void>;
  list(): AsyncIterable<Blob>;
  close(): Promise<void>;
}

/** A row names a file that is not stored here: it was lost with its folder, or the folder is not shared with this host. */
export class BlobMissing extends Error {
  constructor(sha256: string) {
    super(`The file ${sha256} is not stored here.`);
  }
}

/** Digests become file names and URLs, so nothing else may pass. */
export function assertDigest(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A blob is named by its SHA-256 in hexadecimal digits.');
}

/**
 * A stored file on its way to a caller. Withholds the last chunk and throws when the bytes do not match the digest: disks rot, and a digest
 * in the answer would vouch for wrong bytes.
 */
export async function* verifiedBlob(chunks: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let pending: Uint8Array | null = null;
  for await (const chunk of chunks) {
    hash.update(chunk);
    if (pending !== null) yield pending;
    pending = chunk;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} is no longer what was stored.`);
  if (pending !== null) yield pending;
}

export const countedBlobs = (blobs: Blobs, db: Database, now: () => number = Date.now): Blobs => ({
  ...blobs,
  async put(path, sha256, signal) {
    // The row is written before the file: a process that dies in between leaves a stray row, which cleanup finds, never an uncounted
    // file.
    await db.write([insertBlob(sha256, (await stat(path)).size, now())]);
    await blobs.put(path, sha256, signal);
  },
  async delete(sha256) {
    await blobs.delete(sha256);
    await db.write([deleteBlob(sha256)]);
  },
});

export const noBlobs: Blobs = {
  put: () => Promise.reject(new Error('This installation keeps no files of documents.')),
  sizeOf: async () => null,
  // biome-ignore lint/correctness/useYield: it fails before there is anything to give.
  async *open(sha256) {
    throw new BlobMissing(sha256);
  },
  asFile: (sha256) => Promise.reject(new BlobMissing(sha256)),
  delete: async () => {},
  async *list() {},
  close: async () => {},
};
