/**
 * A PDF up to one of its revisions: its objects and their values. Read strictly and within bounds: where a viewer would guess,
 * this reader refuses.
 */
import { PDF_OBJECTS_MAX } from '#lib/signatures/bounds.ts';
import { malformed } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import { type Effort, type Entry, objectAt, type Packed } from './objects.ts';
import { decoded } from './stream.ts';
import { readTables, type TableLocation } from './tables.ts';
import {
  isDictionary,
  isReference,
  isWhole,
  nameIn,
  PARTS_MAX,
  type PdfDictionary,
  type PdfValue,
  type Reader,
  readValue,
} from './values.ts';

export interface PdfFile {
  trailer: PdfDictionary;
  entries: ReadonlyMap<number, Entry>;
  /** The tables that were read, by offset. */
  tables: ReadonlyMap<number, TableLocation>;
  /** Null: no object has that number; a reference to it means `null`. */
  loaded(number: number): Loaded | null;
  /** Follows a reference, if it is one. */
  resolved(value: PdfValue | undefined): PdfValue | undefined;
  /** The declared length of a stream in bytes; -1 without one. */
  lengthOf(dictionary: PdfDictionary): number;
  /** The bytes of an object that is a stream, decoded; null when it is none. */
  stream(number: number): Uint8Array | null;
  /** The numbers of all objects inside of one that is a stream of objects. Throws when it is none, or names one twice. */
  numbersIn(container: number): ReadonlyMap<number, number>;
}

export interface Loaded {
  value: PdfValue;
  /** Where the bytes of a stream begin; null when it is none. */
  streamAt: number | null;
  isPacked: boolean;
}

/** Throws what cannot be read without guessing. `limit`: where the revision ends. */
export function openPdf(bytes: BytesAt, limit: number, effort: Effort): PdfFile {
  if (Buffer.from(bytes.view(0, Math.min(5, limit))).toString('latin1') !== '%PDF-') throw malformed();
  const { entries, trailer, places: tables } = readTables(bytes, limit, effort);

  const loaded = (number: number): Loaded | null => {
    const entry = entries.get(number);
    if (entry === undefined) return null;
    if ('within' in entry) return { value: packedValue(entry, number), streamAt: null, isPacked: true };
    const { value, streamAt } = objectAt(bytes, entry.at, limit, effort, { number, generation: entry.generation });
    return { value, streamAt, isPacked: false };
  };
  const resolved = (value: PdfValue | undefined): PdfValue | undefined => {
    let found = value;
    for (let steps = 0; isReference(found); steps++) {
      if (steps > 10) throw malformed();
      found = loaded(found.to)?.value;
    }
    return found;
  };
  const lengthOf = (dictionary: PdfDictionary): number => {
    const length = resolved(dictionary.get('Length'));
    return Number.isSafeInteger(length) && Number(length) >= 0 ? Number(length) : -1;
  };
  const stream = (number: number): Uint8Array | null => {
    const { value, streamAt } = loaded(number) ?? {};
    if (typeof streamAt !== 'number' || !isDictionary(value)) return null;
    return decoded(bytes, value, streamAt, lengthOf(value), limit, effort);
  };
  /** Programs find an object by its index in the stream or by its number there: both must lead to the same. */
  const packedValue = ({ within, index }: Extract<Entry, { within: number }>, number: number): PdfValue => {
    const { indexes, value } = packedIn(within);
    if (indexes.get(number) !== index) throw malformed();
    return value(index);
  };
  const keys = new Map<number, string>();
  const packedIn = (number: number): Packed => {
    const same = effort.packed.get(keys.get(number) ?? '');
    if (same) return same;
    const entry = entries.get(number);
    // A stream of objects lies in no other one.
    if (entry === undefined || !('at' in entry)) throw malformed();
    const { value, streamAt } = objectAt(bytes, entry.at, limit, effort, { number, generation: entry.generation });
    if (!isDictionary(value) || streamAt === null || nameIn(value, 'Type') !== 'ObjStm') throw malformed();
    const length = lengthOf(value);
    // Two heads may lead to the same bytes.
    const key = `${entry.at} ${streamAt} ${length}`;
    keys.set(number, key);
    const cached = effort.packed.get(key);
    if (cached) return cached;
    const content = decoded(bytes, value, streamAt, length, limit, effort);
    const read = unpacked(value, Buffer.from(content).toString('latin1'));
    effort.packed.set(key, read);
    // Evicts the oldest.
    for (const [oldest] of effort.packed) {
      const totalBytes = effort.packed.values().reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
      if (oldest === key || (totalBytes <= CACHE_BYTES_MAX && effort.packed.size <= CACHE_ENTRIES_MAX)) break;
      effort.packed.delete(oldest);
    }
    return read;
  };
  const numbersIn = (container: number): ReadonlyMap<number, number> => {
    const { indexes } = packedIn(container);
    if (indexes.values().some((index) => index === TWICE)) throw malformed();
    return indexes;
  };
  return { trailer, entries, tables, loaded, resolved, lengthOf, stream, numbersIn };
}

/** Of all cached object streams: their values take a multiple of it. */
const CACHE_BYTES_MAX = 16 * 2 ** 20;
const CACHE_ENTRIES_MAX = 256;

/** A duplicate number finds no object. */
const TWICE = -1;

const PACKED_HEAD = /^(?:[0-9\0\t\n\f\r ]*[\0\t\n\f\r ])?$/;

/** The objects of an object stream: first the numbers and offsets, then the objects themselves. */
function unpacked(dictionary: PdfDictionary, text: string): Packed {
  const [count, first] = [dictionary.get('N'), dictionary.get('First')];
  if (!isWhole(count) || !isWhole(first) || count > PDF_OBJECTS_MAX) throw malformed();
  // Programs read on where a number is cut, and over comments or not.
  if (!PACKED_HEAD.test(text.slice(0, first))) throw malformed();
  const head: Reader = { text: text.slice(0, first), at: 0 };
  const body = `${text} `;
  const indexes = new Map<number, number>();
  const offsets: number[] = [];
  for (let index = 0; index < count; index++) {
    const [number, place] = [readValue(head), readValue(head)];
    // Some programs end an object where the next one begins.
    if (!isWhole(number) || !isWhole(place) || place <= (offsets.at(-1) ?? -1)) throw malformed();
    indexes.set(number, indexes.has(number) ? TWICE : index);
    offsets.push(place);
  }
  const quota = { parts: PARTS_MAX };
  const values = new Map<number, PdfValue>();
  const value = (index: number): PdfValue => {
    const cached = values.get(index);
    if (cached !== undefined) return cached;
    const reader: Reader = { text: body, at: first + (offsets[index] ?? 0) };
    const read = readValue(reader, 0, quota);
    const end = first + (offsets[index + 1] ?? Number.POSITIVE_INFINITY);
    if (reader.at > end) throw malformed();
    values.set(index, read);
    return read;
  };
  return { indexes, value, sizeBytes: text.length };
}
