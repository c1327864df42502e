/** Reads RTF: groups, control words and text in the code page of its font, in a single pass. */

import { PageWriter, streamPages } from './page-writer.ts';
import { fromCp852 } from './plain-text.ts';
import { type ReaderMessage, Refused } from './reading.ts';

/** Word stops at some hundreds. */
const DEPTH_MAX = 2_000;
/** Bytes between two outputs. */
const STEP_BYTES = 200_000;

/** Groups without document text. Headers and notes have text. */
const SILENT = new Set(
  'fonttbl colortbl stylesheet info pict object objdata generator listtable listoverridetable rsidtbl themedata colorschememapping datastore latentstyles xmlnstbl filetbl revtbl nonshppict fldinst bkmkstart bkmkend mmathPr pgptbl atnid atnauthor annotation'.split(
    ' ',
  ),
);
const SIGNS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  row: '\n',
  nestrow: '\n',
  tab: '\t',
  cell: '\t',
  nestcell: '\t',
  emdash: '—',
  endash: '–',
  bullet: '•',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  emspace: ' ',
  enspace: ' ',
};
const ESCAPED: Readonly<Record<string, string>> = {
  '\\': '\\',
  '{': '{',
  '}': '}',
  '~': ' ',
  _: '-',
  '\n': '\n',
  '\r': '\n',
};

/** `\fcharset` of a font → code page. 0 and 1 mean the document's own. */
const CHARSETS = new Map([
  [238, 1250],
  [204, 1251],
  [161, 1253],
  [162, 1254],
  [186, 1257],
  [255, 852],
]);
/** The code page of Romanian documents that declare none. */
const CODE_PAGE = 1250;

interface Group {
  /** A group without document text. */
  silent: boolean;
  /** Text that is hidden from readers of the page, or deleted with the deletion still tracked. */
  hidden: boolean;
  /** Fallback characters after each `\u`. */
  fallback: number;
  font: number;
  /** Whether it is in the font table. */
  isFonts: boolean;
}

export async function* rtfPages(bytes: Buffer): AsyncGenerator<ReaderMessage> {
  const pages = new PageWriter();
  yield* streamPages(pages, steps(bytes, pages));
  yield* pages.drain(true);
}

function* steps(bytes: Buffer, pages: PageWriter): Generator<void> {
  const reader = new RtfReader(bytes, pages);
  while (reader.at < bytes.length) {
    reader.readTo(Math.min(bytes.length, reader.at + STEP_BYTES));
    yield;
  }
  reader.flush();
  if (reader.isOpen) throw new Refused('damaged', 'RTF that breaks off');
}

class RtfReader {
  at = 0;
  private readonly groups: Group[] = [];
  private group: Group = { silent: false, hidden: false, fallback: 1, font: -1, isFonts: false };
  private codePage = CODE_PAGE;
  private readonly fonts = new Map<number, number>();
  /** The font of text that names none. */
  private defaultFont = -1;
  private skip = 0;
  /** Bytes beyond ASCII, which some code pages write in pairs. */
  private characterBytes: number[] = [];
  private readonly bytes: Buffer;
  private readonly pages: PageWriter;

  constructor(bytes: Buffer, pages: PageWriter) {
    this.bytes = bytes;
    this.pages = pages;
  }

  get isOpen(): boolean {
    return this.groups.length > 0;
  }

  readTo(end: number): void {
    while (this.at < end) {
      const byte = this.bytes[this.at++];
      if (byte === 0x7b) this.open();
      else if (byte === 0x7d) this.close();
      else if (byte === 0x5c) this.control();
      // Line ends in RTF carry no meaning.
      else if (byte !== 0x0a && byte !== 0x0d && byte !== undefined) this.character(byte);
    }
  }

  flush(): void {
    if (this.characterBytes.length === 0) return;
    this.pages.add(decode(this.characterBytes, this.fonts.get(this.group.font) ?? this.codePage));
    this.characterBytes = [];
  }

  private open(): void {
    this.flush();
    if (this.groups.length >= DEPTH_MAX)
      throw new Refused('tooLarge', `RTF of more than ${DEPTH_MAX} groups inside one another`);
    this.groups.push(this.group);
    this.group = { ...this.group };
    this.skip = 0;
  }

  private close(): void {
    this.flush();
    this.group = this.groups.pop() ?? this.group;
    this.skip = 0;
  }

  private control(): void {
    const first = this.bytes[this.at] ?? 0;
    if (isLetter(first)) this.controlWord();
    else this.sign(first);
  }

