/** The fragments of all words of names, computed with the part. */
import { LETTERS_MAX, PIECE_LETTERS, TWO_EDITS_LETTERS_MIN, TYPO_LETTERS_MIN } from './typos.ts';

/** A word without the letters at these positions, which count from 1: `substr(word, 1, 2) || substr(word, 4, 4)`. */
function pieceWithout(...deleted: readonly number[]): string {
  const kept = [0, ...deleted].flatMap((before, i) => {
    const length = (deleted[i] ?? PIECE_LETTERS + 1) - before - 1;
    return length > 0 ? `substr(word, ${before + 1}, ${length})` : [];
  });
  return kept.join(' || ');
}

/**
 * The letter after a deleted one is another one: where a letter is doubled, its deletion gives the same piece at both places, and only the
 * later place counts.
 */
const differs = (deleted: number, next: number): string =>
  next > PIECE_LETTERS ? '' : ` and substr(word, ${deleted}, 1) <> substr(word, ${next}, 1)`;

/** Numbers are not corrected: every number is right. */
const ofWords = (piece: string, lettersMin: number, condition = ''): string =>
  `select ${piece} as piece, word from name_word where length(word) between ${lettersMin} and ${LETTERS_MAX} and word >= 'a'${condition}`;

const places = Array.from({ length: PIECE_LETTERS }, (_, i) => i + 1);

/** Every deletion is a scan of its own, which takes a third of the time of a join with the places. */
const pieces = [
  ofWords(pieceWithout(), TYPO_LETTERS_MIN),
  ...places.map((one) => ofWords(pieceWithout(one), Math.max(one, TYPO_LETTERS_MIN), differs(one, one + 1))),
  ...places.flatMap((one) =>
    places
      .filter((two) => two > one)
      .map((two) => {
        const afterOne = two === one + 1 ? two + 1 : one + 1;
        return ofWords(pieceWithout(one, two), TWO_EDITS_LETTERS_MIN, differs(one, afterOne) + differs(two, two + 1));
      }),
  ),
];

/** Fills `word_deletion` from `name_word`, sorted as it is stored. */
export const deletionsOfAllWords = `
insert into word_deletion (piece, words)
select piece, string_agg(word, ' ' order by word) from (${pieces.join('\n  union all ')}) pieces group by piece order by piece;
`;
