/**
 * A PDF up to one of its revisions: which objects it has, and what they say. Read strictly and within bounds: where a program that
 * shows the file would guess, this refuses.
 */
import { PDF_OBJECTS_MAX } from './bounds.ts';
import { malformed } from './broken.ts';
import type { BytesAt } from './bytes-at.ts';
import { type Effort, type Entry, objectAt } from './pdf-objects.ts';
import { decoded } from './pdf-stream.ts';
import { readTables } from './pdf-tables.ts';
import {
  isDictionary,
  isReference,
  PARTS_MAX,
  type PdfDictionary,
  type PdfValue,
  type Reader,
  readValue,
} from './pdf-values.ts';

export interface PdfFile {
  trailer: PdfDictionary;
  entries: ReadonlyMap<number, Entry>;
  /** Undefined: there is none of that number, which means `null` to whoever refers to it. */
  object(number: number): PdfValue | undefined;
  /** Follows a reference, if it is one. */
  resolved(value: PdfValue | undefined): PdfValue | undefined;
  isStream(number: number): boolean;
  /** The bytes of an object that is a stream, decoded; null when it is none. */
  stream(number: number): Uint8Array | null;
}

/** Throws what cannot be read without guessing. `limit`: where the revision ends. */
export function openPdf(bytes: BytesAt, limit: number, effort: Effort): PdfFile {
  if (Buffer.from(bytes.view(0, Math.min(5, limit))).toString('latin1') !== '%PDF-') throw malformed();
  const { entries, trailer } = readTables(bytes, limit, effort);
  const packed = new Map<number, Packed>();

  const object = (number: number): PdfValue | undefined => {
    const entry = entries.get(number);
    if (entry === undefined) return undefined;
    if ('at' in entry) return objectAt(bytes, entry.at, limit, effort, number).value;
    return packedIn(entry.within)[entry.index];
  };
  const isStream = (number: number): boolean => {
    const entry = entries.get(number);
    if (entry === undefined || !('at' in entry)) return false;
    return objectAt(bytes, entry.at, limit, effort, number).streamAt !== null;
  };
  const resolved = (value: PdfValue | undefined): PdfValue | undefined => {
    let found = value;
    for (let steps = 0; isReference(found); steps++) {
      if (steps > 10) throw malformed();
      found = object(found.to);
    }
    return found;
  };
  const stream = (number: number): Uint8Array | null => {
    const entry = entries.get(number);
    if (entry === undefined || !('at' in entry)) return null;
    const { value, streamAt } = objectAt(bytes, entry.at, limit, effort, number);
    if (streamAt === null || !isDictionary(value)) return null;
    const length = resolved(value.get('Length'));
    return decoded(bytes, value, streamAt, typeof length === 'number' ? length : -1, limit, effort);
  };
  const packedIn = (number: number): PdfValue[] => {
    const known = packed.get(number);
    if (known) return known.values;
    const dictionary = object(number);
    const content = stream(number);
    if (!isDictionary(dictionary) || content === null) throw malformed();
    const read = unpacked(dictionary, Buffer.from(content).toString('latin1'), entries, number);
    packed.set(number, read);
    // The oldest make room.
    for (const [oldest] of packed) {
      if (packed.values().reduce((sum, { parts }) => sum + parts, 0) <= KEPT_PARTS_MAX) break;
      packed.delete(oldest);
    }
    return read.values;
  };
  return { trailer, entries, object, resolved, isStream, stream };
}

interface Packed {
  values: PdfValue[];
  parts: number;
}
/** Of all streams of objects that are held: some ten thousand objects. */
const KEPT_PARTS_MAX = 4 * PARTS_MAX;

/** The objects inside of one: first their numbers and places, then they themselves. */
function unpacked(
  dictionary: PdfDictionary,
  text: string,
  entries: ReadonlyMap<number, Entry>,
  within: number,
): Packed {
  const [count, first] = [dictionary.get('N'), dictionary.get('First')];
  if (typeof count !== 'number' || typeof first !== 'number' || count > PDF_OBJECTS_MAX) throw malformed();
  const head: Reader = { text: `${text.slice(0, first)} `, at: 0 };
  const body = `${text} `;
  const values: PdfValue[] = [];
  const left = { parts: PARTS_MAX };
  for (let index = 0; index < count; index++) {
    const [number, place] = [readValue(head), readValue(head)];
    if (typeof number !== 'number' || typeof place !== 'number') throw malformed();
    const entry = entries.get(number);
    const isMeant = entry !== undefined && 'within' in entry && entry.within === within && entry.index === index;
    values.push(isMeant ? readValue({ text: body, at: first + place }, 0, left) : null);
  }
  return { values, parts: PARTS_MAX - left.parts };
}
