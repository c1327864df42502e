/** OCR of pages that are pictures, a few pages per step at seconds a page, in the background. */
import type { Database } from '#data/store/database.ts';
import { BlobMissing, type Blobs } from '#domain/documents/blobs/blobs.ts';
import { READER_PACKAGES } from '#domain/documents/readers/file-reader.ts';
import type { Missing, Reading, RecognizedPage } from '#domain/documents/readers/reading.ts';
import { type PageText, pagedText } from '#domain/documents/readers/reading-builder.ts';
import { contentStatements, forgetContent, nextForOcr, pagesOf } from '#domain/documents/tables/contents-table.ts';
import type { ContentRow, PageRow } from '#domain/documents/tables/rows.ts';
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import { type Caps, ReadFailure } from '#lib/sandbox/sandbox-protocol.ts';
import { storedText } from './stored-text.ts';

interface RecognitionContext {
  documents: Database;
  blobs: Blobs;
  folder: string;
  recognizer: ReturnType<typeof createPageRecognizer>;
  now(): Date;
}

/** Pages per step: half a minute. An interrupted step starts again. */
const PAGES_EACH = 3;

/** One step for one content; false when none is due. */
export async function recognizeSome(
  { documents, blobs, folder, recognizer, now }: RecognitionContext,
  signal: AbortSignal,
): Promise<boolean> {
  const content = await nextForOcr(documents);
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

/** Splits the due pages: those read now, and those that stay due. */
function portion(missing: readonly Missing[], pages: readonly PageRow[]): { some: Missing[]; later: Missing[] } {
  const others = missing.filter((each) => each.what !== 'pages' || each.why !== 'ocrDue');
  const due = pagesMissing(missing, 'ocrDue');
  const illegible = pagesMissing(missing, 'illegible');
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

/** The stored reading, with only these pages due. */
const readingOf = (content: ContentRow, pages: readonly PageRow[], missing: Missing[]): Reading => ({
  kind: content.kind,
  mediaType: content.media_type,
  state: content.state,
  text: pagedText(pages.map(({ page, text, source }) => ({ number: page, text, source }))),
  pagesCount: content.pages_count,
  missing,
  entries: null,
  reason: null,
});

/** A new reading with the pages that OCR read, or found illegible, before. */
export function withStoredOcr(reading: Reading, pages: readonly PageRow[], missing: readonly Missing[]): Reading {
  const recognized = [
    ...pages.filter(({ source }) => source === 'ocr').map(({ page, text }): RecognizedPage => ({ number: page, text })),
    ...pagesMissing(missing, 'illegible').map((number): RecognizedPage => ({ number, text: null })),
  ];
  const due = new Set(pagesMissing(reading.missing, 'ocrDue'));
  const known = recognized.filter(({ number }) => due.has(number));
  if (known.length === 0) return reading;
  const others = reading.missing.filter((each) => each.what !== 'pages' || each.why !== 'ocrDue');
  const some: Missing = { what: 'pages', pages: known.map(({ number }) => number), why: 'ocrDue' };
  const later = [...due].filter((number) => known.every((page) => page.number !== number));
  return withLater(
    withRecognized({ ...reading, missing: [...others, some] }, known),
    later.length > 0 ? [{ what: 'pages', pages: later, why: 'ocrDue' }] : [],
  );
}

const pagesMissing = (missing: readonly Missing[], why: 'ocrDue' | 'illegible'): number[] =>
  missing.flatMap((each) => (each.what === 'pages' && each.why === why ? each.pages : []));

function withLater(reading: Reading, later: readonly Missing[]): Reading {
  if (later.length === 0) return reading;
  const isDue = later.some(({ why }) => why === 'ocrDue');
  const state = reading.text !== null ? 'partly' : isDue ? 'ocrDue' : reading.state;
  const others = reading.missing.filter(({ what }) => what !== 'pages');
  return { ...reading, state, missing: [...others, ...joined([...reading.missing, ...later])] };
}

/** Merges entries of the same reason. */
function joined(missing: readonly Missing[]): Missing[] {
  const pages = missing.filter((each) => each.what === 'pages');
  return [...Map.groupBy(pages, ({ why }) => why)].map(([why, some]) => ({
    what: 'pages',
    pages: some.flatMap((each) => each.pages).sort((a, b) => a - b),
    why,
  }));
}

/** Pages per document: at two to ten seconds a page, more would delay the others too long. */
const RECOGNIZED_PAGES_MAX = 30;
const SECONDS_PER_PAGE = 20;

const CAPS: Caps = {
  inputBytes: 300_000_000,
  /** The document twice, a large picture, and the OCR model. */
  memoryBytes: 1_200_000_000,
  heapBytes: 400_000_000,
  cpuSeconds: RECOGNIZED_PAGES_MAX * SECONDS_PER_PAGE,
  timeoutMs: RECOGNIZED_PAGES_MAX * SECONDS_PER_PAGE * 1_000,
  messageBytes: 2_000_000,
  outputBytes: 20_000_000,
};

export function createPageRecognizer(caps: Partial<Caps> = {}) {
  const sandbox = createSandbox<{ path: string }, RecognizedPage>({
    reader: 'domain/documents/readers/recognize',
    reads: READER_PACKAGES,
    caps: { ...CAPS, ...caps },
    atOnce: 1,
    isBackground: true,
  });
  return {
    /** Returns the reading with its pictures read. Throws only when the signal fires. */
    async recognize(path: string, reading: Reading, signal?: AbortSignal): Promise<Reading> {
      const due = pagesDue(reading);
      const recognized: RecognizedPage[] = [];
      if (due.length === 0) return reading;
      try {
        for await (const page of sandbox.messages({ path }, { argument: JSON.stringify(due), signal }))
          recognized.push(page);
      } catch (error) {
        if (!(error instanceof ReadFailure)) throw error;
        // The process failed on the page after the last one that it returned.
        const next = due[recognized.length];
        if (next !== undefined) recognized.push({ number: next, text: null });
      }
      return withRecognized(reading, recognized);
    },
    close: sandbox.close,
  };
}

/** A page with fewer letters is noise. */
const LETTERS_MIN = 20;
const LETTER = /\p{L}/gu;

/** The due pages, limited. */
export const pagesDue = ({ missing }: Reading): number[] =>
  pagesMissing(missing, 'ocrDue').slice(0, RECOGNIZED_PAGES_MAX);

/** Due pages that were not recognized exceed the limit. */
export function withRecognized(reading: Reading, recognized: readonly RecognizedPage[]): Reading {
  const textOfPage = new Map(recognized.map(({ number, text }) => [number, text]));
  const isLegible = (number: number): boolean => (textOfPage.get(number)?.match(LETTER)?.length ?? 0) >= LETTERS_MIN;
  const { text, missing } = reading;
  const existing = (text?.pages ?? []).map(
    ({ number, start, end, source }): PageText => ({ number, text: text?.text.slice(start, end) ?? '', source }),
  );
  const read = [...textOfPage.keys()]
    .filter(isLegible)
    .map((number): PageText => ({ number, text: textOfPage.get(number) ?? '', source: 'ocr' }));
  const pages = [...existing.filter(({ number }) => !isLegible(number)), ...read].toSorted(
    (a, b) => a.number - b.number,
  );

  const left = missing.flatMap((each): Missing[] => {
    if (each.what !== 'pages' || each.why !== 'ocrDue') return [each];
    const illegible = each.pages.filter((number) => textOfPage.has(number) && !isLegible(number));
    const beyond = each.pages.filter((number) => !textOfPage.has(number));
    return [
      ...(illegible.length > 0 ? [{ what: 'pages', pages: illegible, why: 'illegible' } as const] : []),
      ...(beyond.length > 0 ? [{ what: 'pages', pages: beyond, why: 'ocrCap' } as const] : []),
    ];
  });
  const whole = pagedText(pages);
  // Without a legible word the document has no text.
  const state = whole === null ? 'none' : left.length > 0 ? 'partly' : 'read';
  return { ...reading, state, text: whole, missing: left };
}
