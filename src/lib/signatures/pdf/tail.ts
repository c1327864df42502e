/**
 * The bytes behind a signed revision: later revisions, each of objects, one table that was read, and its end. All other bytes
 * are refused: a program that scans for objects may find some among them.
 */
import { BrokenSignature, malformed, tooLarge } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import type { PdfFile } from './file.ts';
import { type Effort, type Entry, objectAt } from './objects.ts';
import { readTable } from './tables.ts';
import { isDictionary, isSame, nameBehind, type PdfValue, type Reader, readValue, take } from './values.ts';
import type { Words } from './words.ts';

export interface LaterRevision {
  /** Behind its last word, and where the next one begins: blanks lie between. */
  end: number;
  next: number;
  /** By their numbers. */
  objects: ReadonlyMap<number, LaterObject>;
}

export interface LaterObject {
  at: number;
  generation: number;
  /** Its declared type; programs that scan for objects read others from `XRef` and `ObjStm`. */
  type: string | null;
}

const FILLER = /(?:[\0\t\n\f\r ]+|%[^\r\n]{0,200}(?=[\r\n]))*/y;
/** Keywords with a meaning for scanning programs at any offset. */
const MEANT = /obj|xref|trailer|stream/;
const FILLER_BYTES = 2_048;
/** No zeros: programs that take them for no blanks do not find the table. */
const ENDING = /startxref[\t\n\r ]+([0-9]{1,12})[\t\n\f\r ]+%%EOF(?=[\0\t\n\f\r ])/y;
/** Of all that a trailer may have some programs cut a name short, and find another root. */
const TRAILER_KEYS: ReadonlySet<string> = new Set([
  ...['Size', 'Prev', 'Root', 'Info', 'ID', 'Encrypt', 'XRefStm', 'DocChecksum'],
  ...['Type', 'W', 'Index', 'Length', 'Filter', 'DecodeParms'],
]);
const STREAM_END = /^[\r\n]{0,2}endstream[\0\t\n\f\r ]+endobj/;
const WORD_BYTES = 64;

interface ObjectRead {
  number: number;
  object: LaterObject;
  /** Behind its last word. */
  to: number;
}

export type ObjectsRead = Map<number, ObjectRead>;

/** What is read once for all signatures. */
interface Tail {
  bytes: BytesAt;
  now: PdfFile;
  words: Words;
  effort: Effort;
  objects: ObjectsRead;
}

/** `end`: of the signed revision. Throws at any other bytes. */
export function revisionsBehind(
  { bytes, now, words, effort, objects: known }: Tail,
  signed: PdfFile,
  end: number,
): LaterRevision[] {
  const revisions: LaterRevision[] = [];
  const tables = new Map([...now.tables].map(([at, place]) => [place.from, { at, ...place }]));
  const heads = new Set<number>();
  let at = skipFiller(bytes, end, effort);
  let objects = new Map<number, LaterObject>();
  let table: number | null = null;
  while (at < bytes.size) {
    const entry = tables.get(at);
    if (entry !== undefined && (table !== null || entry.isHybrid)) throw malformed();
    if (entry !== undefined) {
      if (!entry.isPlain || !entry.trailer.keys().every((key) => TRAILER_KEYS.has(key))) throw malformed();
      table = entry.at;
    }
    const ending: Reader = { text: window(bytes, at, WORD_BYTES), at: 0 };
    const start = take(ending, ENDING)?.[1];
    if (start !== undefined) {
      // Each revision has its own table, and the offset of it.
      if (table === null || Number(start) !== table) throw malformed();
      const next = skipBlanks(bytes, at + ending.at, effort);
      revisions.push({ end: at + ending.at, next, objects });
      [objects, table, at] = [new Map(), null, next];
    } else if (entry?.to) {
      at = entry.to;
    } else {
      // Programs that scan for objects find those behind the table.
      if (table !== null && entry === undefined) throw malformed();
      heads.add(at);
      const read = known.get(at) ?? laterObject(bytes, at, now, effort);
      known.set(at, read);
      if (objects.has(read.number)) throw malformed();
      if (entry === undefined) objects.set(read.number, read.object);
      else assertOwnNumber(read, now, signed);
      at = read.to;
    }
    at = skipFiller(bytes, at, effort);
  }
  if (objects.size > 0 || table !== null) throw malformed();
  assertNoWords(words, end, heads, now);
  return revisions;
}

