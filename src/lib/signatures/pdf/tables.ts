/** The cross-reference tables of a PDF, from the newest to the oldest: as text, as streams, or as both. */
import { PDF_OBJECTS_MAX, PDF_TABLES_MAX } from '#lib/signatures/bounds.ts';
import { malformed, tooManyParts } from '#lib/signatures/broken-signature.ts';
import type { BytesAt } from '#lib/signatures/bytes-at.ts';
import { type Effort, type Entry, objectAt } from './objects.ts';
import { decoded } from './stream.ts';
import { isDictionary, isWhole, nameIn, type PdfDictionary, type Reader, readValue, take } from './values.ts';

export interface Tables {
  entries: Map<number, Entry>;
  /** Of the newest table. */
  trailer: PdfDictionary;
  /** The tables that were read, by offset. */
  places: ReadonlyMap<number, TableLocation>;
}

export interface TableLocation {
  /** Offset of its first character. */
  from: number;
  /** Of a table as text: behind its trailer. Null: it is a stream. */
  to: number | null;
  /** A stream beside it lists more, which older programs do not see. */
  isHybrid: boolean;
  trailer: PdfDictionary;
  /** In the one form that no program treats as damaged. */
  isPlain: boolean;
}

/** Other programs look no further for the beginning of the newest table. */
const ENDING_BYTES = 1_024;
/** Other programs take a table with a larger number for damaged, and gather the objects by themselves. */
const NUMBER_MAX = 4 * 1_024 * 1_024;
/** At the very end: programs that find no table where it should be gather the objects by themselves, and see others. */
const START = /startxref[\t\n\r ]+([0-9]{1,12})[\t\n\f\r ]+%%EOF[\0\t\n\f\r ]*$/y;
const TABLE = /[\0\t\n\f\r ]*xref[\0\t\n\f\r ]+/y;
const SECTION = /[\0\t\n\f\r ]*([0-9]{1,10})[\t ]+([0-9]{1,10})[\t ]*(?:\r\n|\r|\n)/y;
/** Twenty bytes each: other programs count, and do not look where a row ends. */
const ROW = /([0-9]{10}) ([0-9]{5}) ([nf])(?: \r| \n|\r\n)/y;
const PLAIN_SECTION = /^[0-9]{1,10} [0-9]{1,10} ?[\r\n]/;
const TRAILER = /[\0\t\n\f\r ]*trailer/y;
const ROW_BYTES = 20;
const TRAILER_BYTES = 64 * 1024;

export function readTables(bytes: BytesAt, limit: number, effort: Effort): Tables {
  const length = Math.min(ENDING_BYTES, limit);
  const ending = latin(bytes, limit - length, length);
  const [, start] = take({ text: ending, at: Math.max(0, ending.lastIndexOf('startxref')) }, START) ?? [];
  if (start === undefined) throw malformed();
  const entries: Rows = new Map();
  const waiting: Waiting[] = [{ at: Number(start) }];
  const places = new Map<number, TableLocation>();
  let newest: PdfDictionary | null = null;
  for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
    if (places.has(next.at)) throw malformed();
    if (places.size >= PDF_TABLES_MAX || entries.size > PDF_OBJECTS_MAX) throw tooManyParts();
    const { trailer, rows, from, to, isPlain } = readTable(bytes, next.at, limit, effort);
    effort.values -= rows.size;
    if (effort.values < 0) throw tooManyParts();
    places.set(next.at, { from, to, isHybrid: trailer.has('XRefStm'), trailer, isPlain });
    newest ??= trailer;
    const added = next.beside === undefined ? addRows(entries, rows) : addHidden(entries, rows, next.beside);
    // A stream beside a table extends it; the table names the earlier ones.
    if (next.beside !== undefined) continue;
    const [beside, previous] = [offsetIn(trailer, 'XRefStm'), offsetIn(trailer, 'Prev')];
    if (beside !== null) waiting.push({ at: beside, beside: { rows, added } });
    if (previous !== null) waiting.push({ at: previous });
  }
  const used = [...entries].filter((each): each is [number, Entry] => each[1] !== null);
  const size = newest?.get('Size');
  // Some programs skip objects beyond the declared size, and some do not.
  if (!isWhole(size) || size > NUMBER_MAX || used.some(([number]) => number >= size)) throw malformed();
  // The first one is the head of the list of free ones: some programs take a table in which it is used for damaged.
  if (entries.get(0)) throw malformed();
  return { entries: new Map(used), trailer: newest ?? new Map(), places };
}

/** Null marks what is free. */
type Rows = Map<number, Entry | null>;

interface Waiting {
  at: number;
  /** Its companion table, and the rows that count. */
  beside?: { rows: Rows; added: Set<number> };
}

interface Table extends Omit<TableLocation, 'isHybrid'> {
  trailer: PdfDictionary;
  rows: Rows;
}

/** Adds the objects that newer tables lack. */
function addRows(entries: Rows, rows: Rows): Set<number> {
  const added = new Set<number>();
  for (const [number, entry] of rows) {
    if (entries.has(number)) continue;
    entries.set(number, entry);
    added.add(number);
  }
  return added;
}

/** Objects hidden from older programs are free in the table and listed by the companion stream (ISO 32000-2, 7.5.8.4). */
function addHidden(entries: Rows, rows: Rows, { rows: listed, added }: NonNullable<Waiting['beside']>): Set<number> {
  for (const [number, entry] of rows) {
    const hidden = listed.get(number) ?? null;
    if (hidden !== null && entry !== null && JSON.stringify(hidden) !== JSON.stringify(entry)) throw malformed();
    if (hidden === null && (added.has(number) || !entries.has(number))) entries.set(number, entry);
  }
  return added;
}

