/** The last word of a query, which may not be typed to its end. */
import type { Database } from '#store/database.ts';
import { PREFIX_LETTERS, type Term, type Wanted } from '#store/word-index.ts';
import { type NameRow, namesWithWords, wordsBeginning } from './names-table.ts';

/** So few words that begin so are looked for one by one: their lists are walked as far as needed, where those of a beginning are merged first. */
const FEW_WORDS = 16;
/** Merging so many entries takes a millisecond. */
const FEW_ENTRIES = 2_000;
/** Words looked at to tell. */
const WORDS_READ = 200;

/** Names read at most to sift out those with a long beginning that many share. */
const SIFTED_MAX = 6_000;
const SIFTED_AT_ONCE = 300;

export interface Begun {
  wanted: Wanted;
  /** What the rows have to be sifted by, when less than what was typed is looked for. */
  sift: string | null;
  /** No word but the typed one begins so. */
  complete: boolean;
}

/** Null when no word begins so. */
export async function begunWord(db: Database, word: string): Promise<Begun | null> {
  const words = await wordsBeginning(db, word, FEW_WORDS + 1);
  const [first] = words;
  if (first === undefined) return null;
  if (words.length <= FEW_WORDS)
    return {
      wanted: words.map((each): Term => ({ word: each.word, prefix: false })),
      sift: null,
      complete: words.length === 1 && first.word === word,
    };
  const letters = [...word];
  if (letters.length <= PREFIX_LETTERS || (await isRare(db, word)))
    return { wanted: { word, prefix: true }, sift: null, complete: false };
  return {
    wanted: { word: letters.slice(0, PREFIX_LETTERS).join(''), prefix: true },
    sift: word,
    complete: false,
  };
}

/** Long, begun by several words, and yet in few names: sifting would walk through all names with its first letters. */
async function isRare(db: Database, word: string): Promise<boolean> {
  const words = await wordsBeginning(db, word, WORDS_READ);
  return words.length < WORDS_READ && words.reduce((sum, { entries }) => sum + entries, 0) <= FEW_ENTRIES;
}

/** Names with the words and the beginning, in the order of rank from above an id; `complete` when there are no more. */
export async function namesBegun(
  db: Database,
  words: readonly Wanted[],
  { wanted, sift }: Begun,
  above: number,
  limit: number,
): Promise<{ rows: NameRow[]; complete: boolean; last: number }> {
  const terms = [...words, wanted];
  if (sift === null) {
    const rows = await namesWithWords(db, terms, above, limit);
    return { rows, complete: rows.length < limit, last: rows.at(-1)?.id ?? above };
  }
  const rows: NameRow[] = [];
  let last = above;
  for (let read = 0; read < SIFTED_MAX; ) {
    const page = await namesWithWords(db, terms, last, SIFTED_AT_ONCE);
    read += page.length;
    for (const row of page) {
      last = row.id;
      if (` ${row.bare}`.includes(` ${sift}`)) rows.push(row);
      if (rows.length === limit) return { rows, complete: false, last };
    }
    if (page.length < SIFTED_AT_ONCE) return { rows, complete: true, last };
  }
  return { rows, complete: false, last };
}
