/** The fragments of all words of names, computed with the part. */
import type { Row } from '#data/store/table.ts';
import type { wordDeletion } from './tables.ts';
import { LETTERS_MAX, PIECE_LETTERS, pieceKey, TWO_EDITS_LETTERS_MIN, TYPO_LETTERS_MIN } from './typos.ts';

/** Numbers are not corrected: every number is right. */
export const correctableWords = `select word from name_word where length(word) between ${TYPO_LETTERS_MIN} and ${LETTERS_MAX} and word >= 'a' order by word`;

/** Of a word that allows two edits: none, each one and each two of the letters are deleted. */
const PIECES_MAX = 1 + PIECE_LETTERS + (PIECE_LETTERS * (PIECE_LETTERS - 1)) / 2;

/**
 * The rows of `word_deletion`, in their order, for words in bytewise order. A pair of a piece and a word is one number of 64 bits, which
 * sort thirty times as quickly as texts: the key above, the number of the word below.
 */
export function* deletionsOf(words: readonly string[]): Generator<Row<typeof wordDeletion>> {
  const pairs = new BigUint64Array(words.length * PIECES_MAX);
  // Every supported processor stores the lower half of a number first.
  const halves = new Uint32Array(pairs.buffer);
  let count = 0;
  const add = (number: number, key: number): void => {
    halves[2 * count] = number;
    halves[2 * count + 1] = key;
    count++;
  };
  for (const [number, word] of words.entries()) {
    const letters = Math.min(word.length, PIECE_LETTERS);
    add(number, pieceKey(word));
    for (let one = 0; one < letters; one++) {
      add(number, pieceKey(word, one));
      if (word.length < TWO_EDITS_LETTERS_MIN) continue;
      for (let two = one + 1; two < letters; two++) add(number, pieceKey(word, one, two));
    }
  }
  pairs.subarray(0, count).sort();
  for (let at = 0; at < count; ) {
    const first = halves[2 * at] as number;
    const piece = halves[2 * at + 1] as number;
    let text = words[first] as string;
    let last = first;
    // A word with a doubled letter has a piece twice.
    for (at++; at < count && halves[2 * at + 1] === piece; at++) {
      const number = halves[2 * at] as number;
      if (number !== last) text += ` ${words[number]}`;
      last = number;
    }
    yield { piece, words: text };
  }
}