function offsetIn(trailer: PdfDictionary, key: string): number | null {
  const value = trailer.get(key) ?? null;
  if (value !== null && !isWhole(value)) throw malformed();
  return value;
}

/** One table alone. */
export function readTable(bytes: BytesAt, at: number, limit: number, effort: Effort): Table {
  if (at >= limit) throw malformed();
  const rows: Rows = new Map();
  const head = latin(bytes, at, Math.min(64, limit - at));
  const from = at + (/[^\0\t\n\f\r ]/.exec(head)?.index ?? 0);
  const isText = take({ text: head, at: 0 }, TABLE) !== null;
  const { isPlain, ...table } = isText
    ? readRows(bytes, at, limit, rows)
    : { ...readStream(bytes, at, limit, effort, rows), to: null };
  const size = table.trailer.get('Size');
  return { ...table, rows, from, isPlain: isPlain && isWhole(size) && rows.keys().every((number) => number < size) };
}

function readRows(
  bytes: BytesAt,
  start: number,
  limit: number,
  entries: Rows,
): { trailer: PdfDictionary; to: number; isPlain: boolean } {
  let at = start;
  let isPlain = true;
  const window = (length: number): Reader => ({ text: latin(bytes, at, Math.min(length, limit - at)), at: 0 });
  const head = window(64);
  take(head, TABLE);
  at += head.at;
  for (;;) {
    const reader = window(64);
    if (take(reader, TRAILER)) {
      at += reader.at;
      const last = window(TRAILER_BYTES);
      const trailer = readValue(last);
      if (!isDictionary(trailer)) throw malformed();
      return { trailer, to: at + last.at, isPlain };
    }
    const section = take(reader, SECTION);
    const [first, count] = [Number(section?.[1]), Number(section?.[2])];
    if (!section || !isSection(first, count) || entries.size + count > PDF_OBJECTS_MAX) throw malformed();
    isPlain &&= PLAIN_SECTION.test(reader.text);
    at += reader.at;
    const rows = window(count * ROW_BYTES + ROW_BYTES);
    for (let index = 0; index < count; index++) {
      const row = take(rows, ROW);
      if (!row) throw malformed();
      // Programs take a first object that is free, or a zeroth that is used, for a table that begins at another number.
      isPlain &&= first + index > (index === 0 ? 1 : 0) || (row[3] === 'f') === (first + index === 0);
      const isUsed = row[3] === 'n' && Number(row[1]) > 0;
      keep(entries, first + index, isUsed ? { at: Number(row[1]), generation: Number(row[2]) } : null);
    }
    at += rows.at;
  }
}

function readStream(
  bytes: BytesAt,
  at: number,
  limit: number,
  effort: Effort,
  entries: Rows,
): { trailer: PdfDictionary; isPlain: boolean } {
  const { value, number, streamAt } = objectAt(bytes, at, limit, effort, null);
  if (!isDictionary(value) || streamAt === null || nameIn(value, 'Type') !== 'XRef') throw malformed();
  const [length, widths, size] = [value.get('Length'), value.get('W'), value.get('Size')];
  if (typeof length !== 'number' || !isNumbers(widths, 3) || !isWhole(size)) throw malformed();
  const plain = decoded(bytes, value, streamAt, length, limit, effort);
  const index = value.get('Index') ?? [0, size];
  if (!isNumbers(index) || index.length % 2) throw malformed();
  const [kindWidth = 0, secondWidth = 0, thirdWidth = 0] = widths;
  // Programs take a table with wider numbers for damaged.
  if (kindWidth > 4 || secondWidth > 6 || thirdWidth > 6) throw malformed();
  let offset = 0;
  const field = (width: number): number => {
    let number = 0;
    for (const end = offset + width; offset < end; offset++) number = number * 256 + (plain[offset] ?? 0);
    return number;
  };
  for (let pair = 0; pair < index.length; pair += 2) {
    const [first = 0, count = 0] = index.slice(pair, pair + 2);
    if (!isSection(first, count)) throw malformed();
    if (entries.size + count > PDF_OBJECTS_MAX) throw tooManyParts();
    for (let each = 0; each < count; each++) {
      // Some programs treat a truncated table, or one with unknown kinds, as damaged, and some do not.
      if (offset + kindWidth + secondWidth + thirdWidth > plain.length) throw malformed();
      const kind = kindWidth === 0 ? 1 : field(kindWidth);
      if (kind > 2) throw malformed();
      const [second, third] = [field(secondWidth), field(thirdWidth)];
      if (kind === 2) keep(entries, first + each, { within: second, index: third });
      else keep(entries, first + each, kind === 1 ? { at: second, generation: third } : null);
    }
  }
  // A program displays bytes behind the rows if a rendered object's number leads to the table.
  return { trailer: value, isPlain: number > 0 && number < size && offset === plain.length };
}

/** Also one without rows: programs look at the numbers that it names before they look for its rows. */
const isSection = (first: number, count: number): boolean => first < NUMBER_MAX && first + count <= NUMBER_MAX;

/** Of a number that one table lists twice, programs take the first or the last. */
function keep(entries: Rows, number: number, entry: Entry | null): void {
  if (entries.has(number)) throw malformed();
  entries.set(number, entry);
}

const isNumbers = (value: unknown, length?: number): value is number[] =>
  Array.isArray(value) && value.every(isWhole) && (length === undefined || value.length === length);

const latin = (bytes: BytesAt, at: number, length: number): string =>
  Buffer.from(bytes.copy(at, length)).toString('latin1');
