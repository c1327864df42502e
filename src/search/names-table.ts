/** Reads of the index of names. Every one of them is bounded, whatever is asked. */
import type { Database, Value } from '#store/database.ts';
import { matches, matching, type Term } from '#store/word-index.ts';

export interface NameRow {
  id: number;
  rank: number;
  former: number;
  bare: string;
}

/** One word of a name, or any of several that will do for it. */
export interface Sought {
  terms: readonly Term[];
  /** In how many names at most. */
  entries: number;
}

/** The very words, counted before. */
export const wordsAsTyped = (counts: ReadonlyMap<string, number>, words: readonly string[]): Sought[] =>
  words.map((word) => ({ terms: [{ word, prefix: false }], entries: counts.get(word) ?? 0 }));

/** Where a firm has its seat, as far as the asker said. */
export interface Place {
  county: string | null;
  locality: string | null;
}

const LETTERS = "replace(e.bare, ' ', '')";
const COLUMNS = 'e.id, e.rank, e.former, e.bare';

/** Above every text that begins with the given one. */
const END = '\u{10ffff}';

const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Names with just these letters, however they are split into words; best first. */
export const namesOfLetters = (db: Database, letters: readonly string[], limit: number): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_entry e where ${LETTERS} in (${placeholders(letters.length)}) order by e.id limit ${limit}`,
    letters,
  );

/** The same, of firms with their seat in a place. `among`: namesakes looked at. */
export const namesOfLettersIn = (
  db: Database,
  letters: string,
  place: Place,
  among: number,
  limit: number,
): Promise<NameRow[]> => {
  const { where, params } = inPlace(place, 2);
  return db.all<NameRow>(
    `select ${COLUMNS} from (select * from name_entry e where ${LETTERS} = $1 order by e.id limit ${among}) e
     join listing l on l.rank = e.rank where ${where} order by e.id limit ${limit}`,
    [letters, ...params],
  );
};

/** Names that begin with these letters, in the order of the alphabet. */
export const namesBeginning = (db: Database, letters: string, limit: number): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_entry e where ${LETTERS} >= $1 and ${LETTERS} < $2 order by ${LETTERS}, e.id limit ${limit}`,
    [letters, letters + END],
  );

/**
 * A word in so few names leads: they are read one after the other, a microsecond or two each, and looked through for the others. Asking
 * the index for all words skips through the lists of frequent ones, and every skip reads half a page of it.
 */
const LEADING_ENTRIES_MAX = 1_500;

export const canLead = ({ entries }: Sought): boolean => entries <= LEADING_ENTRIES_MAX;

/** Names with all these words, in the order of rank, from above an id. */
export async function namesWithWords(
  db: Database,
  words: readonly Sought[],
  above: number,
  limit: number,
): Promise<NameRow[]> {
  const found = idsWithWords(db, words, 3);
  if (found === null) return [];
  return await db.all<NameRow>(
    `select ${COLUMNS} from ${found.from} where ${found.where} and name_words.rowid > $2 order by name_words.rowid limit ${limit}`,
    [found.match, above, ...found.params],
  );
}

/** The same, of firms with their seat in a place. `among`: names looked at. */
export async function namesWithWordsIn(
  db: Database,
  words: readonly Sought[],
  place: Place,
  among: number,
  limit: number,
): Promise<NameRow[]> {
  const { where, params } = inPlace(place, 2);
  const found = idsWithWords(db, words, 2 + params.length);
  if (found === null) return [];
  return await db.all<NameRow>(
    `select ${COLUMNS} from (
       select ${COLUMNS} from ${found.from} where ${found.where} order by name_words.rowid limit ${among}
     ) e join listing l on l.rank = e.rank where ${where} order by e.id limit ${limit}`,
    [found.match, ...params, ...found.params],
  );
}

/** `$1` is what the index is asked for; `first` the number of the first placeholder that is free. Null when no name can have all words. */
function idsWithWords(
  { engine }: Database,
  words: readonly Sought[],
  first: number,
): { from: string; where: string; match: string; params: string[] } | null {
  const [rarest, ...others] = words.toSorted((a, b) => a.entries - b.entries);
  if (rarest === undefined || rarest.entries === 0) return null;
  const leads = canLead(rarest);
  const patterns = leads ? others.map(({ terms }) => terms.map(patternOf)) : [];
  let next = first;
  const has = patterns.map((each) => ` and (${each.map(() => `${WORDS} like $${next++}`).join(' or ')})`);
  return {
    from: 'name_words join name_entry e on e.id = name_words.rowid',
    where: matches(engine, 'name_words', '$1') + has.join(''),
    match: matching(
      engine,
      (leads ? [rarest] : [rarest, ...others]).map(({ terms }) => terms),
    ),
    params: patterns.flat(),
  };
}

/** Every word between two spaces. */
const WORDS = "' ' || e.bare || ' '";

/** Words hold letters and digits only: nothing in them is a sign of `like`. */
const patternOf = ({ word, prefix }: Term): string => (prefix ? `% ${word}%` : `% ${word} %`);

function inPlace({ county, locality }: Place, first: number): { where: string; params: Value[] } {
  const wanted: [string, string | null][] = [
    ['l.county_slug', county],
    ['l.locality_slug', locality],
  ];
  const given = wanted.filter(([, value]) => value !== null);
  return {
    where: given.map(([column], i) => `${column} = $${first + i}`).join(' and '),
    params: given.map(([, value]) => value),
  };
}

/** Which of these slugs are localities. */
export const localitiesAmong = async (db: Database, slugs: readonly string[]): Promise<Set<string>> => {
  const rows = await db.all<{ locality_slug: string }>(
    `select distinct locality_slug from listing_size where caen = '' and active = 0 and locality_slug in (${placeholders(slugs.length)})`,
    slugs,
  );
  return new Set(rows.map((row) => row.locality_slug));
};

export interface WordCount {
  word: string;
  entries: number;
}

/** In how many names each of the words stands; those in none are left out. */
export const countsOf = async (db: Database, words: readonly string[]): Promise<Map<string, number>> => {
  const rows = await db.all<WordCount>(
    `select word, entries from name_word where word in (${placeholders(words.length)})`,
    words,
  );
  return new Map(rows.map(({ word, entries }) => [word, entries]));
};

/** Words that begin so, in the order of the alphabet. */
export const wordsBeginning = (db: Database, beginning: string, limit: number): Promise<WordCount[]> =>
  db.all<WordCount>(`select word, entries from name_word where word >= $1 and word < $2 order by word limit ${limit}`, [
    beginning,
    beginning + END,
  ]);

/** Words of about this length that share a piece with a mistyped one; some of them several times. */
export const wordsSharing = async (
  db: Database,
  pieces: readonly string[],
  letters: { min: number; max: number },
  limit: number,
): Promise<string[]> => {
  const rows = await db.all<{ word: string }>(
    `select word from word_deletion
     where piece in (${placeholders(pieces.length)}) and length(word) between $${pieces.length + 1} and $${pieces.length + 2} limit ${limit}`,
    [...pieces, letters.min, letters.max],
  );
  return rows.map((row) => row.word);
};
