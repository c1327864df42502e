/** Words of a text for full-text search. A word that a line end or an invisible character breaks is indexed in parts and whole. */
import { isAscii, withFewMarks, words } from './text.ts';

/** Invisible characters (soft hyphens, zero-width blanks), and hyphens at a line end, which may have become a blank. */
export const BREAKS = /\p{Cf}+|-\s+/gu;

/** Removes breaks and normalizes full-width letters. */
export const unbroken = (text: string): string =>
  isAscii(text) ? text.replace(/-\s+/g, '') : withFewMarks(text.replace(BREAKS, '')).normalize('NFKC');

/** Distinct words among the first `wordsMax` of the text. */
export function indexedWords(text: string, wordsMax: number): string[] {
  const whole = unbroken(text);
  const separate = words(text).slice(0, wordsMax);
  return [...new Set(whole === text ? separate : [...separate, ...words(whole).slice(0, wordsMax)])];
}

/** A word of a query. */
export interface SearchWord {
  word: string;
  /** Matches all words with this prefix. */
  prefix: boolean;
}

/**
 * A word that a text has in redacted names only. Search must not match it, nor its prefixes: a caller could guess a redacted name
 * letter by letter.
 */
export interface HiddenWord {
  word: string;
  /** Length of the longest prefix that it shares with a visible word. */
  visiblePrefixLength: number;
}

export function hiddenWords(indexed: Iterable<string>, visible: Iterable<string>): HiddenWord[] {
  const visibleWords = new Set(visible);
  const hidden = [...indexed].filter((word) => !visibleWords.has(word));
  if (hidden.length === 0) return [];
  const sorted = [...visibleWords].sort();
  // In sorted order the word with the longest common prefix is a neighbour.
  return hidden.map((word) => {
    const at = insertionIndex(word, sorted);
    const neighbours = [sorted[at - 1] ?? '', sorted[at] ?? ''];
    return { word, visiblePrefixLength: Math.max(...neighbours.map((other) => sharedPrefixLength(word, other))) };
  });
}

function insertionIndex(word: string, sorted: readonly string[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < word) from = middle + 1;
    else to = middle;
  }
  return from;
}

/** Whether a term matches only redacted words. */
export const isHidden = (terms: readonly { word: string; prefix: boolean }[], hidden: readonly HiddenWord[]): boolean =>
  terms.some(({ word, prefix }) =>
    hidden.some((each) =>
      prefix ? each.word.startsWith(word) && word.length > each.visiblePrefixLength : each.word === word,
    ),
  );

function sharedPrefixLength(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
