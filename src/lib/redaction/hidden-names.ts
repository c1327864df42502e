/** Names of hidden persons in running text: found in any spelling and order of their words, and taken out. */

import { fold } from '#lib/values/text.ts';
import { keptTexts } from '#lib/values/text-cache.ts';
import { cleared, foldedWord, type KnownNames, keyOf, WORD } from './name-removal.ts';

export interface HiddenNames {
  /** The text with `[…]` where one of the names stood. */
  redacted(text: string): string;
  /** Whether the word, or one that begins with it, is part of a name. */
  has(word: string, begun: boolean): boolean;
  /** Of each name its words, folded. */
  all: readonly (readonly string[])[];
  /** How many of the persons bear the name. */
  bearers(name: string): number;
}

/** The folded words of a name, sorted, without initials: texts give them or not. */
const wordsOf = (name: string): string[] => (fold(name).match(WORD) ?? []).filter((word) => word.length > 1).toSorted();

export function hiddenNames(names: readonly string[]): HiddenNames {
  const all = names.map(wordsOf).filter((words) => words.length > 0);
  // By the longest word, which is seldom another's: a text without it is done with one look per word.
  const byWord = Map.groupBy(all, (words) => words.toSorted((a, b) => b.length - a.length)[0] ?? '');
  const index = knownNames(all);
  const known = index.words;
  const shortest = Math.min(...all.map((words) => words.join('').length));

  /** Most texts name nobody: one look for the longest word of each name costs a tenth of taking the text apart. */
  const mayName = (text: string): boolean => {
    if (byWord.size > LOOKED_FOR_MAX) return true;
    const plain = foldedWord(text);
    return byWord.keys().some((word) => plain.includes(word));
  };

  const clear = (text: string): string => (mayName(text) ? cleared(text, index).text : text);

  const kept = keptTexts();
  return {
    redacted(text) {
      if (text.length < shortest) return text;
      return text.length < LONG ? clear(text) : kept(text, clear);
    },
    all,
    bearers(name) {
      const own = wordsOf(name).join(' ');
      return all.filter((words) => words.join(' ') === own).length;
    },
    has: (word, begun) => known.has(word) || (begun && known.values().some((each) => each.startsWith(word))),
  };
}

/** Texts of documents and their summaries: their digest costs a tenth of looking for names in them, and lists show the same ones again and again. */
const LONG = 200;

/** Above it a text is taken apart at once: each look goes through the whole text. */
const LOOKED_FOR_MAX = 50;

/** Names as a text is searched for them, of the sorted words of each. */
export function knownNames(all: readonly (readonly string[])[]): KnownNames {
  const words = new Set(all.flat());
  return {
    keys: new Set(all.map(keyOf)),
    words,
    lengths: new Set(all.map(({ length }) => length)),
    wordsMax: all.reduce((most, { length }) => Math.max(most, length), 0),
    lettersMax: words.values().reduce((most, { length }) => Math.max(most, length), 0),
  };
}
