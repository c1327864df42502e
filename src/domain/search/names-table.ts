/** Reads of the index of names. Every one of them is bounded, whatever is asked. */
import type { Database } from '#data/store/database.ts';
import { matches, matching, type Term } from '#data/store/word-index.ts';
import { PAIRED_ENTRIES_MIN, PAIRED_WORDS_MAX, pairsOf, wordsOfPair } from './word-pairs.ts';

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
  words.map((word) => ({ terms: [whole(word)], entries: counts.get(word) ?? 0 }));

/** Where a firm has its seat, as the asker said: a county, a locality, or what is the name of both. */
export interface Place {
  slug: string;
  county: boolean;
  locality: boolean;
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
): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from (select * from name_entry e where ${LETTERS} = $1 order by e.id limit ${among}) e
     join listing l on l.rank = e.rank where ${inPlace(place, '$2')} order by e.id limit ${limit}`,
    [letters, place.slug],
  );

/** Names that begin with these letters, in the order of the alphabet. */
export const namesBeginning = (db: Database, letters: string, limit: number): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_entry e where ${LETTERS} >= $1 and ${LETTERS} < $2 order by ${LETTERS}, e.id limit ${limit}`,
    [letters, letters + END],
  );

/**
 * A word in few names leads: they are read one after the other, a microsecond or two each, and looked through for the others.
 * Asking the index for all words skips through the lists of frequent ones, and every skip reads half a page of it.
 */
export const canLead = ({ entries }: Pick<Sought, 'entries'>): boolean => entries <= PAIRED_ENTRIES_MIN;

/** Names with all these words, in the order of rank, from above an id. */
export async function namesWithWords(
  db: Database,
  words: readonly Sought[],
  above: number,
  limit: number,
): Promise<NameRow[]> {
  const way = await wayTo(db, words);
  if (way === null) return [];
  const { from, where, match, patterns } = found(db, way);
  return await db.all<NameRow>(
    `select ${COLUMNS} from ${from} where ${where} and ${way.index}.rowid > $2 order by ${way.index}.rowid limit ${limit}`,
    [match, above, ...patterns],
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
  const way = await wayTo(db, words);
  if (way === null) return [];
  const { from, where, match, patterns } = found(db, way);
  return await db.all<NameRow>(
    `select ${COLUMNS} from (
       select ${COLUMNS} from ${from} where ${where} order by ${way.index}.rowid limit ${among}
     ) e join listing l on l.rank = e.rank where ${inPlace(place, '$2')} order by e.id limit ${limit}`,
    [match, place.slug, ...patterns],
  );
}

/** What an index is asked for, and what its names are then looked through for. */
interface Way {
  index: 'name_words' | 'name_pairs';
  asked: readonly (readonly Term[])[];
  verified: readonly Sought[];
}

/** The shortest way to the names with all these words; null when no name can have them all. */
async function wayTo(db: Database, words: readonly Sought[]): Promise<Way | null> {
  const [rarest, ...others] = words.toSorted((a, b) => a.entries - b.entries);
  if (rarest === undefined || rarest.entries === 0) return null;
  if (canLead(rarest)) return { index: 'name_words', asked: [rarest.terms], verified: others };
  const single = words.filter(({ terms }) => terms.length === 1 && !terms[0]?.prefix);
  const wordOf = ({ terms }: Sought): string => terms[0]?.word ?? '';
  const pairs = pairsOf(single.slice(0, PAIRED_WORDS_MAX).map(wordOf));
  if (pairs.length > 0) {
    const counts = await countsIn(db, 'name_pair', pairs);
    if (counts.size < pairs.length) return null;
    const [[pair, entries] = ['', 0]] = [...counts].sort(([, a], [, b]) => a - b);
    const verified = words.filter((word) => !single.includes(word) || !wordsOfPair(pair).includes(wordOf(word)));
    if (canLead({ entries })) return { index: 'name_pairs', asked: [[whole(pair)]], verified };
    if (single.length === words.length && words.length <= PAIRED_WORDS_MAX)
      return { index: 'name_pairs', asked: pairs.map((each) => [whole(each)]), verified: [] };
  }
  return { index: 'name_words', asked: [rarest, ...others].map(({ terms }) => terms), verified: [] };
}

const whole = (word: string): Term => ({ word, prefix: false });

/** `$1` is bound to `match`, `$3` and on to the patterns. */
function found({ engine }: Database, { index, asked, verified }: Way) {
  const patterns = verified.map(({ terms }) => terms.map(patternOf));
  let next = 3;
  const has = patterns.map((each) => ` and (${each.map(() => `${WORDS} like $${next++}`).join(' or ')})`);
  return {
    from: `${index} join name_entry e on e.id = ${index}.rowid`,
    where: matches(engine, index, '$1') + has.join(''),
    match: matching(engine, asked),
    patterns: patterns.flat(),
  };
}

/** Every word between two spaces. */
const WORDS = "' ' || e.bare || ' '";

/** Words hold letters and digits only: nothing in them is a sign of `like`. */
const patternOf = ({ word, prefix }: Term): string => (prefix ? `% ${word}%` : `% ${word} %`);

const inPlace = ({ county, locality }: Place, slug: string): string => {
  const columns = [...(county ? ['l.county_slug'] : []), ...(locality ? ['l.locality_slug'] : [])];
  return `(${columns.map((column) => `${column} = ${slug}`).join(' or ')})`;
};

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
export const countsOf = (db: Database, words: readonly string[]): Promise<Map<string, number>> =>
  countsIn(db, 'name_word', words);

async function countsIn(
  db: Database,
  table: 'name_word' | 'name_pair',
  words: readonly string[],
): Promise<Map<string, number>> {
  const rows = await db.all<WordCount>(
    `select word, entries from ${table} where word in (${placeholders(words.length)})`,
    words,
  );
  return new Map(rows.map(({ word, entries }) => [word, entries]));
}

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
