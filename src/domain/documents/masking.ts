/** Text of documents as it leaves: without the names of hidden persons and without personal numbers. */

import type { HiddenNames } from '#lib/redaction/hidden-names.ts';
import { withoutCnp } from '#lib/values/cnp.ts';
import { fold } from '#lib/values/text.ts';

/** Also of what was broken at the end of a line. Both looks go through the text; neither makes the other find more. */
export const maskedText = (text: string, hidden: HiddenNames): string => hidden.redacted(withoutCnp(text));

/** Which ends of a piece are those of its page. */
export interface Edges {
  head: boolean;
  tail: boolean;
}

/**
 * A page or paragraph of a longer text: a name may begin before it or end behind it. Words of a hidden name are taken out where
 * they stand at its edges, whoever's they are: better a first name too many than half of one who is hidden.
 */
export function maskedPiece(text: string, hidden: HiddenNames, edges: Edges = { head: true, tail: true }): string {
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