function laterObject(bytes: BytesAt, at: number, now: PdfFile, effort: Effort): ObjectRead {
  const { value, number, generation, streamAt, end } = objectAt(bytes, at, bytes.size, effort, null);
  const object = { at, generation, type: typeOf(now, value) };
  if (streamAt === null) return { number, object, to: end };
  const length = isDictionary(value) ? now.lengthOf(value) : -1;
  if (length < 0 || streamAt + length > bytes.size) throw malformed();
  assertNoEnd(bytes, streamAt, length, effort);
  const ending = STREAM_END.exec(latin(bytes, streamAt + length, WORD_BYTES));
  if (ending === null) throw malformed();
  return { number, object, to: streamAt + length + ending[0].length };
}

/** Programs that gather objects go on behind such a word, whatever length the stream has. */
function assertNoEnd(bytes: BytesAt, from: number, length: number, effort: Effort): void {
  effort.bytes -= length;
  if (effort.bytes < 0) throw tooLarge();
  for (let done = 0; done < length; done += PIECE_BYTES) {
    const piece = Buffer.from(bytes.copy(from + done, Math.min(PIECE_BYTES + WORD_BYTES, length - done)));
    if (ENDS.some((word) => piece.includes(word))) throw malformed();
  }
}

const ENDS = ['endstream', 'endobj'];
const PIECE_BYTES = 2 ** 20;

function typeOf(now: PdfFile, value: PdfValue): string | null {
  if (!isDictionary(value)) return null;
  // Programs take any dictionary with pages for a root.
  return nameBehind(now, value, 'Type') ?? (value.has('Pages') ? 'Catalog' : null);
}

/** A program enters a table that is a stream under its number, and shows it where the document has another object. */
function assertOwnNumber({ number, object }: ObjectRead, now: PdfFile, signed: PdfFile): void {
  const isFree = (file: PdfFile): boolean => {
    const entry = file.entries.get(number);
    return entry === undefined || liesAt(entry, object.at) || ('at' in entry && isTable(file, entry.at));
  };
  if (!isFree(now) || !isFree(signed)) throw malformed();
}

/** A scan finds no more objects there than were read: neither in streams and strings, nor behind a `%`. */
function assertNoWords({ heads, odd, trailers }: Words, end: number, read: Set<number>, now: PdfFile): void {
  if (heads.some(({ at }) => at >= end && !read.has(at)) || odd.some((at) => at >= end)) throw malformed();
  if (trailers.some((at) => at >= end && !isTrailer(now, at))) throw malformed();
}

const isTrailer = ({ tables }: PdfFile, at: number): boolean =>
  [...tables.values()].some(({ from, to }) => to !== null && at > from && at < to);

function skipFiller(bytes: BytesAt, from: number, effort: Effort): number {
  for (let at = from; ; ) {
    const reader: Reader = { text: window(bytes, at, FILLER_BYTES), at: 0 };
    take(reader, FILLER);
    reader.at = Math.min(reader.at, bytes.size - at);
    if (MEANT.test(reader.text.slice(0, reader.at))) throw malformed();
    effort.bytes -= reader.at;
    at += reader.at;
    // A window may end within a comment.
    if (reader.at < FILLER_BYTES / 2) return at;
  }
}

function skipBlanks(bytes: BytesAt, from: number, effort: Effort): number {
  for (let at = from; ; ) {
    const [blanks = ''] = /^[\0\t\n\f\r ]*/.exec(latin(bytes, at, FILLER_BYTES)) ?? [];
    effort.bytes -= blanks.length;
    at += blanks.length;
    if (blanks.length < FILLER_BYTES) return at;
  }
}

const latin = (bytes: BytesAt, at: number, length: number): string =>
  Buffer.from(bytes.copy(at, Math.min(length, bytes.size - at))).toString('latin1');

/** The end of the file ends a line. */
const window = (bytes: BytesAt, at: number, length: number): string =>
  latin(bytes, at, length) + (at + length >= bytes.size ? '\n' : '');

/** Some writers point to the end of the line before. */
const LINE_END_BYTES = 2;

const liesAt = (entry: Entry | undefined, at: number): boolean =>
  entry !== undefined && 'at' in entry && at >= entry.at && at <= entry.at + LINE_END_BYTES;

/**
 * The tables of a later revision list all of its objects, and all were reached, so that no program finds an extra one by a
 * scan; and its tables list no new object outside of it.
 */
