/** The rows of the documents' store, as its tables hold them (migrations/documents). */
import type { DocumentSection } from '#data/sources/procurement/records.ts';
import type { FileKind, TextState } from '#domain/documents/readers/reading.ts';
import type { SealKind, Verdict } from '#lib/signatures/verdict.ts';

export interface DocumentationRow {
  notice: string;
  system_id: number;
  type_id: number;
  state: DocumentationState;
  since: string;
  /** What `state` is about: the newest that was collected, before the first of them the one that is being collected. */
  version: number | null;
  /** Since when there is something to show; null while nothing is collected yet. */
  collected_at: string | null;
  reason: string | null;
  looked_at: string | null;
  due_at: number | null;
  asked_at: number | null;
  wanted_at: number | null;
  attempts: number;
  held_by: string | null;
  held_until: number | null;
  /** Its notice's place in lists, as the newest dataset has it; `-`: the dataset has no such notice. */
  moment: string;
}

export interface VersionRow {
  notice: string;
  version: number;
  seen_at: string;
  state: DocumentationState;
  since: string;
}

/** How far a document came. `opened`: unsealed, judged, and its text read or given up. */
export type DocumentState = 'listed' | 'stored' | 'opened' | 'failed';

export interface DocumentRow {
  id: string;
  notice: string;
  code: string;
  name: string;
  section: DocumentSection;
  published_on: string | null;
  ack_doc_id: string | null;
  state: DocumentState;
  reason: string | null;
  attempts: number;
  fetched_at: string | null;
  file_sha256: string | null;
  file_bytes: number | null;
  content_sha256: string | null;
  content_bytes: number | null;
  media_type: string | null;
  file_name: string | null;
  sealed: SealKind | null;
  verdict: Verdict | null;
  levels: string | null;
  /** Of a detached signature: the id of the document that it signs. */
  signs: string | null;
  judged_by: string | null;
  judged_at: string | null;
}

/** The text of a content. `missing` and `entries` are JSON: `Missing[]` of reading/reading.ts, `EntryRow[]` of opening/texts.ts. */
export interface ContentRow {
  key: number;
  sha256: string;
  state: TextState;
  kind: FileKind;
  media_type: string;
  pages_count: number | null;
  missing: string;
  entries: string | null;
  read_by: number;
  read_at: string;
  ocr_due: number;
}

/** `number` is the page's in its content; `page` the one that is shown, in its file inside of the archive. */
export interface PageRow {
  content: number;
  number: number;
  page: number;
  entry: string | null;
  source: 'text' | 'ocr';
  text: string;
}

export type DocumentationState =
  /** The procurement system lists no file. */
  | 'none'
  /** It says that there are files; we have not begun to collect them. */
  | 'announced'
  | 'collecting'
  | 'available'
  /** Some files could not be had, each says why. */
  | 'partial'
  /** No file could be had. */
  | 'failed'
  /** The authority took its documents back. */
  | 'withdrawn'
  /** Of a version: a newer one was collected. */
  | 'superseded';

const NEXT: Readonly<Record<DocumentationState, readonly DocumentationState[]>> = {
  none: ['announced', 'withdrawn'],
  // `none`: who asks takes it for announced, until the lists say that nothing was.
  announced: ['none', 'collecting', 'withdrawn'],
  collecting: ['available', 'partial', 'failed', 'withdrawn'],
  available: ['superseded', 'withdrawn'],
  partial: ['collecting', 'superseded', 'withdrawn'],
  failed: ['collecting', 'withdrawn'],
  withdrawn: [],
  superseded: ['withdrawn'],
};

export const mayBecome = (from: DocumentationState, to: DocumentationState): boolean => NEXT[from].includes(to);

/** The states from which one comes to this one, for a write that holds only where it is legal. */
export const statesBefore = (to: DocumentationState): DocumentationState[] =>
  (Object.keys(NEXT) as DocumentationState[]).filter((from) => mayBecome(from, to));
