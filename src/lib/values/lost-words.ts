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
  const lost = [...indexed].filter((word) => !left.has(word));
  if (lost.length === 0) return [];
  const sorted = [...left].sort();
  // In their order the words that begin most alike stand beside each other.
  return lost.map((word) => {
    const at = placeOf(word, sorted);
    const beside = [sorted[at - 1] ?? '', sorted[at] ?? ''];
    return { word, shownLetters: Math.max(...beside.map((other) => sharedLetters(word, other))) };
  });
}

/** Where the word would stand among the sorted ones. */
function placeOf(word: string, sorted: readonly string[]): number {
  let [from, to] = [0, sorted.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if ((sorted[middle] ?? '') < word) from = middle + 1;
    else to = middle;
  }
  return from;
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
