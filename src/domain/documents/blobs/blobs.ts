/** Files by the digest of their content: where they lie is nobody's business but this interface's. */

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
  asFile<Made>(sha256: string, folder: string, use: (path: string) => Promise<Made>): Promise<Made>;
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
