/** The last word of a query, which may not be typed to its end. */
import type { Database } from '#store/database.ts';
import { PREFIX_LETTERS, type Term } from '#store/word-index.ts';
import { countBeginning, type NameRow, namesWithWords } from './names-table.ts';

/** A beginning in so few names is looked up as it is: its lists are merged before the first row comes. */
const FEW_ENTRIES = 20_000;
const FEW_WORDS = 200;

/** Names read at most to sift out those with a long beginning that many share. */
const SIFTED_MAX = 6_000;
const SIFTED_AT_ONCE = 300;

export interface Begun {
  term: Term;
  /** What the rows have to be sifted by, when the term is shorter than what was typed. */
  sift: string | null;
}

/** Null when no word begins so. */
export async function begunWord(db: Database, word: string): Promise<Begun | null> {
  const letters = [...word];
  if (letters.length <= PREFIX_LETTERS) return { term: { word, prefix: true }, sift: null };
  const { words, entries } = await countBeginning(db, word, FEW_WORDS);
  if (words === 0) return null;
  if (words < FEW_WORDS && entries <= FEW_ENTRIES) return { term: { word, prefix: true }, sift: null };
  return { term: { word: letters.slice(0, PREFIX_LETTERS).join(''), prefix: true }, sift: word };
}

/** Names with the words and the beginning, in the order of rank from above an id; `complete` when there are no more. */
export async function namesBegun(
  db: Database,
  words: readonly Term[],
  begun: Begun,
  above: number,
  limit: number,
): Promise<{ rows: NameRow[]; complete: boolean; last: number }> {
  const terms = [...words, begun.term];
  const { sift } = begun;
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
