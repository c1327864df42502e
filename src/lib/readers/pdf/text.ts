/** Reads the text of untrusted PDF documents in a sandbox. */
import { packageFiles } from '#lib/paths.ts';
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import type { PageRun } from './runs.ts';

export type PdfProblem =
  /** Requires a password. */
  | 'encrypted'
  /** No PDF, or a broken one. */
  | 'broken'
  /** No text, and OCR finds none in the pictures of its pages. */
  | 'scanned'
  /** Too many pages are pictures. */
  | 'tooManyPictures'
  /** Exceeds the limits of memory, time or pages. */
  | 'bomb';

export interface PdfText {
  pages: number;
  /** Pages are separated by form feeds. */
  text: string;
  /** Numbers of pages that are pictures and were not read; a reader with `pictures` reads them. */
  pictures: number[];
  /** Numbers of pages with text from OCR: letters may be wrong. */
  ocrPages: number[];
  /** By page, with the option `runs`. */
  runs?: PageRun[][];
}

export type PdfReading = PdfText | { problem: PdfProblem };

export interface PdfReader {
  /** One document at a time; others wait. Throws only on an abort. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfReading>;
  close(): void;
}

/** A press release is read in a few hundredths of a second, one of 990 pages in four seconds. */
const READ_MS_MAX = 20_000;
/** Thirty pictures at two to ten seconds each. */
export const READ_PICTURES_MS_MAX = 300_000;
const START_CPU_SECONDS = 10;
/** Treasuries publish lists by the hundred. Leaked memory is freed with the process. */
const FILES_PER_PROCESS = 20;

const CAPS = {
  /** Ten times the longest report. */
  inputBytes: 100_000_000,
  /** A thousand pages stay under 200 MB, a large picture and the model that reads it under 350 MB. */
  memoryBytes: 350_000_000,
  heapBytes: 400_000_000,
  /** The longest text, fully escaped. */
  messageBytes: 32_000_000,
  outputBytes: 33_000_000,
};

/** Packages with WebAssembly or data files, which a bundle cannot contain. */
export const PDF_PACKAGES: readonly string[] = [
  packageFiles('@hyzyla/pdfium'),
  packageFiles('tesseract.js-core'),
  packageFiles('@tesseract.js-data/ron'),
];

interface PdfReaderOptions {
  /** Also reads pages that are pictures, which takes seconds a page, at the lowest priority. */
  pictures?: boolean;
  /** Also returns the positions of lines. */
  runs?: boolean;
  readMsMax?: number;
}

export function createPdfReader({
  pictures = false,
  runs = false,
  readMsMax = pictures ? READ_PICTURES_MS_MAX : READ_MS_MAX,
}: PdfReaderOptions = {}): PdfReader {
  const sandbox = createSandbox<{ bytes: Uint8Array }, PdfReading>({
    reader: 'lib/readers/pdf/read',
    reads: PDF_PACKAGES,
    caps: { ...CAPS, timeoutMs: readMsMax, cpuSeconds: START_CPU_SECONDS + Math.ceil(readMsMax / 1_000) },
    atOnce: 1,
    filesPerProcess: FILES_PER_PROCESS,
    isBackground: pictures,
  });
  return {
    async read(bytes, signal) {
      const outcome = await sandbox.read(
        { bytes },
        { argument: pictures ? 'pictures' : runs ? 'runs' : 'text', signal },
      );
      if (outcome.outcome === 'read') return outcome.value;
      return { problem: outcome.outcome === 'broken' ? 'broken' : 'bomb' };
    },
    close: sandbox.close,
  };
}
