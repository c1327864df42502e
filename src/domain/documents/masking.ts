/** Text of documents as it leaves: without the names of hidden persons and without personal numbers. */
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { withoutCnp } from '#lib/values/cnp.ts';
import { fold } from '#lib/values/text.ts';
import type { PageRow as StoredPage } from './tables/rows.ts';

/** Also of what was broken at the end of a line. Both looks go through the text; neither makes the other find more. */
export const maskedText = (text: string, hidden: HiddenNames): string => hidden.redacted(withoutCnp(text));

/** Which ends of a piece are those of its page. */
interface Edges {
  head: boolean;
  tail: boolean;
}

/**
 * A page or paragraph of a longer text: a name may begin before it or end behind it. Words of a hidden name are taken out where
 * they stand at its edges, whoever's they are: better a first name too many than half of one who is hidden.
 */
export function maskedPart(text: string, hidden: HiddenNames, edges: Edges = { head: true, tail: true }): string {
  if (hidden.all.length === 0) return maskedText(text, hidden);
  const words = [...text.slice(0, EDGE).matchAll(WORD)];
  const head = edges.head ? edgeOf(words, hidden) : null;
  const tailStart = Math.max(head?.end ?? 0, text.length - EDGE);
  const tail = edges.tail ? edgeOf([...text.slice(tailStart).matchAll(WORD)].toReversed(), hidden) : null;
  const [start, end] = [head?.end ?? 0, tail ? tailStart + tail.start : text.length];
  const inner = text.slice(start, Math.max(start, end));
  return `${head ? text.slice(0, head.start) + REDACTED : ''}${maskedText(inner, hidden)}${tail ? REDACTED + text.slice(tailStart + tail.end) : ''}`;
}

/** The texts before and behind a page. */
export interface Neighbours {
  before: string;
  behind: string;
}

/** A page whose neighbours are at hand: of a name that is split over two of them neither half is left, and nobody else's is taken. */
export function maskedBetween(text: string, hidden: HiddenNames, { before, behind }: Neighbours): string {
  const [head, inner, tail] = [before.slice(-EDGE), text, behind.slice(0, EDGE)].map((part) =>
    part.replace(/[\v\f]/g, ' '),
  ) as [string, string, string];
  const masked = maskedText(`${head}${PAGE_START}${inner}${PAGE_END}${tail}`, hidden);
  const end = masked.lastIndexOf(PAGE_END);
  // A name that took an edge with it stands for the edge: the last one of the page, or the first one that is not of the page before.
  const upTo = end >= 0 ? end : beginningOf(masked, countOf(masked) - countOf(maskedText(tail, hidden)) - 1);
  const start = masked.indexOf(PAGE_START);
  const from = start >= 0 ? start + 1 : beginningOf(masked, countOf(maskedText(head, hidden)));
  return masked.slice(Math.max(0, from), upTo < 0 ? undefined : Math.max(from, upTo));
}

/** Blanks of a kind that no page has here. */
const PAGE_START = '\v';
const PAGE_END = '\f';
const REDACTED = '[…]';

const countOf = (masked: string): number => masked.split(REDACTED).length - 1;

/** Where the so-manieth name that was taken out stood. */
function beginningOf(masked: string, which: number): number {
  let at = -1;
  for (let seen = 0; seen <= which; seen++) at = masked.indexOf(REDACTED, at + 1);
  return at;
}

/** Longer than any name. */
const EDGE = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words from the edge on that one name has all of; null when the first one is nobody's. */
function edgeOf(words: readonly RegExpMatchArray[], { all }: HiddenNames): { start: number; end: number } | null {
  let most = 0;
  for (const name of all) {
    let count = 0;
    while (name.includes(fold(words[count]?.[0] ?? ''))) count++;
    most = Math.max(most, count);
  }
  if (most === 0) return null;
  const run = words.slice(0, most).map((word) => ({ start: word.index ?? 0, end: (word.index ?? 0) + word[0].length }));
  return { start: Math.min(...run.map(({ start }) => start)), end: Math.max(...run.map(({ end }) => end)) };
}

type PageRow = Omit<StoredPage, 'content'>;

/** Of an answer: two megabytes of JSON at most. */
const LENGTH_MAX = 500_000;
/** Whatever is masked is shorter than this. */
const AROUND = 200;
/** Places that are tried for a cut. */
const CUTS_MAX = 50;

interface TextWindow {
  pages: PageRow[];
  next: { fromPage: number; fromCharacter: number } | null;
  masked: boolean;
}

type Masked = (text: string) => string;

/** `rows`: one more than `pages`, where there are so many, so that it is known whether there is more. */
export async function textWindow(
  rows: AsyncIterable<PageRow>,
  { pages: count, fromCharacter }: { pages: number; fromCharacter: number },
  masked: Masked,
  {
    piece = masked,
    lengthMax = LENGTH_MAX,
  }: { piece?: (text: string, edges: Edges) => string; lengthMax?: number } = {},
): Promise<TextWindow> {
  const stretch: TextWindow = { pages: [], next: null, masked: false };
  let left = lengthMax;
  for await (const row of rows) {
    const start = stretch.pages.length === 0 ? beginOf(row.text, fromCharacter, masked) : 0;
    if (stretch.pages.length === count || left <= 0)
      return { ...stretch, next: { fromPage: row.number, fromCharacter: start } };
    const whole = row.text.slice(start);
    const end = whole.length <= left ? whole.length : cutOf(whole, left, masked);
    const shown = piece(whole.slice(0, end), { head: start === 0, tail: end === whole.length });
    // Files inside of archives are named after persons, too.
    stretch.pages.push({ ...row, entry: row.entry && masked(row.entry), text: shown });
    stretch.masked ||= shown !== whole.slice(0, end);
    left -= end;
    if (end < whole.length) return { ...stretch, next: { fromPage: row.number, fromCharacter: start + end } };
  }
  return stretch;
}

/** At the end of a line if there is one, and where masking both sides apart masks the same as masking them together. */
function cutOf(text: string, max: number, masked: Masked): number {
  let at = max;
  for (let tried = 0; tried < CUTS_MAX; tried++) {
    const line = text.lastIndexOf('\n', at - 1);
    const place = line > max / 2 ? line + 1 : text.lastIndexOf(' ', at - 1) + 1;
    if (place <= max / 2) break;
    if (isBetween(text, place, masked)) return place;
    at = place - 1;
  }
  // A wall of letters without a blank: never between the halves of one sign.
  return /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
}

/** The place that was asked for, or the next one that does not lie in something masked: whoever begins inside of a name gets nothing of it. */
function beginOf(text: string, asked: number, masked: Masked): number {
  const last = Math.min(asked + AROUND, text.length);
  for (let place = asked; place > 0 && place < last; place++) if (isBetween(text, place, masked)) return place;
  return asked === 0 ? 0 : last;
}

function isBetween(text: string, place: number, masked: Masked): boolean {
  const [before, after] = [text.slice(Math.max(0, place - AROUND), place), text.slice(place, place + AROUND)];
  return masked(before + after) === masked(before) + masked(after);
}
