/**
 * Words that a text has but does not show, because they stand in names of hidden persons only: it must not be found by them, nor by
 * their beginnings, or a caller could spell a name letter by letter in what does not show it.
 */

export interface LostWord {
  word: string;
  /** So many of its first letters begin a word that is shown, too. */
  shownLetters: number;
}

export function lostWords(indexed: Iterable<string>, shown: Iterable<string>): LostWord[] {
  const left = new Set(shown);
  return [...indexed]
    .filter((word) => !left.has(word))
    .map((word) => ({ word, shownLetters: Math.max(0, ...left.values().map((other) => sharedLetters(word, other))) }));
}

/** Whether one of the terms is met by nothing that the text shows. */
export const isLost = (terms: readonly { word: string; prefix: boolean }[], lost: readonly LostWord[]): boolean =>
  terms.some(({ word, prefix }) =>
    lost.some((each) => (prefix ? each.word.startsWith(word) && word.length > each.shownLetters : each.word === word)),
  );

function sharedLetters(a: string, b: string): number {
  let i = 0;
  while (i < a.length && a[i] === b[i]) i++;
  return i;
}
