/**
 * Reads DOC of Word 97 to 2003: the text is a table of segments. Written by hand, because the known library reads whole files into memory,
 * crashes on hostile ones and depends on older versions of two of our packages.
 */
import { type FileHandle, open } from 'node:fs/promises';
import { compoundStream } from '#lib/readers/workbook/compound-file.ts';
import { BrokenWorkbook } from '#lib/readers/workbook/worksheet.ts';
import { PageWriter, streamPages } from './page-writer.ts';
import { type ReaderMessage, Refused } from './reading.ts';

/** Limit of the text stream, including pictures. */
const STREAM_BYTES_MAX = 300_000_000;

const WORD = 0xa5ec;
/** Word 97; older versions have no segment table at this offset. */
const WORD_97 = 0x00c1;
const FLAGS = { at: 0x0a, encrypted: 0x0100, otherTable: 0x0200 };
/** Lengths of body text, footnotes, headers, macros, comments, endnotes, text boxes and header text boxes, in this order. */
const LENGTHS_AT = 0x4c;
const PARTS = ['text', 'footnotes', 'headers', 'macros', 'remarks', 'endnotes', 'boxes', 'headerBoxes'] as const;
const TEXT_PARTS: readonly string[] = ['text', 'footnotes', 'headers', 'endnotes', 'boxes', 'headerBoxes'];
const TABLE_AT = 0x01a2;
/** The list of pages with the formats of characters. */
const FORMATS_AT = 0x00fa;
const PAGE_BYTES = 512;
/** Property changes that hide characters: a tracked deletion, and hidden text. The short numbers stand in segments. */
const HIDING = { changes: [0x0800, 0x083c], short: [0x41, 0x5c] };

export async function* docPages(path: string): AsyncGenerator<ReaderMessage> {
  const file = await open(path);
  try {
    const stream = await wholeStream(file, 'WordDocument');
    if (stream.length < TABLE_AT + 8 || stream.readUInt16LE(0) !== WORD)
      throw new Refused('damaged', 'no Word document');
    if (stream.readUInt16LE(2) < WORD_97) throw new Refused('unsupported', 'a document of Word 95 or earlier');
    const flags = stream.readUInt16LE(FLAGS.at);
    if (flags & FLAGS.encrypted) throw new Refused('encrypted', 'a Word document with a password');
    const table = await wholeStream(file, flags & FLAGS.otherTable ? '1Table' : '0Table');
    const start = stream.readUInt32LE(TABLE_AT);
    const segments = segmentsOf(table.subarray(start, start + stream.readUInt32LE(TABLE_AT + 4)));
    const hidden = hiddenRanges(stream, table);
    const pages = new PageWriter();
    yield* streamPages(pages, steps(stream, segments, hidden, pages));
    yield* pages.drain(true);
  } catch (error) {
    if (error instanceof BrokenWorkbook) throw new Refused('damaged', error.message);
    // An offset beyond the end of its stream.
    if (error instanceof RangeError && 'code' in error)
      throw new Refused('damaged', 'a table of pieces that breaks off');
    throw error;
  } finally {
    await file.close();
  }
}

interface TextSegment {
  /** Offsets of the first character in the whole text, and after the last one. */
  from: number;
  to: number;
  /** Offset of its bytes. */
  at: number;
  /** One byte per character in windows-1252, else two. */
  isNarrow: boolean;
  isHidden: boolean;
}

/** The segment table follows style changes, each with its length. */
function segmentsOf(complex: Buffer): TextSegment[] {
  let at = 0;
  const changes: Buffer[] = [];
  while (complex[at] === 1) {
    const end = at + 3 + complex.readUInt16LE(at + 1);
    changes.push(complex.subarray(at + 3, end));
    at = end;
  }
  if (complex[at] !== 2) throw new Refused('damaged', 'a document without its table of pieces');
  const table = complex.subarray(at + 5, at + 5 + complex.readUInt32LE(at + 1));
  const count = Math.floor((table.length - 4) / 12);
  return Array.from({ length: count }, (_, i) => {
    const place = table.readUInt32LE((count + 1) * 4 + i * 8 + 2);
    const isNarrow = (place & 0x40000000) !== 0;
    const bytes = place & 0x3fffffff;
    return {
      from: table.readUInt32LE(i * 4),
      to: table.readUInt32LE((i + 1) * 4),
      at: isNarrow ? bytes >>> 1 : bytes,
      isNarrow,
      isHidden: isHiddenBy(table.readUInt16LE((count + 1) * 4 + i * 8 + 6), changes),
    };
  });
}

