/** Words of a question, as releases are looked through for them: `declarației` finds `declarații` and `declarație`, too. */
import type { WantedWord } from '#lib/values/indexed-words.ts';
import { stemOf } from '#lib/values/stems.ts';
import { words } from '#lib/values/text.ts';

/** More words are a sentence; the first ones find it. */
const WORDS_MAX = 8;
const ROOT_LENGTH_MIN = 3;
/** Shorter words, and numbers, have no endings. */
const INFLECTED = /^[a-z]{4,}$/;

/** Without their endings; what has none stays as it is, the last word begun. */
export const wantedWords = (question: string): WantedWord[] =>
  [...new Set(words(question))].slice(0, WORDS_MAX).map((word, i, all) => {
    const root = INFLECTED.test(word) ? rootOf(word) : '';
    return root.length < ROOT_LENGTH_MIN ? { word, prefix: i === all.length - 1 } : { word: root, prefix: true };
  });

/** As much of the word as is in its stem, which has letters of its own where forms differ inside (`școală`, `școli`): none where that is too little. */
function rootOf(word: string): string {
  const stem = stemOf(word);
  let length = 0;
  while (length < stem.length && stem[length] === word[length]) length++;
  return length === stem.length || length > ROOT_LENGTH_MIN ? word.slice(0, length) : '';
}
