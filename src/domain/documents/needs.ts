/** Dependencies of the operations on documents. */
import type { TString } from 'typebox';
import type { Cursors } from '#api/cursor.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { HiddenPersons } from '#lib/redaction/hidden-persons.ts';
import type { Blobs } from './blobs/blobs.ts';
import type { Analyses } from './comparison/changed-text.ts';

/** A notice of the procurement module. */
interface KnownNotice {
  notice: string;
  /** `CN`, `SCN` … */
  type: string;
  /** Number in the procurement system; null of notices known from exports only. */
  systemId: number | null;
}

export interface DocumentsNeeds {
  /** The documents' store. */
  documents: Database;
  /** The state store, which names the withheld documents. */
  state: Database;
  blobs: Blobs;
  hidden(): HiddenPersons;
  cursors: Cursors;
  /** Comparisons run outside of the serving threads. */
  analyses: Analyses;
  /** The path parameter of notice numbers that all procurement operations share. */
  noticeNumber: TString;
  /** Null for an unknown notice. */
  notice(dataset: Dataset, number: string): Promise<KnownNotice | null>;
  /** Page of the notice in the procurement system; null where it has none. */
  page(dataset: Dataset, notice: KnownNotice): string | null;
  /** Records that exist in every demo. */
  example: { notice: string; document: string };
  /** How long requests to the procurement system are suspended because it blocked this installation; 0: not suspended. */
  heldSeconds(): Promise<number>;
  /** Reports an error during a download to the operator. */
  report(error: unknown): void;
}
