/** Collects the text of pages, normalizes it, and returns it in messages of limited size. */

import { commaBelow } from '#lib/values/text.ts';
import { type ReaderMessage, Refused } from './reading.ts';

/** Four thousand dense pages; whole laws have two million characters. */
const TEXT_LENGTH_MAX = 20_000_000;
/** Pages of formats without pages are split between lines. */
const MESSAGE_LENGTH = 500_000;
/** A hundred times the longest paragraph. */
const LINE_LENGTH_MAX = 2_000_000;

export class PageWriter {
  private number = 1;
  private parts: string[] = [];
  private partsLength = 0;
  private length = 0;
  private hasText = false;
  private ready: ReaderMessage[] = [];

  /** Throws `Refused` when the file has more text than a document. */
  add(text: string): void {
    this.length += text.length;
    if (this.length > TEXT_LENGTH_MAX) {
      this.flush();
      throw new Refused('tooLarge', `more than ${TEXT_LENGTH_MAX} characters of text`);
    }
    this.hasText ||= text.trim() !== '';
    this.parts.push(text);
    this.partsLength += text.length;
    const mayCut = this.partsLength > MESSAGE_LENGTH && text.endsWith('\n');
    if (mayCut || this.partsLength > LINE_LENGTH_MAX) this.flush();
  }

  /** Starts a page, unless this one is empty: programs mark one break twice. */
  breakPage(): void {
    if (this.hasText) this.nextPage();
  }

  /** Starts a page in any case: slides and sheets may be empty. */
  nextPage(): void {
    this.flush();
    this.number++;
    this.hasText = false;
  }

  /** The finished messages; with `isLast` everything. */
  *drain(isLast = false): Generator<ReaderMessage> {
    if (isLast) this.flush();
    yield* this.ready.splice(0);
  }

  private flush(): void {
    const text = normalText(this.parts.join(''));
    if (text !== '') this.ready.push({ page: this.number, text });
    this.parts = [];
    this.partsLength = 0;
  }
}

/** Yields the text that `steps` add to the pages, including the text before an error. The caller receives the end. */
export async function* streamPages(
  pages: PageWriter,
  steps: AsyncIterable<void> | Iterable<void>,
): AsyncGenerator<ReaderMessage> {
  try {
    for await (const _ of steps) yield* pages.drain();
  } catch (error) {
    if (error instanceof Refused) yield* pages.drain(true);
    throw error;
  }
}

/** Combining marks per character. No language has ten, and composing a long run takes quadratic time. */
const MARKS = /\p{M}+/gu;
const MARKS_MAX = 30;
/** Soft hyphens, joiners, zero-width spaces, direction and byte-order marks. */
const INVISIBLE = /[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2064\u2066-\u2069\ufeff]/g;
/** Control characters except line ends and tabs. Form feeds separate pages. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: these are what is taken out.
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\ufffe\uffff]/g;
const LINE_ENDS = /\r\n?|[\u0085\u2028\u2029]/g;
const BLANKS = /[\u00a0\u1680\u2000-\u200a\u202f\u205f\u3000]/g;

/** Words that keep the hyphen after them … */
const HYPHENATED_HEADS = new Set(
  'a ai al am ar au ca ce da de dă dându dintr ex fi fă i il într întru l la le lu m mi n ne ni non nu o pe post pre prim printr s să se sub și te ți un v vi vice vor'.split(
    ' ',
  ),
);
/** … and words that keep the hyphen before them. */
const HYPHENATED_TAILS = new Set(
  'a ai al ale am ar are aș ați au că e ea ei i ia ii îi îl îmi își îți l la le lea lor lui mi n ne ni o or se și te ți ul ului un una unei unor unui uri urile v vă vi'.split(
    ' ',
  ),
);
const LETTER = /\p{L}/u;
const FIRST_WORD = /^\p{L}+/u;
/** Longer than any word: the limit of the search at line ends. */
const WORD_LENGTH_MAX = 40;
/** Lines that one word may span: each join copies the text so far. */
const JOINED_MAX = 3;
const LOWER = /^\p{Ll}/u;

export function normalText(text: string): string {
  const plain = commaBelow(
    text
      .toWellFormed()
      .replace(LINE_ENDS, '\n')
      .replace(INVISIBLE, '')
      .replace(CONTROL, ' ')
      .replace(BLANKS, ' ')
      .replace(MARKS, (marks) => marks.slice(0, MARKS_MAX))
      .normalize('NFC'),
  );
  return joinedLines(
    plain
      .replaceAll(' \t', '\t')
      .split('\n')
      .map((line) => line.trimEnd()),
  ).trim();
}

/** Moves the rest of a hyphenated word to the line where it began. Collapses empty lines. */
function joinedLines(lines: readonly string[]): string {
  const joined: string[] = [];
  let times = 0;
  for (const line of lines) {
    const before = joined.at(-1);
    if (before === '' && line === '') continue;
    const broken = before?.endsWith('-') && times < JOINED_MAX ? brokenWord(before, line.trimStart()) : null;
    times = broken?.rest === '' ? times + 1 : 0;
    if (broken === null) joined.push(line);
    else {
      joined[joined.length - 1] = broken.line;
      if (broken.rest !== '') joined.push(broken.rest);
    }
  }
  return joined.join('\n');
}

/** Null when the hyphen is a dash, or separates no word. */
function brokenWord(before: string, next: string): { line: string; rest: string } | null {
  const head = lastWord(before.slice(-WORD_LENGTH_MAX - 1, -1));
  const tail = next.slice(0, WORD_LENGTH_MAX).match(FIRST_WORD)?.[0];
  if (head === '' || tail === undefined || !LOWER.test(tail)) return null;
  const isHyphenated = HYPHENATED_HEADS.has(head.toLowerCase()) || HYPHENATED_TAILS.has(tail);
  // Includes punctuation after the word: no line begins with a comma.
  const blank = next.search(/\s/);
  const word = blank < 0 ? next : next.slice(0, blank);
  return { line: `${isHyphenated ? before : before.slice(0, -1)}${word}`, rest: next.slice(word.length).trimStart() };
}

function lastWord(text: string): string {
  let start = text.length;
  while (start > 0 && LETTER.test(text[start - 1] ?? '')) start--;
  return text.slice(start);
}
