/** Rows of the documents' store (migrations/documents), and the states of a documentation. */
import type { DocumentSection } from '#data/sources/procurement/records.ts';
import type { FileKind, TextState } from '#domain/documents/readers/reading.ts';
import type { ContainerKind, Verdict } from '#lib/signatures/verdict.ts';

export interface DocumentationRow {
  notice: string;
  system_id: number;
  type_id: number;
  state: DocumentationState;
  since: string;
  /** The version that `state` is about: the newest collected one, before that the one being collected. */
  version: number | null;
  /** Since when there is something to show; null before. */
  collected_at: string | null;
  reason: string | null;
  looked_at: string | null;
  due_at: number | null;
  asked_at: number | null;
  wanted_at: number | null;
  attempts: number;
  held_by: string | null;
  held_until: number | null;
  /** Sort position of its notice in the newest dataset; `-`: the dataset has no such notice. */
  moment: string;
}

export interface VersionRow {
  notice: string;
  version: number;
  seen_at: string;
  state: DocumentationState;
  since: string;
}

/** Progress of a document. `opened`: unwrapped, verified, and its text read or given up. */
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
  sealed: ContainerKind | null;
  verdict: Verdict | null;
  levels: string | null;
  /** Of a detached signature: the id of the signed document. */
  signs: string | null;
  judged_by: string | null;
  judged_at: string | null;
}

/** The text of a content. `missing` and `entries` are JSON: `Missing[]` of readers/reading.ts, `EntryRow[]` of opener/stored-text.ts. */
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

/** `number`: page number within the content. `page`: displayed number, within the archived file. */
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
  /** The procurement system announces files; collecting has not begun. */
  | 'announced'
  | 'collecting'
  | 'available'
  /** Some files are missing, each with a reason. */
  | 'partial'
  /** All files are missing. */
  | 'failed'
  /** The authority withdrew its documents. */
  | 'withdrawn'
  /** Of a version: a newer one was collected. */
  | 'superseded';

const NEXT: Readonly<Record<DocumentationState, readonly DocumentationState[]>> = {
  none: ['announced', 'withdrawn'],
  // `none`: a request marks the notice as announced until its lists turn out empty.
  announced: ['none', 'collecting', 'withdrawn'],
  collecting: ['available', 'partial', 'failed', 'withdrawn'],
  available: ['superseded', 'withdrawn'],
  partial: ['collecting', 'superseded', 'withdrawn'],
  failed: ['collecting', 'withdrawn'],
  withdrawn: [],
  superseded: ['withdrawn'],
};

export const mayBecome = (from: DocumentationState, to: DocumentationState): boolean => NEXT[from].includes(to);

/** The states that may change to this one, for conditional writes. */
export const statesBefore = (to: DocumentationState): DocumentationState[] =>
  (Object.keys(NEXT) as DocumentationState[]).filter((from) => mayBecome(from, to));