  private controlWord(): void {
    const start = this.at;
    while (isLetter(this.bytes[this.at] ?? 0) && this.at - start < 32) this.at++;
    const word = this.bytes.toString('latin1', start, this.at);
    const numberStart = this.at;
    if (this.bytes[this.at] === 0x2d) this.at++;
    while (isDigit(this.bytes[this.at] ?? 0) && this.at - numberStart < 11) this.at++;
    const number = this.at > numberStart ? Number(this.bytes.toString('latin1', numberStart, this.at)) : null;
    if (this.bytes[this.at] === 0x20) this.at++;
    this.word(word, number);
  }

  private sign(first: number): void {
    this.at++;
    if (first === 0x27) {
      const byte = Number.parseInt(this.bytes.toString('latin1', this.at, this.at + 2), 16);
      this.at += 2;
      if (!Number.isNaN(byte)) this.character(byte);
      return;
    }
    // An optional destination, which has no text for us.
    if (first === 0x2a) this.group.silent = true;
    else this.add(ESCAPED[String.fromCharCode(first)] ?? '');
  }

  private word(word: string, number: number | null): void {
    if (word === 'u') this.unicode(number ?? 0);
    else if (word === 'bin') this.at += Math.max(0, number ?? 0);
    else if (word === 'page') this.breakPage();
    else if (word === 'ansicpg' && number) this.codePage = number;
    else if (word === 'mac' || word === 'pc' || word === 'pca') this.codePage = word === 'mac' ? 10_000 : 852;
    else if (word === 'uc') this.group.fallback = Math.min(Math.max(0, number ?? 1), 10);
    else if (word === 'fonttbl') [this.group.silent, this.group.isFonts] = [true, true];
    else if (word === 'f') this.useFont(number ?? -1);
    else if (word === 'deff') this.useDefaultFont(number ?? -1);
    else if (word === 'plain') this.resetFormat();
    else if (word === 'fcharset' && this.group.isFonts)
      this.fonts.set(this.group.font, CHARSETS.get(number ?? 0) ?? this.codePage);
    // Text of a drawing inside a skipped group.
    else if (word === 'shptxt') this.group.silent = false;
    else if (SILENT.has(word)) this.group.silent = true;
    else if (word === 'v' || word === 'deleted') this.hide(number !== 0);
    else this.add(SIGNS[word] ?? '');
  }

  private useFont(font: number): void {
    this.flush();
    this.group.font = font;
  }

  private useDefaultFont(font: number): void {
    this.defaultFont = font;
    this.useFont(font);
  }

  private hide(hidden: boolean): void {
    this.flush();
    this.group.hidden = hidden;
  }

  private resetFormat(): void {
    this.useFont(this.defaultFont);
    this.hide(false);
  }

  private get isSilent(): boolean {
    return this.group.silent || this.group.hidden;
  }

  private unicode(number: number): void {
    this.flush();
    this.skip = 0;
    // Numbers from 32,768 on are written as negative.
    if (!this.isSilent) this.pages.add(String.fromCharCode(number & 0xffff));
    this.skip = this.group.fallback;
  }

  private character(byte: number): void {
    if (this.skip > 0) this.skip--;
    else if (!this.isSilent) this.characterBytes.push(byte);
    if (this.characterBytes.length >= 10_000) this.flush();
  }

  private add(text: string): void {
    if (text === '' || this.isSilent) return;
    this.flush();
    this.pages.add(text);
  }

  private breakPage(): void {
    this.flush();
    if (!this.isSilent) this.pages.breakPage();
  }
}

const isLetter = (byte: number): boolean => (byte | 0x20) >= 0x61 && (byte | 0x20) <= 0x7a;
const isDigit = (byte: number): boolean => byte >= 0x30 && byte <= 0x39;

const decoders = new Map<number, TextDecoder>();

function decode(letters: readonly number[], codePage: number): string {
  const bytes = Uint8Array.from(letters);
  if (codePage === 852) return fromCp852(bytes);
  let decoder = decoders.get(codePage);
  if (!decoder) {
    decoder = new TextDecoder(encodingName(codePage));
    decoders.set(codePage, decoder);
  }
  return decoder.decode(bytes);
}

function encodingName(codePage: number): string {
  if (codePage === 65_001) return 'utf-8';
  if (codePage === 10_000) return 'macintosh';
  return codePage >= 1_250 && codePage <= 1_258 ? `windows-${codePage}` : `windows-${CODE_PAGE}`;
}
