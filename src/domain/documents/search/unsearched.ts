/** Documents that a search could not look through, or not to their end: a page that is not found may stand there. */
import { isSignatureAlone } from '#domain/documents/opener/pairs.ts';
import type { Missing } from '#domain/documents/readers/reading.ts';
import type { ContentRow, DocumentRow } from '#domain/documents/tables/rows.ts';
import type { Sentence } from '#lib/i18n/sentence.ts';
import { unsearched } from './sentences.ts';

export interface Unsearched {
  row: DocumentRow;
  reason: Sentence;
  /** Whether the rest of it was searched. */
  isPartly: boolean;
}

/** Null when there is nothing in it that was not looked through. `stored`: a reason that lies in the row. */
export function unsearchedPart(
  row: DocumentRow,
  content: ContentRow | null,
  isWithheld: boolean,
  stored: (json: string) => Sentence,
): Unsearched | null {
  const told = (reason: Sentence, isPartly = false): Unsearched => ({ row, reason, isPartly });
  if (isWithheld) return told(unsearched.withheld());
  if (row.state === 'listed') return told(unsearched.notFetched());
  if (row.state === 'stored') return told(unsearched.notOpened());
  if (row.state === 'failed') return told(row.reason === null ? unsearched.notFetched() : stored(row.reason));
  // A signature beside its file has no text of its own.
  if (isSignatureAlone(row)) return null;
  if (row.content_sha256 === null) return told(row.reason === null ? unsearched.nothingInside() : stored(row.reason));
  if (content === null) return told(unsearched.notOpened());
  return ofContent(content, told);
}

function ofContent(content: ContentRow, told: (reason: Sentence, isPartly?: boolean) => Unsearched): Unsearched | null {
  const { state, missing, entries } = content;
  const why = (JSON.parse(missing) as Missing[]).some((each) => each.why === 'ocrDue');
  if (state === 'read' || state === 'none') return null;
  if (state === 'partly') return told(why ? unsearched.ocrDue() : unsearched.partly(), true);
  if (state !== 'archive') return told(unsearched[state]());
  const inside = JSON.parse(entries ?? '[]') as { state: ContentRow['state'] }[];
  const isWhole = missing === '[]' && inside.every((entry) => WHOLE.has(entry.state));
  return isWhole ? null : told(unsearched.partly(), true);
}

const WHOLE: ReadonlySet<string> = new Set(['read', 'none', 'archive']);
