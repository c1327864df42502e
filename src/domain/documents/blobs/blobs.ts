/** Files by the digest of their content: where they lie is nobody's business but this interface's. */
import { createHash } from 'node:crypto';
import { stat } from 'node:fs/promises';
import type { Database } from '#data/store/database.ts';
import { blobRemoved, blobStored } from '#domain/documents/tables/blobs-table.ts';

/** `end` included. */
export interface BlobPart {
  start: number;
  end: number;
}

export interface Blob {
  sha256: string;
  sizeBytes: number;
}

export interface Blobs {
  /** Keeps a local file whose digest is known; the file itself is left to its owner. One that is kept already costs nothing. */
  keep(path: string, sha256: string, signal?: AbortSignal): Promise<void>;
  /** Its size; null when it is not here. */
  sizeOf(sha256: string): Promise<number | null>;
  /** The content, or a part of it, made as fast as it is taken. Throws `BlobMissing`. */
  open(sha256: string, part: BlobPart | null, signal: AbortSignal): AsyncIterable<Uint8Array>;
  /**
   * Hands the content over as a file that can be read and must not be changed: in its own place, or fetched into `folder`, from
   * where `use` is done it is taken away again. Throws `BlobMissing`.
   */
  asFile<Result>(sha256: string, folder: string, use: (path: string) => Promise<Result>): Promise<Result>;
  forget(sha256: string): Promise<void>;
  list(): AsyncIterable<Blob>;
  close(): Promise<void>;
}

/** What a row names does not lie here: it was lost with its folder, or is not shared with this host. */
export class BlobMissing extends Error {
  constructor(sha256: string) {
    super(`The file ${sha256} is not stored here.`);
  }
}

/** Digests become names of files and addresses: nothing else may. */
export function assertDigest(sha256: string): void {
  if (!/^[0-9a-f]{64}$/.test(sha256)) throw new Error('A blob is named by its SHA-256 in hexadecimal digits.');
}

/** Throws in place of the last piece when the bytes are others: disks rot and folders are edited, and a digest beside would vouch for it. */
export async function* verifiedBlob(pieces: AsyncIterable<Uint8Array>, sha256: string): AsyncGenerator<Uint8Array> {
  const hash = createHash('sha256');
  let pending: Uint8Array | null = null;
  for await (const piece of pieces) {
    hash.update(piece);
    if (pending !== null) yield pending;
    pending = piece;
  }
  if (hash.digest('hex') !== sha256) throw new Error(`The file ${sha256} is no longer what was stored.`);
  if (pending !== null) yield pending;
}

export const countedBlobs = (blobs: Blobs, db: Database, now: () => number = Date.now): Blobs => ({
  ...blobs,
  async keep(path, sha256, signal) {
    // Before the file: a process that dies in between leaves a row too many, which is found, and never a file too many.
    await db.write([blobStored(sha256, (await stat(path)).size, now())]);
    await blobs.keep(path, sha256, signal);
  },
  async forget(sha256) {
    await blobs.forget(sha256);
    await db.write([blobRemoved(sha256)]);
  },
});

export const noBlobs: Blobs = {
  keep: () => Promise.reject(new Error('This installation keeps no files of documents.')),
  sizeOf: async () => null,
  // biome-ignore lint/correctness/useYield: it fails before there is anything to give.
  async *open(sha256) {
    throw new BlobMissing(sha256);
  },
  asFile: (sha256) => Promise.reject(new BlobMissing(sha256)),
  forget: async () => {},
  async *list() {},
  close: async () => {},
};
