/** The last word of a query, which may be incomplete. */
import type { Database } from '#data/store/database.ts';
import { PREFIX_LENGTH_MAX, type Term } from '#data/store/word-index.ts';
import {
  canLead,
  type NameRow,
  namesWithWords,
  type WordCount,
  type WordQuery,
  wordsBeginning,
} from './names-table.ts';

/** So few words with a prefix are queried one by one: an index scans their lists as far as needed, but merges those of a prefix first. */
const FEW_WORDS = 16;
/** Merging so many entries takes a millisecond. */
const FEW_ENTRIES = 2_000;
/** Words read to estimate the entries of a prefix. */
const WORDS_READ = 200;

/** Names read at most to filter by a long, common prefix. */
const FILTERED_MAX = 6_000;
const FILTER_CHUNK = 300;

export interface WordStart {
  typed: string;
  sought: WordQuery;
  /** Filter for the rows, when the query is shorter than the typed word. */
  filter: string | null;
  /** No other word has the prefix. */
  complete: boolean;
}

/** Null when no word has the prefix. */
export async function wordStart(db: Database, typed: string): Promise<WordStart | null> {
  const words = await wordsBeginning(db, typed, FEW_WORDS + 1);
  const [first] = words;
  if (first === undefined) return null;
  const beginning = (word: string, entries: number): WordQuery => ({ terms: [{ word, prefix: true }], entries });
  const begun = { typed, filter: null, complete: false };
  if (words.length <= FEW_WORDS) {
    const terms = words.map(({ word }): Term => ({ word, prefix: false }));
    const complete = words.length === 1 && first.word === typed;
    return { ...begun, sought: { terms, entries: entriesOf(words) }, complete };
  }
  const letters = [...typed];
  if (letters.length <= PREFIX_LENGTH_MAX) return { ...begun, sought: beginning(typed, MANY) };
  // A long prefix of several words in few names: filtering would scan all names with its first letters.
  const more = await wordsBeginning(db, typed, WORDS_READ);
  const entries = more.length < WORDS_READ ? entriesOf(more) : MANY;
  if (entries <= FEW_ENTRIES) return { ...begun, sought: beginning(typed, entries) };
  return { ...begun, sought: beginning(letters.slice(0, PREFIX_LENGTH_MAX).join(''), MANY), filter: typed };
}

/** The words with the prefix, without the typed word, which has `entries` names; null when there is no other. */
export function withoutTyped(begun: WordStart, entries: number): WordStart | null {
  if (begun.complete) return null;
  const { sought, typed } = begun;
  const terms = sought.terms.filter(({ word, prefix }) => prefix || word !== typed);
  return { ...begun, sought: { terms, entries: sought.entries - (terms.length < sought.terms.length ? entries : 0) } };
}

/** Too many names to count. */
const MANY = Number.POSITIVE_INFINITY;

const entriesOf = (words: readonly WordCount[]): number => words.reduce((sum, { entries }) => sum + entries, 0);

/** Names with the words and the prefix, in the order of rank after an id; `complete` when there are no more. */
export async function namesWithStart(
  db: Database,
  words: readonly WordQuery[],
  begun: WordStart,
  above: number,
  limit: number,
): Promise<{ rows: NameRow[]; complete: boolean; last: number }> {
  const leading = words.some((word) => canLead(word) && word.entries <= begun.sought.entries);
  if (leading || begun.filter === null) {
    // The names of a leading word are compared with the typed prefix, so no list of words is needed.
    const sought = leading ? { ...begun.sought, terms: [{ word: begun.typed, prefix: true }] } : begun.sought;
    const rows = await namesWithWords(db, [...words, sought], above, limit);
    return { rows, complete: rows.length < limit, last: rows.at(-1)?.id ?? above };
  }
  const rows: NameRow[] = [];
  let last = above;
  for (let read = 0; read < FILTERED_MAX; ) {
    const page = await namesWithWords(db, [...words, begun.sought], last, FILTER_CHUNK);
    read += page.length;
    for (const row of page) {
      last = row.id;
      if (` ${row.bare}`.includes(` ${begun.filter}`)) rows.push(row);
      if (rows.length === limit) return { rows, complete: false, last };
    }
    if (page.length < FILTER_CHUNK) return { rows, complete: true, last };
  }
  return { rows, complete: false, last };
}
