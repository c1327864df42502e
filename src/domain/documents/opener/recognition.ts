/** Reads what is in pictures, some pages at a time: seconds a page, when there is nothing else to do. */

import type { Database } from '#data/store/database.ts';
import type { Blobs } from '#domain/documents/blobs/blobs.ts';
import { BlobMissing } from '#domain/documents/blobs/blobs.ts';
import { pagedText } from '#domain/documents/readers/gathering.ts';
import type { PageRecognizer } from '#domain/documents/readers/page-recognizer.ts';
import type { Missing, Reading } from '#domain/documents/readers/reading.ts';
import { RECOGNIZED_PAGES_MAX } from '#domain/documents/readers/recognized.ts';
import { firstPictured, pagesOf } from '#domain/documents/tables/content-table.ts';
import type { ContentRow, PageRow } from '#domain/documents/tables/rows.ts';
import { contentStatements, forgetContent } from './content-writes-table.ts';
import { storedText } from './texts.ts';

export interface RecognizingNeeds {
  documents: Database;
  blobs: Blobs;
  folder: string;
  recognizer: PageRecognizer;
  now(): Date;
}

/** Of one piece of work: half a minute. What is broken off begins there again. */
const PAGES_EACH = 3;

/** Of one content; false when none is due. */
export async function recognizeSome(needs: RecognizingNeeds, signal: AbortSignal): Promise<boolean> {
  const { documents, blobs, folder, recognizer, now } = needs;
  const content = await firstPictured(documents);
  if (content === null) return false;
  const pages = await pagesOf(documents, content.sha256);
  const { some, later } = portion(JSON.parse(content.missing) as Missing[], pages);
  try {
    const read = await blobs.asFile(content.sha256, folder, (path) =>
      recognizer.recognize(path, readingOf(content, pages, some), signal),
    );
    const reading = withLater(read, later);
    await documents.write(contentStatements(content.sha256, reading, storedText(reading), now()));
  } catch (error) {
    if (!(error instanceof BlobMissing)) throw error;
    // It is read again when it is collected again.
    await documents.write(forgetContent(content.sha256));
  }
  return true;
}

/** Splits the pages that are due: those that are read now, and those that still are due then. */
function portion(missing: readonly Missing[], pages: readonly PageRow[]): { some: Missing[]; later: Missing[] } {
  const others = missing.filter((each) => each.what !== 'pages' || each.why !== 'ocrDue');
  const due = missing.flatMap((each) => (each.what === 'pages' && each.why === 'ocrDue' ? each.pages : []));
  const illegible = missing.flatMap((each) => (each.what === 'pages' && each.why === 'illegible' ? each.pages : []));
  const done = pages.filter(({ source }) => source === 'ocr').length + illegible.length;
  const left = Math.max(0, RECOGNIZED_PAGES_MAX - done);
  const behind = due.slice(PAGES_EACH, left);
  const beyond = due.slice(Math.max(PAGES_EACH, left));
  return {
    some: [...others, { what: 'pages', pages: due.slice(0, PAGES_EACH), why: 'ocrDue' }],
    later: [
      ...(behind.length > 0 ? [{ what: 'pages', pages: behind, why: 'ocrDue' } as const] : []),
      ...(beyond.length > 0 ? [{ what: 'pages', pages: beyond, why: 'ocrCap' } as const] : []),
    ],
  };
}

/** As it was read, with only these pages due. */
const readingOf = (content: ContentRow, pages: readonly PageRow[], missing: Missing[]): Reading => ({
  kind: content.kind,
  mediaType: content.media_type,
  seals: 0,
  state: content.state,
  text: pagedText(pages.map(({ page, text, source }) => ({ number: page, text, source }))),
  pagesCount: content.pages_count,
  missing,
  entries: null,
  reason: null,
});

function withLater(reading: Reading, later: readonly Missing[]): Reading {
  if (later.length === 0) return reading;
  const isDue = later.some(({ why }) => why === 'ocrDue');
  const state = reading.text !== null ? 'partly' : isDue ? 'ocrDue' : reading.state;
  const known = reading.missing.filter(({ what }) => what !== 'pages');
  return { ...reading, state, missing: [...known, ...joined([...reading.missing, ...later])] };
}

/** Pages of one kind together. */
function joined(missing: readonly Missing[]): Missing[] {
  const pages = missing.filter((each) => each.what === 'pages');
  return [...Map.groupBy(pages, ({ why }) => why)].map(([why, some]) => ({
    what: 'pages',
    pages: some.flatMap((each) => each.pages).sort((a, b) => a - b),
    why,
  }));
}
