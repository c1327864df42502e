/** A press file of the tax authority: fetched from its own host and nowhere else, and its text read. */

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
  /** Numbers of the pages whose text was read from a picture. */
  ocrPages: number[];
  /** Pages are pictures, and nobody has tried yet to read them; `text` is that of the others, if there are any. */
  waiting: boolean;
  /** Why there is no text. */
  problem: FileProblem | null;
}

export interface PressFiles {
  /** Where the configuration says that the host's files are; null for the host itself. */
  base: string | null;
  reader: PdfReader;
  /** Reads pages that are pictures, too, and takes its time. */
  pictureReader: PdfReader;
  /** For the host itself; the configured place is the operator's own choice, wherever it lies. */
  lookup?: ReturnType<typeof publicLookup>;
}

const REFUSED = { sizeBytes: null, pages: null, text: null, ocrPages: [], waiting: false };

/** `url` has passed `pressAddress`. Pages that are pictures are read only with `pictures`. */
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
        ? { ...REFUSED, sizeBytes: bytes.length, problem: reading.problem }
        : { sizeBytes: bytes.length, ...told(reading) };
    return { outcome: 'found', value };
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    const { outcome } = error;
    // An exchange calls nothing malformed but an answer that is too large.
    if (outcome.reason === 'malformed') return problem('tooLarge');
    return outcome.reason === 'rejected' ? problem('redirected') : outcome;
  }
}

const problem = (why: FileProblem): WholeOutcome<PressFile> => ({
  outcome: 'found',
  value: { ...REFUSED, problem: why },
});

function told({ pages, text, pictures, ocrPages }: PdfText): Omit<PressFile, 'sizeBytes'> {
  const words = readable(text);
  return { pages, text: words === '' ? null : words, ocrPages, waiting: pictures.length > 0, problem: null };
}

/** One spelling of letters, lines without their trailing blanks, words that a line end divides put together. */
const readable = (text: string): string =>
  commaBelow(withFewMarks(text).normalize('NFC'))
    .replace(/\r\n?/g, '\n')
    .replaceAll('\u00ad', '')
    .replace(/(?<![ \t])[ \t]+\n/g, '\n')
    .replace(/(\p{L})-\n(\p{Ll})/gu, '$1$2')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
