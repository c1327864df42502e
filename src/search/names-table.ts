/** Reads of the index of names. Every one of them is bounded, whatever is asked. */
import type { Database, Value } from '#store/database.ts';
import { matches, matching, type Wanted } from '#store/word-index.ts';

export interface NameRow {
  id: number;
  rank: number;
  former: number;
  bare: string;
}

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

/** Names with all these words, in the order of rank, from above an id. */
export const namesWithWords = (
  db: Database,
  words: readonly Wanted[],
  above: number,
  limit: number,
): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_words join name_entry e on e.id = name_words.rowid
     where ${matches(db.engine, 'name_words', '$1')} and name_words.rowid > $2 order by name_words.rowid limit ${limit}`,
    [matching(db.engine, words), above],
  );

/** The same, of firms with their seat in a place. `among`: names looked at. */
export const namesWithWordsIn = (
  db: Database,
  words: readonly Wanted[],
  place: Place,
  among: number,
  limit: number,
): Promise<NameRow[]> => {
  const { where, params } = inPlace(place, 2);
  return db.all<NameRow>(
    `select ${COLUMNS} from (
       select name_words.rowid as id from name_words where ${matches(db.engine, 'name_words', '$1')} order by name_words.rowid limit ${among}
     ) w join name_entry e on e.id = w.id join listing l on l.rank = e.rank where ${where} order by e.id limit ${limit}`,
    [matching(db.engine, words), ...params],
  );
};

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
