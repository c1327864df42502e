/** A stretch of a text, as long as an answer of a tool may be. What was masked before is never cut open: a place counts letters as shown. */
import { sizeOf } from '#transports/mcp/format/result.ts';

/** Where a stretch begins: as the operation is asked, and letters of its first page that were told before. */
export interface Begin {
  fromPage: number;
  fromCharacter: number;
  skip: number;
}

interface Page {
  number: number;
  text: string;
}

interface Told<P extends Page> {
  pages: readonly P[];
  next: { fromPage: number; fromCharacter: number } | null;
}

/** Of the text itself, beside which the rest of an answer stands. Few letters of Romanian take two bytes. */
const BYTES_MAX = 34_000;
const BYTES_PER_LETTER = 1.1;

export function stretched<P extends Page>({ pages, next }: Told<P>, begin: Begin, lettersMax: number) {
  const shown: P[] = [];
  let letters = lettersMax;
  let bytes = Math.min(BYTES_MAX, lettersMax * BYTES_PER_LETTER);
  for (const [i, page] of pages.entries()) {
    const place = i === 0 ? begin : { fromPage: page.number, fromCharacter: 0, skip: 0 };
    const text = page.text.slice(place.skip);
    const end = fitting(text, letters, bytes);
    if (end === 0 && text !== '') return { pages: shown, next: place };
    shown.push({ ...page, text: text.slice(0, end) });
    if (end < text.length) return { pages: shown, next: { ...place, skip: place.skip + end } };
    letters -= end + AROUND;
    bytes -= sizeOf(text) + AROUND;
  }
  return { pages: shown, next: next && { ...next, skip: 0 } };
}

/** Around a page stand its numbers and its address. */
const AROUND = 300;
/** A last line shorter than this is left for the next stretch. */
const LEAST = 200;

/** How much of a text fits: up to the end of a line or a word, and never between the halves of one sign. */
function fitting(text: string, letters: number, bytes: number): number {
  if (text.length <= letters && sizeOf(text) <= bytes) return text.length;
  let most = Math.min(text.length, letters);
  while (most >= LEAST && sizeOf(text.slice(0, most)) > bytes) most = Math.floor(most * 0.8);
  if (most < LEAST) return 0;
  const line = text.lastIndexOf('\n', most - 1) + 1;
  if (line > most / 2) return line;
  const word = text.lastIndexOf(' ', most - 1) + 1;
  if (word > most / 2) return word;
  return /[\ud800-\udbff]/.test(text[most - 1] ?? '') ? most - 1 : most;
}
