/**
 * A signature does not cover its own gap in a PDF, which may contain anything: the gap must be a string that only the
 * signature dictionary has, no part of a stream or of visible content.
 */
import { BrokenSignature } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import { openPdf, type PdfFile } from './file.ts';
import { type Effort, fullEffort, objectAt } from './objects.ts';
import { isDictionary, isSame, type PdfDictionary, type PdfValue, readValue } from './values.ts';

export interface Gap {
  from: number;
  to: number;
  /** Of its dictionary: the numbers of the ranges. */
  ranges: number[];
}

/** Keys of visible content: the text of an annotation has the same key as a signature. */
const VISIBLE_KEYS = ['Subtype', 'Rect', 'Resources'];
const STREAM_END = /^[\r\n]{0,2}endstream/;
const END = 'endstream';
const PIECE_BYTES = 2 ** 20;

/** The dictionary of each gap that is its signature, and nothing else. */
export function ownGaps(bytes: BytesAt, file: PdfFile, gaps: readonly Gap[]): ReadonlyMap<Gap, PdfDictionary> {
  const revisions = new Map<number, PdfFile | null>();
  const effort = fullEffort();
  const revisionOf = ({ ranges: [, , start = 0, length = 0] }: Gap): PdfFile | null =>
    revisions.getOrInsertComputed(start + length, (end) => revision(bytes, end, effort));
  const own = new Map<Gap, PdfDictionary>();
  for (const gap of gaps) {
    // By the tables of the whole file; of a signature that a later update rewrote, by those of its own revision.
    const found = dictionaryOf(bytes, file, gap, effort) ?? dictionaryOf(bytes, revisionOf(gap), gap, effort);
    if (found !== null) own.set(gap, found);
  }
  for (const { number, from, to } of streamsBefore(bytes, file, Math.max(0, ...gaps.map((gap) => gap.from))))
    for (const gap of gaps) {
      if (from >= gap.to || to <= gap.from) continue;
      // If a later update moved the object, the revisions differ, and the comparison decides.
      const entry = to === Number.POSITIVE_INFINITY ? revisionOf(gap)?.entries.get(number) : undefined;
      if (entry === undefined || !('at' in entry) || entry.at === from) own.delete(gap);
    }
  return own;
}

function revision(bytes: BytesAt, end: number, effort: Effort): PdfFile | null {
  try {
    return openPdf(bytes, end, effort);
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
}

/** The last object before the gap, by the tables: a head inside a comment or a string does not count. */
function dictionaryOf(
  bytes: BytesAt,
  file: PdfFile | null,
  { from, to, ranges }: Gap,
  effort: Effort,
): PdfDictionary | null {
  let last: { number: number; at: number; generation: number } | null = null;
  for (const [number, entry] of file?.entries ?? [])
    if ('at' in entry && entry.at < from && entry.at > (last?.at ?? -1)) last = { number, ...entry };
  if (last === null) return null;
  try {
    const { value, streamAt, end } = objectAt(bytes, last.at, bytes.size, effort, last);
    const found = dictionaryWith(value, ranges);
    if (streamAt !== null || found === null || end < to || VISIBLE_KEYS.some((key) => found.has(key))) return null;
    // The gap is this exact value: a key can occur in a comment, and the gap be something else.
    const signature = readValue({ text: latin(bytes, from, to - from), at: 0 });
    return isSame(found.get('Contents'), signature) ? found : null;
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
    throw error;
  }
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

/** The bytes of all streams that begin before an offset, as far as they are counted or end. */
function* streamsBefore(
  bytes: BytesAt,
  file: PdfFile,
  limit: number,
): Generator<{ number: number; from: number; to: number }> {
  for (const [number, entry] of file.entries) {
    if (!('at' in entry) || entry.at >= limit) continue;
    const object = loaded(file, number);
    // The end of an unreadable one is unknown: other programs may read it as a stream.
    if (object === null) {
      yield { number, from: entry.at, to: Number.POSITIVE_INFINITY };
      continue;
    }
    const { value, streamAt } = object;
    if (streamAt === null || streamAt >= limit || !isDictionary(value)) continue;
    const length = file.lengthOf(value);
    const behind = length < 0 ? '' : latin(bytes, streamAt + length, END.length + 2);
    // Programs look for the end by themselves when the length is wrong.
    const to = STREAM_END.test(behind)
      ? streamAt + length
      : Math.max(streamAt + length, endAfter(bytes, streamAt, limit));
    yield { number, from: streamAt, to };
  }
}

function loaded(file: PdfFile, number: number): { value: PdfValue; streamAt: number | null } | null {
  try {
    return file.loaded(number) ?? { value: null, streamAt: null };
  } catch (error) {
    if (error instanceof BrokenSignature) return null;
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
