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
    const pages = new PageWriter();
    yield* streamPages(pages, steps(stream, segments, pages));
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
}

/** The segment table follows style changes, each with its length. */
function segmentsOf(complex: Buffer): TextSegment[] {
  let at = 0;
  while (complex[at] === 1) at += 3 + complex.readUInt16LE(at + 1);
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
    };
  });
}

function* steps(stream: Buffer, segments: readonly TextSegment[], pages: PageWriter): Generator<void> {
  const writer = new WordText(pages);
  let end = 0;
  let bytesRead = 0;
  for (const [i, part] of PARTS.entries()) {
    const start = end;
    end += stream.readUInt32LE(LENGTHS_AT + i * 4);
    if (!TEXT_PARTS.includes(part)) continue;
    for (const { from, to, at, isNarrow } of segments) {
      if (to <= start || from >= end || to < from) continue;
      const [first, last] = [Math.max(from, start), Math.min(to, end)];
      const width = isNarrow ? 1 : 2;
      const bytes = stream.subarray(at + (first - from) * width, at + (last - from) * width);
      if (bytes.length < (last - first) * width) throw new Refused('damaged', 'a document that breaks off');
      bytesRead += bytes.length;
      // Segments that share bytes multiply the text.
      if (bytesRead > 4 * stream.length) throw new Refused('tooLarge', 'a document that repeats itself');
      writer.add(isNarrow ? narrow.decode(bytes) : bytes.toString('utf16le'));
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
