/** Blobs of an installation that keeps none: every file is missing. */
import { BlobMissing, type Blobs } from './blobs.ts';

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
