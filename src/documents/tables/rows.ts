/** The rows of the documents' store, as its tables hold them (migrations/documents). */
import type { DocumentationState } from '#documents/states.ts';
import type { SealKind, Verdict } from '#seals/seal.ts';
import type { DocumentSection } from '#sources/procurement/records.ts';

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
  attempts: number;
  held_by: string | null;
  held_until: number | null;
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
  judged_by: string | null;
  judged_at: string | null;
}
