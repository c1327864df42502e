/** Parses a search query: words, and phrases in quotation marks. The query never becomes a pattern or expression. */

import { foldedWord, STOP_WORDS } from '#lib/values/stems.ts';
import { type PositionedWord, positionedWords } from './page-words.ts';

/** A word, or the words of a phrase in order. */
export interface QueryPart {
  stems: readonly string[];
  /** The prefix typed so far, where the last word may be incomplete. */
  prefix: string | null;
  /** A stop word, which is not searched unless the query has only such words. */
  isStopWord: boolean;
}

/** Of all programs and countries: `"`, `„ ”`, `« »`. */
const QUOTES = /["„”“«»]/;
/** Shorter prefixes match too many words. */
const PREFIX_LENGTH_MIN = 3;

export function parseQuery(text: string): QueryPart[] {
  const parts: QueryPart[] = [];
  // Text between two marks is a phrase; an unclosed one extends to the end.
  for (const [i, segment] of text.split(QUOTES).entries()) {
    const words = [...positionedWords(segment)];
    if (i % 2 === 1) parts.push(...phrase(words));
    else
      for (const word of words)
        parts.push({ stems: [word.stem], prefix: null, isStopWord: STOP_WORDS.has(foldedIn(segment, word)) });
  }
  return distinct(withPrefix(parts, text));
}

const foldedIn = (text: string, { start, end }: PositionedWord): string => foldedWord(text.slice(start, end));

const phrase = (words: readonly PositionedWord[]): QueryPart[] =>
  words.length === 0 ? [] : [{ stems: words.map(({ stem }) => stem), prefix: null, isStopWord: false }];

/** Only a word at the very end of the query may be incomplete. */
function withPrefix(parts: QueryPart[], text: string): QueryPart[] {
  const last = [...positionedWords(text)].at(-1);
  const part = parts.at(-1);
  if (!last || !part || last.end !== text.length || part.isStopWord || isQuoted(text)) return parts;
  const begun = foldedIn(text, last);
  if (begun.length < PREFIX_LENGTH_MIN) return parts;
  return [...parts.slice(0, -1), { ...part, prefix: begun }];
}

/** Whether the end of the query is inside of quotation marks. */
const isQuoted = (text: string): boolean => text.split(QUOTES).length % 2 === 0;

function distinct(parts: readonly QueryPart[]): QueryPart[] {
  const byKey = new Map<string, QueryPart>();
  for (const part of parts) {
    const key = part.stems.join(' ');
    if (!byKey.has(key) || part.prefix !== null) byKey.set(key, part);
  }
  return [...byKey.values()];
}

/** The parts that a page must have: all but stop words, or all of them. */
export function requiredParts(parts: readonly QueryPart[]): QueryPart[] {
  const strong = parts.filter(({ isStopWord: isWeak }) => !isWeak);
  return strong.length > 0 ? strong : [...parts];
}