export function assertAccounted(
  bytes: BytesAt,
  effort: Effort,
  { objects }: LaterRevision,
  file: PdfFile,
  before: PdfFile,
  isMeant: (number: number, type: string | null) => boolean,
): void {
  for (const [number, { at, generation, type }] of objects) {
    const entry = file.entries.get(number);
    if (!liesAt(entry, at) || !entry || !('at' in entry) || entry.generation !== generation) throw malformed();
    if (type === 'XRef') assertAgreed(bytes, at, file, effort);
    else if (type !== 'ObjStm' && !isMeant(number, type)) throw malformed();
    if (type !== 'ObjStm') continue;
    for (const [packed, index] of file.numbersIn(number)) {
      const place = file.entries.get(packed);
      if (!place || !('within' in place) || place.within !== number || place.index !== index) throw malformed();
      if (!isMeant(packed, typeOf(file, file.loaded(packed)?.value ?? null))) throw malformed();
    }
  }
  for (const [number, entry] of file.entries) {
    const old = before.entries.get(number);
    if ('at' in entry) {
      const isOld = old !== undefined && 'at' in old && old.at === entry.at && old.generation === entry.generation;
      if (!isOld && !objects.has(number) && !isTable(file, entry.at)) throw malformed();
    } else {
      const isOld = old !== undefined && 'within' in old && old.within === entry.within && old.index === entry.index;
      if (!isOld && !objects.has(entry.within)) throw malformed();
    }
  }
}

/** A common writer leaves its table as an unreferenced stream, and as text: both must be equal. */
function assertAgreed(bytes: BytesAt, at: number, file: PdfFile, effort: Effort): void {
  const { trailer, rows } = readTable(bytes, at, bytes.size, effort);
  const isInTrailer = (key: string): boolean => isSame(trailer.get(key) ?? null, file.trailer.get(key) ?? null);
  if (!['Root', 'Info', 'Encrypt', 'ID', 'Prev'].every(isInTrailer)) throw malformed();
  for (const [number, entry] of rows) {
    if (entry !== null && JSON.stringify(entry) !== JSON.stringify(file.entries.get(number))) throw malformed();
  }
}

/** Tables that are streams list themselves, or do not. */
const isTable = ({ tables }: PdfFile, at: number): boolean =>
  [...tables.values()].some(({ from, to }) => to === null && from >= at && from <= at + LINE_END_BYTES);

/**
 * Numbers of unlisted objects. If such a number is listed elsewhere, or scanning programs read other objects from it,
 * they display another document than the signed one.
 */
export function looseNumbers(bytes: BytesAt, now: PdfFile, words: Words, effort: Effort): ReadonlySet<number> {
  if (words.loose.length > 0) throw malformed();
  const loose = new Set<number>();
  for (const [number, at] of new Map(words.heads.map((head) => [head.number, head.at]))) {
    const entry = now.entries.get(number);
    if (liesAt(entry, at) || isTable(now, at)) continue;
    if (entry === undefined) {
      loose.add(number);
      const value = read(() => objectAt(bytes, at, bytes.size, effort, null).value, effort);
      if (GATHERED.has(typeOf(now, value) ?? '')) throw malformed();
      continue;
    }
    const container = 'within' in entry ? now.entries.get(entry.within) : undefined;
    if (container === undefined || !('at' in container) || container.at < at) throw malformed();
  }
  // A writer may leave a trailer that nothing leads to: it must lead to the same root.
  for (const at of words.trailers) {
    if (isTrailer(now, at)) continue;
    const text = latin(bytes, at + 'trailer'.length, TRAILER_BYTES);
    const trailer = read(() => readValue({ text, at: 0 }), effort);
    const isEntry = (key: string): boolean =>
      isDictionary(trailer) && (!trailer.has(key) || isSame(trailer.get(key), now.trailer.get(key)));
    if (!isEntry('Root') || !isEntry('Encrypt')) throw malformed();
  }
  return loose;
}

/** Kinds of objects that programs take for more than what refers to them. */
export const GATHERED: ReadonlySet<string> = new Set(['Catalog', 'XRef', 'ObjStm']);
const TRAILER_BYTES = 4_096;

/** Null: no value can be read there. */
function read(value: () => PdfValue, { objects, bytes }: Effort): PdfValue {
  try {
    return value();
  } catch (error) {
    if (error instanceof BrokenSignature && objects > 0 && bytes > 0) return null;
    throw error;
  }
}
