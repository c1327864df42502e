/** Reads a document in a sandbox: its text, or why there is none. */
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { Reader } from '#lib/sandbox/sandbox-terms.ts';
import { renderPage } from './drawn-page.ts';
import { createRecognizer, type Recognizer } from './ocr.ts';
import { type PageRun, runsOf } from './runs.ts';
import type { PdfReading } from './text.ts';

/** Releases have a few pages; the longest report of the authority has under three hundred. */
const PAGES_MAX = 1_000;
/** A thousand pages of close print. */
const TEXT_LENGTH_MAX = 5_000_000;
/** A page with fewer letters than this and a picture is a scan. */
const LETTERS_MIN = 20;
/** What an office puts on its scanner; at two to ten seconds a page more would keep others waiting for too long. */
const PICTURES_MAX = 30;

const library = await PDFiumLibrary.init();
let recognizer: Recognizer | null = null;

export const read: Reader<{ bytes: Uint8Array }, PdfReading> = async function* ({ bytes }, argument) {
  yield await reading(bytes, argument);
};

async function reading(bytes: Uint8Array, argument: string): Promise<PdfReading> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return { problem: 'broken' };
  const document = await library.loadDocument(bytes).catch((error: Error) => error);
  if (document instanceof Error) return { problem: /password/i.test(document.message) ? 'encrypted' : 'broken' };
  try {
    return await readPages(document, argument);
  } catch (error) {
    // The reader's own memory gave out, or its machine stopped: the document asked for too much, and the next one finds no place.
    const exhausted = error instanceof RangeError || (error instanceof Error && error.name === 'RuntimeError');
    if (exhausted) throw new RangeError('memory gave out', { cause: error });
    return { problem: 'broken' };
  } finally {
    document.destroy();
  }
}

async function readPages(document: PDFiumDocument, argument: string): Promise<PdfReading> {
  const readsPictures = argument === 'pictures';
  const pages = document.getPageCount();
  if (pages === 0) return { problem: 'broken' };
  if (pages > PAGES_MAX) return { problem: 'bomb' };
  const texts: string[] = [];
  const pictures: number[] = [];
  const runs: PageRun[][] = [];
  let length = 0;
  for (const page of document.pages()) {
    const text = page.getText();
    texts.push(text);
    length += text.length;
    if (length > TEXT_LENGTH_MAX) return { problem: 'bomb' };
    if (lettersOf(text) < LETTERS_MIN && hasPicture(page)) pictures.push(texts.length);
    if (argument === 'runs') runs.push(runsOf(page));
  }
  const hasText = (): boolean => lettersOf(texts.join('')) >= LETTERS_MIN;
  // Of a document with text the pictures are mostly ornaments: it is given as it is.
  const tooMany = pictures.length > PICTURES_MAX;
  if (tooMany && !hasText()) return { problem: 'tooManyPictures' };
  if (tooMany || !readsPictures) {
    if (!hasText() && pictures.length === 0) return { problem: 'scanned' };
    const placed = argument === 'runs' ? { runs } : {};
    return { pages, text: texts.join('\f'), pictures: tooMany ? [] : pictures, ocrPages: [], ...placed };
  }
  const ocrPages: number[] = [];
  for (const number of pictures) {
    const text = await recognized(document.getPage(number - 1));
    if (text === null || lettersOf(text) < LETTERS_MIN) continue;
    texts[number - 1] = text;
    ocrPages.push(number);
  }
  return hasText() ? { pages, text: texts.join('\f'), pictures: [], ocrPages } : { problem: 'scanned' };
}

async function recognized(page: PDFiumPage): Promise<string | null> {
  recognizer ??= await createRecognizer();
  return recognizer.textOf(await renderPage(page));
}

/** Some scanners wrap the picture into a form. */
function hasPicture(page: PDFiumPage): boolean {
  for (const { type } of page.objects()) if (type === 'image' || type === 'form') return true;
  return false;
}

const lettersOf = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
