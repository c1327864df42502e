/**
 * An index of pairs of frequent words: few names have three frequent words, and a query would scan the whole lists of these words.
 * The words of a pair are in alphabetical order, since a query may have any order.
 */

/** Words in more names than this are paired; the names with a rarer word are few enough to be read. */
export const PAIRED_ENTRIES_MIN = 1_500;

/** Paired words of one query: fifteen pairs are selective enough. */
export const PAIRED_WORDS_MAX = 6;

/** A letter, as a word of an index requires, that no name has. */
const BETWEEN = '\u02d0';

export function pairsOf(words: Iterable<string>): string[] {
  const sorted = [...new Set(words)].sort();
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => one + BETWEEN + other));
}

/** The two words of a pair. */
export const wordsOfPair = (pair: string): string[] => pair.split(BETWEEN);
