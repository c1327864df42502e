/**
 * Two frequent words of a name, as one word of an index of their own: three frequent words stand together in a few names, and
 * their lists would have to be walked from end to end to find those. In alphabetical order, since names are found in any order.
 */

/** Words in more names than this are paired; names with a rarer one are few enough to be read. */
export const PAIRED_ENTRIES_MIN = 1_500;

/** Words of one query that are paired with each other, at most: fifteen pairs tell enough. */
export const PAIRED_WORDS_MAX = 6;

/** A letter, as everything in a word of an index is, that no name has. */
const BETWEEN = '\u02d0';

export function pairsOf(words: Iterable<string>): string[] {
  const sorted = [...new Set(words)].sort();
  return sorted.flatMap((one, i) => sorted.slice(i + 1).map((other) => one + BETWEEN + other));
}

/** The two words of a pair. */
export const wordsOfPair = (pair: string): string[] => pair.split(BETWEEN);
