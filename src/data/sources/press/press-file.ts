/** A press file of the tax authority: fetched from its own host only, with its text. */

import type { PdfProblem, PdfReader, PdfText } from '#lib/readers/pdf/text.ts';
import { exchange, Failure } from '#lib/safe-fetch/exchange.ts';
import { unavailable, unusable, type WholeOutcome } from '#lib/safe-fetch/outcome.ts';
import { publicLookup } from '#lib/safe-fetch/public-address.ts';
import { commaBelow, withFewMarks } from '#lib/values/text.ts';
import { PRESS_HOST } from './file-address.ts';
import { pressFiles } from './source.ts';

export type FileProblem = PdfProblem | 'tooLarge' | 'redirected';

export interface PressFile {
  sizeBytes: number | null;
  pages: number | null;
  text: string | null;
  /** Numbers of the pages with text by optical recognition. */
  ocrPages: number[];
  /** Some pages are pictures that have not been recognised yet; `text` is the text of the other pages. */
  waiting: boolean;
  /** Why there is no text. */
  problem: FileProblem | null;
}

export interface PressFiles {
  /** The configured base address of the host's files; null for the host itself. */
  base: string | null;
  reader: PdfReader;
  /** Also recognises pages that are pictures, which is slow. */
  pictureReader: PdfReader;
  /** For the host itself; a configured address may be private. */
  lookup?: ReturnType<typeof publicLookup>;
}

const WITHOUT_TEXT = { sizeBytes: null, pages: null, text: null, ocrPages: [], waiting: false };

/** `url`: a result of `pressAddress`. `pictures`: also recognise pages that are pictures. */
export async function fetchPressFile(
  { base, reader, pictureReader, lookup = publicLookup() }: PressFiles,
  url: string,
  { pictures, signal }: { pictures: boolean; signal?: AbortSignal },
): Promise<WholeOutcome<PressFile>> {
  const { userAgent, limits } = pressFiles;
  const { pathname } = new URL(url);
  const target = base === null ? `https://${PRESS_HOST}${pathname}` : base + pathname;
  const request = { url: target, userAgent, signal, follow: false, ...(base === null && { lookup }) };
  try {
    const { status, headers, body } = await exchange(request, limits);
    const bytes = Buffer.concat(await Array.fromAsync(body));
    if (status === 404 || status === 410) return { outcome: 'notFound' };
    const refusal = unusable({ status, contentType: headers['content-type'] ?? '', bytes, retryAfterMs: null });
    if (refusal) return refusal;
    if (status >= 300 && status < 400) return problem('redirected');
    if (status !== 200) return unavailable('rejected', `HTTP ${status}`);
    const reading = await (pictures ? pictureReader : reader).read(bytes, signal);
    const value =
      'problem' in reading
        ? { ...WITHOUT_TEXT, sizeBytes: bytes.length, problem: reading.problem }
        : { sizeBytes: bytes.length, ...fieldsOf(reading) };
    return { outcome: 'found', value };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { outcome } = error;
    // An exchange reports `malformed` only for an answer that is too large.
    if (outcome.reason === 'malformed') return problem('tooLarge');
    return outcome.reason === 'rejected' ? problem('redirected') : outcome;
  }
}

const problem = (why: FileProblem): WholeOutcome<PressFile> => ({
  outcome: 'found',
  value: { ...WITHOUT_TEXT, problem: why },
});

function fieldsOf({ pages, text, pictures, ocrPages }: PdfText): Omit<PressFile, 'sizeBytes'> {
  const words = readable(text);
  return { pages, text: words === '' ? null : words, ocrPages, waiting: pictures.length > 0, problem: null };
}

/** Normalised letters, lines without trailing blanks, and words joined that a line end divides. */
const readable = (text: string): string =>
  commaBelow(withFewMarks(text).normalize('NFC'))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00ad', '')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
