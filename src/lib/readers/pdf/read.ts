/** Sandbox reader of PDF documents: the text, or why there is none. */
import { type PDFiumDocument, PDFiumLibrary, type PDFiumPage } from '@hyzyla/pdfium';
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { createRecognizer, type Recognizer, renderPage } from './ocr.ts';
import { type PageRun, runsOf } from './runs.ts';
import type { PdfReading } from './text.ts';

/** Releases have a few pages; the longest report of the authority has under three hundred. */
const PAGES_MAX = 1_000;
/** A thousand dense pages. */
const TEXT_LENGTH_MAX = 5_000_000;
/** A page with fewer letters than this and a picture is a scan. */
const LETTERS_MIN = 20;
/** A typical scan; at two to ten seconds a page, more would delay other documents for too long. */
const PICTURES_MAX = 30;

const library = await PDFiumLibrary.init();
let recognizer: Recognizer | null = null;

export const read: Reader<{ bytes: Uint8Array }, PdfReading> = async function* ({ bytes }, argument) {
  yield await readDocument(bytes, argument);
};

async function readDocument(bytes: Uint8Array, argument: string): Promise<PdfReading> {
  if (!Buffer.from(bytes.subarray(0, 1024)).includes('%PDF-')) return { problem: 'broken' };
  const document = await library.loadDocument(bytes).catch((error: Error) => error);
  if (document instanceof Error) return { problem: /password/i.test(document.message) ? 'encrypted' : 'broken' };
  try {
    return await readPages(document, argument);
  } catch (error) {
    // Out of memory, or the WebAssembly engine stopped: the process cannot read another document.
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
    if (letterCount(text) < LETTERS_MIN && hasPicture(page)) pictures.push(texts.length);
    if (argument === 'runs') runs.push(runsOf(page));
  }
  const hasText = (): boolean => letterCount(texts.join('')) >= LETTERS_MIN;
  // In a document with text, pictures are mostly ornaments: they are skipped.
  const tooMany = pictures.length > PICTURES_MAX;
  if (tooMany && !hasText()) return { problem: 'tooManyPictures' };
  if (tooMany || !readsPictures) {
    if (!hasText() && pictures.length === 0) return { problem: 'scanned' };
    const runFields = argument === 'runs' ? { runs } : {};
    return { pages, text: texts.join('\f'), pictures: tooMany ? [] : pictures, ocrPages: [], ...runFields };
  }
  const ocrPages: number[] = [];
  for (const number of pictures) {
    const text = await recognize(document.getPage(number - 1));
    if (text === null || letterCount(text) < LETTERS_MIN) continue;
    texts[number - 1] = text;
    ocrPages.push(number);
  }
  return hasText() ? { pages, text: texts.join('\f'), pictures: [], ocrPages } : { problem: 'scanned' };
}

async function recognize(page: PDFiumPage): Promise<string | null> {
  recognizer ??= await createRecognizer();
  return recognizer.textOf(await renderPage(page));
}

/** Some scanners wrap the picture into a form. */
function hasPicture(page: PDFiumPage): boolean {
  for (const { type } of page.objects()) if (type === 'image' || type === 'form') return true;
  return false;
}

const letterCount = (text: string): number => text.match(/\p{L}/gu)?.length ?? 0;
