/**
 * Text of documents as it leaves: without the names of hidden persons and without personal numbers, cut only where nothing masked is split.
 */
import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { withoutCnp } from '#lib/values/cnp.ts';
import { fold } from '#lib/values/text.ts';
import type { PageRow as StoredPage } from './tables/rows.ts';

/** Also matches numbers and names broken over two lines. The order of the two steps does not matter. */
export const maskedText = (text: string, hidden: HiddenNames): string => hidden.redact(withoutCnp(text));

/** Which ends of a part are ends of its page. */
interface Edges {
  head: boolean;
  tail: boolean;
}

/**
 * Masks a page or paragraph of a longer text, where a name may begin before it or end after it. Words of any hidden name at an edge are
 * removed: better one first name too many than half a hidden name.
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

/** The texts before and after a page. */
export interface Neighbours {
  before: string;
  behind: string;
}

/** Masks a page with its neighbours: both halves of a name split over two pages are removed, and no other word. */
export function maskedBetween(text: string, hidden: HiddenNames, { before, behind }: Neighbours): string {
  const [head, inner, tail] = [before.slice(-EDGE), text, behind.slice(0, EDGE)].map((part) =>
    part.replace(/[\v\f]/g, ' '),
  ) as [string, string, string];
  const masked = maskedText(`${head}${PAGE_START}${inner}${PAGE_END}${tail}`, hidden);
  const end = masked.lastIndexOf(PAGE_END);
  // A masked name may have replaced a page mark; it then stands for that mark.
  const upTo = end >= 0 ? end : beginningOf(masked, countOf(masked) - countOf(maskedText(tail, hidden)) - 1);
  const start = masked.indexOf(PAGE_START);
  const from = start >= 0 ? start + 1 : beginningOf(masked, countOf(maskedText(head, hidden)));
  return masked.slice(Math.max(0, from), upTo < 0 ? undefined : Math.max(from, upTo));
}

/** Whitespace that occurs on no page. */
const PAGE_START = '\v';
const PAGE_END = '\f';
const REDACTED = '[…]';

const countOf = (masked: string): number => masked.split(REDACTED).length - 1;

/** Position of the n-th masked name. */
function beginningOf(masked: string, which: number): number {
  let at = -1;
  for (let seen = 0; seen <= which; seen++) at = masked.indexOf(REDACTED, at + 1);
  return at;
}

/** Longer than any name. */
const EDGE = 200;
const WORD = /[\p{L}\p{M}\p{N}]+/gu;

/** The words at the edge that all belong to one hidden name; null when the first word belongs to none. */
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

/** Limit of an answer: two megabytes of JSON. */
const LENGTH_MAX = 500_000;
/** Longer than anything masked. */
const AROUND = 200;
/** Candidates for a cut. */
const CUTS_MAX = 50;

interface TextWindow {
  pages: PageRow[];
  next: { fromPage: number; fromCharacter: number } | null;
  masked: boolean;
}

type Masked = (text: string) => string;

/**
 * A window of a text, as long as an answer may be. Offsets refer to the unmasked text, so they do not depend on who is hidden. `rows` has
 * one page more than `pages` where there is one, to know whether there is more.
 */
export async function textWindow(
  rows: AsyncIterable<PageRow>,
  { pages: count, fromCharacter }: { pages: number; fromCharacter: number },
  masked: Masked,
  {
    piece = masked,
    lengthMax = LENGTH_MAX,
  }: { piece?: (text: string, edges: Edges) => string; lengthMax?: number } = {},
): Promise<TextWindow> {
  const window: TextWindow = { pages: [], next: null, masked: false };
  let left = lengthMax;
  for await (const row of rows) {
    const start = window.pages.length === 0 ? beginOf(row.text, fromCharacter, masked) : 0;
    if (window.pages.length === count || left <= 0)
      return { ...window, next: { fromPage: row.number, fromCharacter: start } };
    const whole = row.text.slice(start);
    const end = whole.length <= left ? whole.length : cutOf(whole, left, masked);
    const shown = piece(whole.slice(0, end), { head: start === 0, tail: end === whole.length });
    // Archived files are named after persons, too.
    window.pages.push({ ...row, entry: row.entry && masked(row.entry), text: shown });
    window.masked ||= shown !== whole.slice(0, end);
    left -= end;
    if (end < whole.length) return { ...window, next: { fromPage: row.number, fromCharacter: start + end } };
  }
  return window;
}

/** Cuts at a line end if possible, and where masking both sides separately equals masking them together. */
function cutOf(text: string, max: number, masked: Masked): number {
  let at = max;
  for (let tried = 0; tried < CUTS_MAX; tried++) {
    const line = text.lastIndexOf('\n', at - 1);
    const place = line > max / 2 ? line + 1 : text.lastIndexOf(' ', at - 1) + 1;
    if (place <= max / 2) break;
    if (isBetween(text, place, masked)) return place;
    at = place - 1;
  }
  // A text without whitespace is cut anywhere but inside a surrogate pair.
  return /[\ud800-\udbff]/.test(text[max - 1] ?? '') ? max - 1 : max;
}

/** The requested offset, or the next one outside of masked text. */
function beginOf(text: string, requested: number, masked: Masked): number {
  const last = Math.min(requested + AROUND, text.length);
  for (let place = requested; place > 0 && place < last; place++) if (isBetween(text, place, masked)) return place;
  return requested === 0 ? 0 : last;
}

function isBetween(text: string, place: number, masked: Masked): boolean {
  const [before, after] = [text.slice(Math.max(0, place - AROUND), place), text.slice(place, place + AROUND)];
  return masked(before + after) === masked(before) + masked(after);
}
