/** What the operations on documents are handed. */
import type { TString } from 'typebox';
import type { Cursors } from '#api/cursor.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Analyses } from './comparison/changed-text.ts';

/** A notice as procurement knows it. */
interface KnownNotice {
  notice: string;
  /** `CN`, `SCN` … */
  type: string;
  /** The procurement system's own number; null of what only exports publish. */
  systemId: number | null;
}

export interface DocumentsNeeds {
  /** The documents' own store. */
  documents: Database;
  /** Where it stands which documents are withheld. */
  state: Database;
  blobs: Blobs;
  hidden(): HiddenPersons;
  cursors: Cursors;
  /** Texts are compared beside the serving threads. */
  analyses: Analyses;
  /** The number of a notice in a path, as all operations on procurement read it. */
  noticeNumber: TString;
  /** Null when no source knows it. */
  notice(dataset: Dataset, number: string): Promise<KnownNotice | null>;
  /** Its page in the procurement system, as a citation names it; null where it has none. */
  page(dataset: Dataset, notice: KnownNotice): string | null;
  /** Records that every demo has. */
  example: { notice: string; document: string };
  /** For how long no request is sent to the procurement system, because it has shut this installation out; 0: requests are sent. */
  heldSeconds(): Promise<number>;
  /** What broke while a file was on its way out, for whoever runs this. */
  report(error: unknown): void;
}