/** The property change of a segment: the number of a list of changes, or one change with a short number and its value. */
function isHiddenBy(change: number, lists: readonly Buffer[]): boolean {
  if (change & 1) return hides(lists[change >>> 1] ?? Buffer.alloc(0));
  return HIDING.short.includes((change >>> 1) & 0x7f) && isOn(change >>> 8);
}

/** On, or the opposite of the style; styles hardly ever hide text. */
const isOn = (value: number | undefined): boolean => value === 1 || value === 0x81;

/** Lengths of the values of property changes, by the upper three bits of their numbers; -1: the next byte states it. */
const VALUE_BYTES = [1, 1, 2, 4, 2, 2, -1, 3];

/** Whether property changes hide their characters. A later change overrides an earlier one. */
function hides(changes: Buffer): boolean {
  const hidden = new Set<number>();
  for (let at = 0; at + 2 < changes.length; ) {
    const change = changes.readUInt16LE(at);
    const bytes = VALUE_BYTES[change >>> 13] ?? 1;
    const value = changes[at + 2];
    if (HIDING.changes.includes(change)) isOn(value) ? hidden.add(change) : hidden.delete(change);
    at += 2 + (bytes < 0 ? 1 + (value ?? 0) : bytes);
  }
  return hidden.size > 0;
}

/** Bytes of hidden characters, from and to, in order: pages of 512 bytes list runs of characters with their property changes. */
function hiddenRanges(stream: Buffer, table: Buffer): [from: number, to: number][] {
  const start = table.subarray(stream.readUInt32LE(FORMATS_AT));
  const list = start.subarray(0, stream.readUInt32LE(FORMATS_AT + 4));
  const count = Math.floor((list.length - 4) / 8);
  if (count * PAGE_BYTES > stream.length)
    throw new Refused('damaged', 'a list of formats that is longer than the file');
  const ranges: [number, number][] = [];
  for (let i = 0; i < count; i++) {
    const pageAt = (list.readUInt32LE((count + 1) * 4 + i * 4) & 0x3fffff) * PAGE_BYTES;
    const page = stream.subarray(pageAt, pageAt + PAGE_BYTES);
    if (page.length < PAGE_BYTES) throw new Refused('damaged', 'formats that break off');
    const runs = page[PAGE_BYTES - 1] ?? 0;
    for (let run = 0; run < runs; run++) {
      const changesAt = (page[(runs + 1) * 4 + run] ?? 0) * 2;
      const changes = page.subarray(changesAt + 1, changesAt + 1 + (page[changesAt] ?? 0));
      if (changesAt > 0 && hides(changes)) ranges.push([page.readUInt32LE(run * 4), page.readUInt32LE(run * 4 + 4)]);
    }
  }
  return mergeRanges(ranges);
}

/** In order, with overlapping ranges merged: a hostile file cannot make one byte part of many ranges. */
function mergeRanges(ranges: [number, number][]): [number, number][] {
  const merged: [number, number][] = [];
  for (const [from, to] of ranges.sort(([a], [b]) => a - b)) {
    const last = merged.at(-1);
    if (last && from <= last[1]) last[1] = Math.max(last[1], to);
    else if (to > from) merged.push([from, to]);
  }
  return merged;
}

/** Cuts bytes at the borders of hidden ranges. */
function* visibleParts(
  from: number,
  to: number,
  hidden: readonly (readonly [number, number])[],
): Generator<{ from: number; to: number; isHidden: boolean }> {
  let at = from;
  let next = firstAfter(hidden, from);
  while (at < to) {
    const [start, end] = hidden[next++] ?? [to, to];
    const border = Math.min(to, Math.max(at, start));
    if (border > at) yield { from: at, to: border, isHidden: false };
    at = Math.min(to, Math.max(border, end));
    if (at > border) yield { from: border, to: at, isHidden: true };
  }
}

