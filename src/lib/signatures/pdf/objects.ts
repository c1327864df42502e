/** One object of a PDF where it lies, and how much is read of a file altogether. */
import { PDF_BYTES_READ_MAX, PDF_OBJECTS_READ_MAX, PDF_VALUES_COMPARED_MAX } from '#lib/signatures/bounds.ts';
import { BrokenSignature, malformed, tooLarge, tooManyParts } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import { type PdfValue, type Reader, readValue, skipBlanks, take } from './values.ts';

/** The location of an object: an offset of the file, or an index inside of an object stream. */
export type Entry = { at: number; generation: number } | { within: number; index: number };

/** Shared by all revisions of a file, so that many of them cost no more. */
export interface Effort {
  objects: number;
  bytes: number;
  values: number;
  /** Object streams that were read, by location: the same bytes have the same meaning in every revision. */
  packed: Map<string, Packed>;
  /** Small objects that were read last, by location: every signature is compared with every later revision. */
  read: Map<number, PdfObject>;
}

/** An object stream: the index of each number, and the value at an index. */
export interface Packed {
  indexes: ReadonlyMap<number, number>;
  value(index: number): PdfValue;
  sizeBytes: number;
}

export const fullEffort = (): Effort => ({
  objects: PDF_OBJECTS_READ_MAX,
  bytes: PDF_BYTES_READ_MAX,
  values: PDF_VALUES_COMPARED_MAX,
  packed: new Map(),
  read: new Map(),
});

export interface PdfObject {
  value: PdfValue;
  number: number;
  generation: number;
  /** Where the bytes of a stream begin; null when it is none. */
  streamAt: number | null;
  /** Behind its last word; of a stream, where its bytes begin. */
  end: number;
}

/** The location by the table. */
interface Expected {
  number: number;
  generation: number;
}

const FIRST_BYTES = 2_048;
const HEAD = /([0-9]{1,10})[\0\t\n\f\r ]+([0-9]{1,5})[\0\t\n\f\r ]+obj/y;
const STREAM = /stream(?:\r\n|\n)/y;
const END = 'endobj';

/** Reads an object where it lies, with a window that grows until it is whole. */
export function objectAt(
  bytes: BytesAt,
  at: number,
  limit: number,
  effort: Effort,
  expected: Expected | null,
): PdfObject {
  if (--effort.objects < 0) throw tooManyParts();
  if (at >= limit) throw malformed();
  const known = effort.read.get(at);
  if (known && known.end + LAST_BYTES <= limit && isExpected(known, expected)) return known;
  for (let size = FIRST_BYTES; ; size *= 8) {
    const length = Math.min(size, limit - at);
    effort.bytes -= length;
    if (effort.bytes < 0) throw tooLarge();
    const reader: Reader = { text: Buffer.from(bytes.copy(at, length)).toString('latin1'), at: 0 };
    try {
      const read = readObject(reader, at, expected);
      if (read.end - at <= KEPT_BYTES_MAX) effort.read.set(at, read);
      if (effort.read.size > KEPT_MAX) effort.read.delete(effort.read.keys().next().value ?? at);
      return read;
    } catch (error) {
      if (!(error instanceof BrokenSignature) || at + length >= limit || size > OBJECT_BYTES_MAX) throw error;
    }
  }
}

/** A signature with all that belongs to it has some hundred thousand. */
const OBJECT_BYTES_MAX = 8 * 2 ** 20;
/** Of objects kept for the next revision: their values take a multiple of it. */
const KEPT_BYTES_MAX = 64 * 1_024;
const KEPT_MAX = 256;
/** Behind a value, so that the end of the revision does not cut its last word. */
const LAST_BYTES = 8;

const isExpected = (found: Expected, expected: Expected | null): boolean =>
  expected === null || (found.number === expected.number && found.generation === expected.generation);

function readObject(reader: Reader, at: number, expected: Expected | null): PdfObject {
  skipBlanks(reader);
  const head = take(reader, HEAD);
  if (!head) throw malformed();
  const [number, generation] = [Number(head[1]), Number(head[2])];
  if (!isExpected({ number, generation }, expected)) throw malformed();
  const value = readValue(reader);
  skipBlanks(reader);
  if (reader.text.length - reader.at < LAST_BYTES) throw malformed();
  const isStream = take(reader, STREAM) !== null;
  if (!isStream && !reader.text.startsWith(END, reader.at)) throw malformed();
  const end = at + reader.at;
  return { value, number, generation, streamAt: isStream ? end : null, end: isStream ? end : end + END.length };
}
