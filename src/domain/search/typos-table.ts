/** The fragments of all words of names, computed with the part. */
import { LETTERS_MAX, PIECE_LETTERS, TWO_EDITS_LETTERS_MIN, TYPO_LETTERS_MIN } from './typos.ts';

/** Fills `word_deletion` from `name_word`, sorted as it is stored. Numbers are not corrected: every number is right. */
export const deletionsOfAllWords = `
insert into word_deletion (piece, word)
with recursive place(n) as (select 1 union all select n + 1 from place where n < ${PIECE_LETTERS}),
beginning(word, piece, letters) as (
  select word, substr(word, 1, ${PIECE_LETTERS}), length(word) from name_word
  where length(word) between ${TYPO_LETTERS_MIN} and ${LETTERS_MAX} and word >= 'a'
),
one(word, piece, letters, n) as (
  select word, substr(piece, 1, n - 1) || substr(piece, n + 1), letters, n from beginning join place on n <= length(piece)
)
select piece, word from (
  select piece, word from beginning
  union all select piece, word from one
  union all select substr(piece, 1, place.n - 1) || substr(piece, place.n + 1), word from one join place on place.n >= one.n and place.n <= length(piece)
    where letters >= ${TWO_EDITS_LETTERS_MIN}
) pieces group by piece, word order by piece, word;
`;
