/** Text of documents as it leaves: without the names of hidden persons and without personal numbers. */
import { withoutCnp } from '#base/cnp.ts';
import type { HiddenNames } from '#base/hidden-names.ts';
import { fold } from '#base/text.ts';

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

const REDACTED = '[…]';
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
