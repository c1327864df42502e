/** The last word of a query, which may not be typed to its end. */
import type { Database } from '#data/store/database.ts';
import { PREFIX_LENGTH_MAX, type Term } from '#data/store/word-index.ts';
import { canLead, type NameRow, namesWithWords, type Sought, type WordCount, wordsBeginning } from './names-table.ts';

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
  typed: string;
  sought: Sought;
  /** What the rows have to be sifted by, when less than what was typed is looked for. */
  sift: string | null;
  /** No word but the typed one begins so. */
  complete: boolean;
}

/** Null when no word begins so. */
export async function begunWord(db: Database, typed: string): Promise<Begun | null> {
  const words = await wordsBeginning(db, typed, FEW_WORDS + 1);
  const [first] = words;
  if (first === undefined) return null;
  const beginning = (word: string, entries: number): Sought => ({ terms: [{ word, prefix: true }], entries });
  const begun = { typed, sift: null, complete: false };
  if (words.length <= FEW_WORDS) {
    const terms = words.map(({ word }): Term => ({ word, prefix: false }));
    const complete = words.length === 1 && first.word === typed;
    return { ...begun, sought: { terms, entries: entriesOf(words) }, complete };
  }
  const letters = [...typed];
  if (letters.length <= PREFIX_LENGTH_MAX) return { ...begun, sought: beginning(typed, MANY) };
  // Long, begun by several words, and yet in few names: sifting would walk through all names with its first letters.
  const more = await wordsBeginning(db, typed, WORDS_READ);
  const entries = more.length < WORDS_READ ? entriesOf(more) : MANY;
  if (entries <= FEW_ENTRIES) return { ...begun, sought: beginning(typed, entries) };
  return { ...begun, sought: beginning(letters.slice(0, PREFIX_LENGTH_MAX).join(''), MANY), sift: typed };
}

/** The words that begin so, without the typed one that stands in `entries` names; null when there is no other. */
export function besidesTyped(begun: Begun, entries: number): Begun | null {
  if (begun.complete) return null;
  const { sought, typed } = begun;
  const terms = sought.terms.filter(({ word, prefix }) => prefix || word !== typed);
  return { ...begun, sought: { terms, entries: sought.entries - (terms.length < sought.terms.length ? entries : 0) } };
}

/** More names than are worth counting. */
const MANY = Number.POSITIVE_INFINITY;

const entriesOf = (words: readonly WordCount[]): number => words.reduce((sum, { entries }) => sum + entries, 0);

/** Names with the words and the beginning, in the order of rank from above an id; `complete` when there are no more. */
export async function namesBegun(
  db: Database,
  words: readonly Sought[],
  begun: Begun,
  above: number,
  limit: number,
): Promise<{ rows: NameRow[]; complete: boolean; last: number }> {
  const leading = words.some((word) => canLead(word) && word.entries <= begun.sought.entries);
  if (leading || begun.sift === null) {
    // The names of a leading word are looked through for what was typed: no list of words that begin so is needed.
    const sought = leading ? { ...begun.sought, terms: [{ word: begun.typed, prefix: true }] } : begun.sought;
    const rows = await namesWithWords(db, [...words, sought], above, limit);
    return { rows, complete: rows.length < limit, last: rows.at(-1)?.id ?? above };
  }
  const rows: NameRow[] = [];
  let last = above;
  for (let read = 0; read < SIFTED_MAX; ) {
    const page = await namesWithWords(db, [...words, begun.sought], last, SIFTED_AT_ONCE);
    read += page.length;
    for (const row of page) {
      last = row.id;
      if (` ${row.bare}`.includes(` ${begun.sift}`)) rows.push(row);
      if (rows.length === limit) return { rows, complete: false, last };
    }
    if (page.length < SIFTED_AT_ONCE) return { rows, complete: true, last };
  }
  return { rows, complete: false, last };
}
