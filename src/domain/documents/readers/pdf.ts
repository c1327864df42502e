/** Reads PDF page by page: the text, and whether the page is a picture of text. */
import { readFileSync } from 'node:fs';
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import { normalText } from './page-writer.ts';
import { type ReaderMessage, Refused } from './reading.ts';

/** The longest known file has some four thousand pages. */
const PAGES_MAX = 10_000;
/** The same limit as for every other kind. */
const TEXT_LENGTH_MAX = 20_000_000;
/** A page with a picture and fewer letters than this is a scan. */
const LETTERS_MIN = 20;

const LETTER = /\p{L}/gu;
/** PDFium's marks of a hyphenated word at a line end. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: as PDFium writes it.
const BROKEN_WORD = /[\u0002\ufffe]/g;

/**
 * Compiled once per process or thread: each time takes a tenth of a second and 20 MB. A sandbox process reads one file; the demo reads
 * several, and a broken file resets the library.
 */
let library: Promise<PDFiumLibrary> | null = null;

export async function* pdfPages(path: string): AsyncGenerator<ReaderMessage> {
  const document = await openPdf(path);
  try {
    yield* pagesOf(document);
  } catch (error) {
    library = null;
    throw error;
  }
  document.destroy();
}

async function* pagesOf(document: PDFiumDocument): AsyncGenerator<ReaderMessage> {
  const pagesCount = document.getPageCount();
  if (pagesCount === 0) throw new Refused('damaged', 'a document without a page');
  yield { pagesCount };
  let length = 0;
  for (let number = 1; number <= pagesCount; number++) {
    if (number > PAGES_MAX) throw new Refused('tooLarge', `more than ${PAGES_MAX} pages`);
    const page = withFields(document, pageOf(document, number), number);
    const text = normalText(page.getText().replace(BROKEN_WORD, '-\n'));
    length += text.length;
    if (length > TEXT_LENGTH_MAX) throw new Refused('tooLarge', `more than ${TEXT_LENGTH_MAX} characters of text`);
    const isPicture = lettersOf(text) < LETTERS_MIN && hasPicture(page);
    yield { page: number, text, ...(isPicture ? { isPicture } : {}) };
    closePage(page);
  }
}

export async function openPdf(path: string): Promise<PDFiumDocument> {
  library ??= PDFiumLibrary.init();
  try {
    return await (await library).loadDocument(readFileSync(path));
  } catch (error) {
    library = null;
    if (isExhausted(error)) throw new RangeError('memory gave out', { cause: error });
    const message = error instanceof Error ? error.message : String(error);
    throw new Refused(/password|security/i.test(message) ? 'encrypted' : 'damaged', message);
  }
}

/** Throws `Refused` for a listed page that cannot be opened. */
export function pageOf(document: PDFiumDocument, number: number): PDFiumPage {
  try {
    return document.getPage(number - 1);
  } catch (error) {
    if (isExhausted(error)) throw new RangeError('memory gave out', { cause: error });
    throw new Refused('damaged', `page ${number} cannot be opened`);
  }
}

/** Flattens form fields and annotations, so that their text is part of the page. The package keeps both members private. */
function withFields(document: PDFiumDocument, page: PDFiumPage, number: number): PDFiumPage {
  const { module, pageIdx } = page as unknown as { module: Flattening; pageIdx: number };
  if (module._FPDFPage_GetAnnotCount(pageIdx) === 0) return page;
  if (module._FPDFPage_Flatten(pageIdx, FOR_DISPLAY) !== CHANGED) return page;
  closePage(page);
  return pageOf(document, number);
}

/** Internal functions of the library, whose version is pinned. */
interface Flattening {
  _FPDFPage_GetAnnotCount(page: number): number;
  _FPDFPage_Flatten(page: number, use: number): number;
}
const FOR_DISPLAY = 0;
const CHANGED = 1;

/** The library closes only pages that it renders: thousands would stay open. Its version is pinned. */
function closePage(page: PDFiumPage): void {
  const { module, pageIdx } = page as unknown as { module: { _FPDF_ClosePage(page: number): void }; pageIdx: number };
  module._FPDF_ClosePage(pageIdx);
}

/** Some scanners wrap the picture in a form. */
function hasPicture(page: PDFiumPage): boolean {
  for (const { type } of page.objects()) if (type === 'image' || type === 'form') return true;
  return false;
}

const lettersOf = (text: string): number => text.match(LETTER)?.length ?? 0;

/** WebAssembly traps when it gets no more memory. */
const isExhausted = (error: unknown): boolean =>
  error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
