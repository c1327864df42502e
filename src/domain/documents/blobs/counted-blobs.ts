/** Blobs whose room is counted in the documents' store: whoever keeps or forgets a file does it through these. */
import { stat } from 'node:fs/promises';
import type { Database } from '#data/store/database.ts';
import { blobGone, blobKept } from '#domain/documents/tables/quota-table.ts';
import type { Blobs } from './blobs.ts';

export const countedBlobs = (blobs: Blobs, db: Database, now: () => number = Date.now): Blobs => ({
  ...blobs,
  async keep(path, sha256, signal) {
    // Before the file: a process that dies in between leaves a row too many, which is found, and never a file too many.
    await db.write([blobKept(sha256, (await stat(path)).size, now())]);
    await blobs.keep(path, sha256, signal);
  },
  async forget(sha256) {
    await blobs.forget(sha256);
    await db.write([blobGone(sha256)]);
  },
});
