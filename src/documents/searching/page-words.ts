/** The words of a text, in the order in which they stand, folded and without their endings. */
import { foldedWord, stemOf } from './stems.ts';

/** Letters with their marks. */
const WORDS = /[\p{L}\p{M}\p{N}]+/gu;

export interface PlacedWord {
  folded: string;
  stem: string;
  start: number;
  end: number;
}

/** Stems of words met before: texts repeat themselves. */
const known = new Map<string, string>();
const KNOWN_MAX = 100_000;

function knownStem(word: string): string {
  const found = known.get(word);
  if (found !== undefined) return found;
  const stem = stemOf(foldedWord(word));
  if (known.size >= KNOWN_MAX) known.clear();
  // A long row of signs is not kept: it would never come again.
  if (word.length <= KEPT_LENGTH_MAX) known.set(word, stem);
  return stem;
}

const KEPT_LENGTH_MAX = 30;

/** Word by word; where nothing is left of one (marks without a letter) there is no word. */
export function* stemsIn(text: string): Generator<string> {
  for (const [word] of text.matchAll(WORDS)) {
    const stem = knownStem(word);
    if (stem !== '') yield stem;
  }
}

export function* placedWords(text: string): Generator<PlacedWord> {
  for (const match of text.matchAll(WORDS)) {
    const [word] = match;
    const folded = foldedWord(word);
    if (folded !== '') yield { folded, stem: knownStem(word), start: match.index, end: match.index + word.length };
  }
}
