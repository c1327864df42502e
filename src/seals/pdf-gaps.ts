/**
 * The place of a signature in a PDF is not covered by it, and may be filled up with anything: it must be a text that only the
 * signature dictionary has, no part of a stream or of something that is shown.
 */
import { Broken } from './broken.ts';
import type { BytesAt } from './bytes-at.ts';
import type { PdfFile } from './pdf-file.ts';
import { fullEffort, objectAt } from './pdf-objects.ts';
import { isDictionary, isSame, type PdfDictionary, type PdfValue } from './pdf-values.ts';

export interface Gap {
  from: number;
  to: number;
  /** Of its dictionary: the numbers of the ranges. */
  ranges: number[];
}

const BEFORE_BYTES = 64 * 1024;
const WORD = 'obj';
const DIGITS = '0123456789';
const BLANKS = '\0\t\n\f\r ';
/** Keys of what is shown: the text of an annotation is under the same key as a signature. */
const SHOWN = ['Subtype', 'Rect', 'Resources'];
const STREAM_END = /^[\r\n]{0,2}endstream/;
const END = 'endstream';
const PIECE_BYTES = 2 ** 20;

/** Which of the gaps are parts of something else. `file`: null when its tables cannot be read. */
export function borrowedGaps(bytes: BytesAt, file: PdfFile | null, gaps: readonly Gap[]): ReadonlySet<Gap> {
  const borrowed = new Set(gaps.filter((gap) => !isInDictionary(bytes, gap)));
  if (file === null) return borrowed;
  for (const { from, to } of streamsBefore(bytes, file, Math.max(0, ...gaps.map((gap) => gap.from)))) {
    for (const gap of gaps) if (from < gap.to && to > gap.from) borrowed.add(gap);
  }
  return borrowed;
}

/** An object that cannot be read without guessing is left to those who compare. */
function isInDictionary(bytes: BytesAt, { from, to, ranges }: Gap): boolean {
  const start = Math.max(0, from - BEFORE_BYTES);
  const text = latin(bytes, start, from - start);
  const head = lastHead(text);
  if (head === null) return false;
  try {
    const { value, end } = objectAt(bytes, start + head, bytes.size, fullEffort(), null);
    const found = dictionaryWith(value, ranges);
    return found !== null && end >= to && !SHOWN.some((key) => found.has(key));
  } catch (error) {
    if (error instanceof Broken) return !SHOWN.some((key) => text.slice(head).includes(`/${key}`));
    throw error;
  }
}

/** Where the last object of the text begins: two numbers and the word. Backwards from the word, so that the work is linear in the text. */
function lastHead(text: string): number | null {
  for (let word = text.lastIndexOf(WORD); word > 0; word = text.lastIndexOf(WORD, word - 1)) {
    if (/[A-Za-z]/.test(text.charAt(word + WORD.length))) continue;
    const generationEnd = backOver(BLANKS, text, word);
    const generation = backOver(DIGITS, text, generationEnd, 5);
    const numberEnd = backOver(BLANKS, text, generation);
    const number = backOver(DIGITS, text, numberEnd, 10);
    if (generationEnd < word && generation < generationEnd && numberEnd < generation && number < numberEnd)
      return number;
  }
  return null;
}

function backOver(letters: string, text: string, end: number, most = end): number {
  let at = end;
  while (at > 0 && end - at < most && letters.includes(text.charAt(at - 1))) at--;
  return at;
}

/** Some writers lay the signature right into its field, or into the catalog. */
function dictionaryWith(value: PdfValue | undefined, ranges: number[]): PdfDictionary | null {
  if (isDictionary(value) && isSame(value.get('ByteRange') ?? null, ranges)) return value;
  const inside = isDictionary(value) ? value.values() : Array.isArray(value) ? value.values() : [];
  for (const each of inside) {
    const found = dictionaryWith(each, ranges);
    if (found !== null) return found;
  }
  return null;
}

/** The bytes of all streams that begin before a place, as far as they are counted or end. */
function* streamsBefore(bytes: BytesAt, file: PdfFile, limit: number): Generator<{ from: number; to: number }> {
  for (const [number, entry] of file.entries) {
    if (!('at' in entry) || entry.at >= limit) continue;
    const { value, streamAt } = loaded(file, number);
    if (streamAt === null || streamAt >= limit || !isDictionary(value)) continue;
    const length = file.lengthOf(value);
    const behind = length < 0 ? '' : latin(bytes, streamAt + length, END.length + 2);
    // Programs look for the end by themselves when the length is wrong.
    const to = STREAM_END.test(behind)
      ? streamAt + length
      : Math.max(streamAt + length, endAfter(bytes, streamAt, limit));
    yield { from: streamAt, to };
  }
}

function loaded(file: PdfFile, number: number): { value: PdfValue; streamAt: number | null } {
  try {
    return file.loaded(number) ?? { value: null, streamAt: null };
  } catch (error) {
    if (error instanceof Broken) return { value: null, streamAt: null };
    throw error;
  }
}

/** Behind `limit` it does not matter any more. */
function endAfter(bytes: BytesAt, from: number, limit: number): number {
  for (let at = from; at < limit; at += PIECE_BYTES) {
    const found = latin(bytes, at, PIECE_BYTES + END.length).indexOf(END);
    if (found >= 0) return at + found;
  }
  return limit + 1;
}

const latin = (bytes: BytesAt, at: number, length: number): string =>
  at >= bytes.size ? '' : Buffer.from(bytes.copy(at, Math.min(length, bytes.size - at))).toString('latin1');
