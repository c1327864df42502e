/** Sandbox entry point: OCR of pages. The argument is the page numbers as JSON; a picture file is page 1. */
import { readFileSync } from 'node:fs';
import { createRecognizer, renderPage } from '#lib/readers/pdf/ocr.ts';
import type { Reader } from '#lib/sandbox/sandbox-protocol.ts';
import { startKind } from './file-kind.ts';
import { normalText } from './page-writer.ts';
import { openPdf, pageOf } from './pdf.ts';
import type { RecognizedPage } from './reading.ts';

export const read: Reader<{ path: string }, RecognizedPage> = async function* ({ path }, argument) {
  const bytes = readFileSync(path);
  const document = startKind(bytes).kind === 'image' ? null : await openPdf(path);
  const recognizer = await createRecognizer();
  for (const number of JSON.parse(argument) as number[]) {
    const text = document
      ? recognizer.textOf(await renderPage(pageOf(document, number)))
      : recognizer.textOfFile(bytes);
    yield { number, text: text === null ? null : normalText(text) };
  }
};
