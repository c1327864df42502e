/**
 * What changed in the text of documents that were replaced: looked up by their contents, or compared beside the serving thread and
 * kept. What is kept is the text as it was read: whoever shows it masks it, because others may be hidden by then.
 */

import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { ChangedText } from '#domain/documents/comparison/changed-text.ts';
import type { DocumentsNeeds } from '#domain/documents/needs.ts';
import type { PagedText } from '#domain/documents/readers/reading.ts';
import { keepComparison, keptComparison } from '#domain/documents/tables/comparison-table.ts';
import { pagesOf } from '#domain/documents/tables/content-table.ts';
import type { ContentRow } from '#domain/documents/tables/rows.ts';
import { contentsOf, textLength } from '#domain/documents/tables/texts-table.ts';

export type TextChange =
  | ChangedText
  /** One of the two has no text that could be read. */
  | { kind: 'unreadable' }
  /** Longer than what is laid side by side. */
  | { kind: 'tooLong' }
  /** Its turn did not come in the time that a caller waits: who asks again finds it, or the next. */
  | { kind: 'pending' };

/** Of both texts: some 2,000 pages. */
const LETTERS_MAX = 8_000_000;
/** A caller waits so long for comparisons that nobody asked for before; the one under way is waited for. */
const WAIT_MS = 8_000;

type ComparingNeeds = Pick<DocumentsNeeds, 'documents' | 'analyses'>;

export type CompareTexts = (before: string | null, after: string | null) => Promise<TextChange>;

/** For one call, whose time counts from now. */
export function comparer(call: Call, needs: ComparingNeeds): CompareTexts {
  const { documents: db, analyses } = needs;
  const { dataset, caller, signal } = call;
  const end = performance.now() + WAIT_MS;
  return async (before, after) => {
    if (before === null || after === null) return { kind: 'unreadable' };
    const kept = await keptComparison(db, before, after);
    if (kept) return kept;
    const contents = await contentsOf(db, [before, after]);
    const [old, young] = [contents.get(before), contents.get(after)];
    if (!old || !young || !isRead(old) || !isRead(young)) return { kind: 'unreadable' };
    const letters = (await textLength(db, old.key)) + (await textLength(db, young.key));
    if (letters > LETTERS_MAX) return { kind: 'tooLong' };
    if (performance.now() > end) return { kind: 'pending' };
    const [oldText, youngText] = [await pagedText(old, needs), await pagedText(young, needs)];
    const asked = { by: callerKey(caller), signal };
    const made = await analyses.changedTextOf(dataset, oldText, youngText, asked);
    // What is not read yet comes with other pages: then it is compared again.
    if (old.ocr_due === 0 && young.ocr_due === 0) await keepComparison(db, [before, after], made, call.now);
    return made;
  };
}

const isRead = ({ state }: ContentRow): boolean => state === 'read' || state === 'partly' || state === 'archive';

async function pagedText({ sha256 }: ContentRow, { documents }: ComparingNeeds): Promise<PagedText> {
  const rows = await pagesOf(documents, sha256);
  let at = 0;
  const pages = rows.map(({ number, source, text }) => {
    const start = at;
    at += text.length + 1;
    return { number, start, end: start + text.length, source };
  });
  return { text: rows.map(({ text }) => text).join('\f'), pages };
}