/** The first range that ends after an offset. */
function firstAfter(ranges: readonly (readonly [number, number])[], offset: number): number {
  let [low, high] = [0, ranges.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ranges[middle]?.[1] ?? 0) > offset) high = middle;
    else low = middle + 1;
  }
  return low;
}

function* steps(
  stream: Buffer,
  segments: readonly TextSegment[],
  hidden: readonly (readonly [number, number])[],
  pages: PageWriter,
): Generator<void> {
  const writer = new WordText(pages);
  let end = 0;
  let bytesRead = 0;
  for (const [i, part] of PARTS.entries()) {
    const start = end;
    end += stream.readUInt32LE(LENGTHS_AT + i * 4);
    if (!TEXT_PARTS.includes(part)) continue;
    for (const { from, to, at, isNarrow, isHidden } of segments) {
      if (to <= start || from >= end || to < from) continue;
      const [first, last] = [Math.max(from, start), Math.min(to, end)];
      const width = isNarrow ? 1 : 2;
      const [firstByte, lastByte] = [at + (first - from) * width, at + (last - from) * width];
      if (lastByte > stream.length) throw new Refused('damaged', 'a document that breaks off');
      bytesRead += lastByte - firstByte;
      // Segments that share bytes multiply the text.
      if (bytesRead > 4 * stream.length) throw new Refused('tooLarge', 'a document that repeats itself');
      for (const part of visibleParts(firstByte, lastByte, hidden)) {
        const bytes = stream.subarray(part.from, part.to);
        const text = isNarrow ? narrow.decode(bytes) : bytes.toString('utf16le');
        writer.add(isHidden || part.isHidden ? text.replace(NO_FIELD_MARKS, '') : text);
      }
      yield;
    }
    writer.endPart();
    pages.add('\n');
  }
}

const narrow = new TextDecoder('windows-1252');

const MARK = { cell: '\x07', line: '\x0b', page: '\x0c', paragraph: '\r', codes: '\x13', result: '\x14', end: '\x15' };
const PLAIN: Readonly<Record<string, string>> = {
  [MARK.cell]: '\t',
  // The end of the last cell and of the row; sometimes an empty cell.
  [MARK.cell + MARK.cell]: '\t\n',
  [MARK.line]: '\n',
  [MARK.paragraph]: '\n',
  '\x1e': '-',
  '\x1f': '\u00ad',
};
// biome-ignore lint/suspicious/noControlCharactersInRegex: marks of the format.
const MARKS = /(\x07\x07|[\x07\x0b\x0c\r\x13\x14\x15\x1e\x1f])/;

/** Everything but the marks of fields: a field that begins in hidden text may end outside of it. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: marks of the format.
const NO_FIELD_MARKS = /[^\x13-\x15]+/g;

/** Text with control characters: of a field its result, not its code. */
class WordText {
  private readonly pages: PageWriter;
  /** Per open field, whether its code is being read. */
  private fields: boolean[] = [];

  constructor(pages: PageWriter) {
    this.pages = pages;
  }

  add(text: string): void {
    for (const part of text.split(MARKS)) {
      if (part === '') continue;
      if (part === MARK.codes) this.fields.push(true);
      else if (part === MARK.result) this.fields.splice(-1, 1, false);
      else if (part === MARK.end) this.fields.pop();
      else if (this.fields.at(-1)) continue;
      else if (part === MARK.page) this.pages.breakPage();
      else this.pages.add(PLAIN[part] ?? part);
    }
  }

  endPart(): void {
    this.fields = [];
  }
}

async function wholeStream(file: FileHandle, name: string): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of compoundStream(file, [name])) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > STREAM_BYTES_MAX) throw new Refused('tooLarge', `a stream of more than ${STREAM_BYTES_MAX} bytes`);
  }
  return Buffer.concat(chunks);
}
