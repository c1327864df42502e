/** What collecting needs from elsewhere. */

import type { DocumentDesk } from '#data/sources/procurement/site/document-desk.ts';
import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import type { DocumentedNotice } from '#domain/documents/tables/documentation-writes-table.ts';

export interface CollectedNotice extends DocumentedNotice {
  /** Its place in lists of notices, where the dataset is at hand; `-` where it has no such notice. */
  moment?: string;
  /** Milliseconds: until when tenders are taken, so that documents may change; null when nobody knows. */
  openUntil?: number | null;
  /** Files that the system says there are, where it tells it apart from its list. */
  announced?: number;
  /** Milliseconds between two looks until then; a day unless told. */
  everyMs?: number;
}

export interface CollectNeeds {
  /** The documents' store. */
  db: Database;
  blobs: Blobs;
  /** A visit at the procurement system, paced as all requests to it. */
  documentsClient(signal: AbortSignal): DocumentDesk;
  /** Unseals, judges and reads what is `stored` of a version. */
  open(notice: string, version: number, signal: AbortSignal): Promise<void>;
  /** Takes an archive apart: names and files, below `folder`. */
  unpack(path: string, folder: string, signal: AbortSignal): Promise<UnpackedFile[]>;
  /** An existing folder for files on their way. */
  folder: string;
  /** Whether others wait for their turn by now: asked between two files, of which the ones that are here stay. Left out: nobody does. */
  isSliceOver?(): Promise<boolean>;
  /** Names this process among all that collect. */
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
