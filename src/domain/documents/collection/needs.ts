/** What collecting a notice needs: the notice, and the context. */

import type { DocumentsClient } from '#data/sources/procurement/site/document-desk.ts';
import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { DocumentedNotice } from '#domain/documents/tables/documentation-writes-table.ts';

export interface CollectedNotice extends DocumentedNotice {
  /** Sort position of the notice in lists, where the dataset is available; `-` where the dataset has no such notice. */
  moment?: string;
  /** Milliseconds: deadline for tenders, until which documents may change; null when unknown. */
  openUntil?: number | null;
  /** Number of files that the system announces, where it differs from its list. */
  announced?: number;
  /** Milliseconds between two looks until then; default: a day. */
  everyMs?: number;
}

export interface CollectNeeds {
  /** The documents' store. */
  db: Database;
  blobs: Blobs;
  /** A client of the procurement system, rate-limited as all requests to it. */
  documentsClient(signal: AbortSignal): DocumentsClient;
  /** Unseals, verifies and reads the `stored` documents of a version. */
  open(notice: string, version: number, signal: AbortSignal): Promise<void>;
  /** Unpacks an archive below `folder`. */
  unpack(path: string, folder: string, signal: AbortSignal): Promise<UnpackedFile[]>;
  /** An existing folder for temporary files. */
  folder: string;
  /** Whether other requests wait; asked between two files. Default: none. */
  isSliceOver?(): Promise<boolean>;
  /** Identifies this process among all collectors. */
  holder: string;
  /** Milliseconds. */
  now(): number;
}

export interface UnpackedFile {
  name: string;
  path: string;
  sha256: string;
  sizeBytes: number;
}
