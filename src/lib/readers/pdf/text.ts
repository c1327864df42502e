/** The text of PDF documents of strangers, read in a sandbox. */
import { packageFiles } from '#lib/paths.ts';
import { createSandbox } from '#lib/sandbox/sandbox.ts';
import type { PageRun } from './runs.ts';

/** Why a document has no text to give. */
export type PdfProblem =
  /** It wants a password. */
  | 'encrypted'
  /** It is no PDF, or a broken one. */
  | 'broken'
  /** It has no text, and none can be read from the pictures of its pages. */
  | 'scanned'
  /** More of its pages are pictures than we read. */
  | 'tooManyPictures'
  /** Reading it takes more memory, time or pages than a document of that kind ever needs. */
  | 'bomb';

export interface PdfText {
  pages: number;
  /** Pages are divided by form feeds. */
  text: string;
  /** Numbers of the pages that are pictures and were not read: this reader reads none, one of pictures will. */
  pictures: number[];
  /** Numbers of the pages whose text was read from a picture: letters may be wrong. */
  ocrPages: number[];
  /** Page by page, when they were asked for. */
  runs?: PageRun[][];
}

export type PdfReading = PdfText | { problem: PdfProblem };

export interface PdfReader {
  /** One document at a time; others wait. Throws only when the signal fires, which says nothing of the document. */
  read(bytes: Uint8Array, signal?: AbortSignal): Promise<PdfReading>;
  close(): void;
}

/** A press release is read in a few hundredths of a second, one of 990 pages in four seconds. */
const READ_MS_MAX = 20_000;
/** Thirty pictures at two to ten seconds each. */
export const READ_PICTURES_MS_MAX = 300_000;
const START_CPU_SECONDS = 10;
/** Lists of treasuries come by the hundred. What a document left behind in memory goes with its process. */
const FILES_PER_PROCESS = 20;

const CAPS = {
  /** Ten times the longest report. */
  inputBytes: 100_000_000,
  /** A thousand pages stay under 200 MB, a large picture and the model that reads it under 350 MB. */
  memoryBytes: 350_000_000,
  heapBytes: 400_000_000,
  /** The longest text that the reader gives, with every letter escaped. */
  messageBytes: 32_000_000,
  outputBytes: 33_000_000,
};

/** Those with WebAssembly or data of their own, which a bundle cannot hold. */
export const PDF_PACKAGES: readonly string[] = [
  packageFiles('@hyzyla/pdfium'),
  packageFiles('tesseract.js-core'),
  packageFiles('@tesseract.js-data/ron'),
];

interface PdfReaderOptions {
  /** Also reads pages that are pictures, which takes seconds a page: behind everything else on the machine. */
  pictures?: boolean;
  /** Also says where the lines stand. */
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
      const found = await sandbox.read({ bytes }, { argument: pictures ? 'pictures' : runs ? 'runs' : 'text', signal });
      if (found.outcome === 'read') return found.value;
      return { problem: found.outcome === 'broken' ? 'broken' : 'bomb' };
    },
    close: sandbox.close,
  };
}
