/** Queries to the index of names, all bounded. */
import type { Database } from '#data/store/database.ts';
import { matches, matching, type Term } from '#data/store/word-index.ts';
import { pieceKey } from './typos.ts';
import { PAIRED_ENTRIES_MIN, PAIRED_WORDS_MAX, pairsOf, wordsOfPair } from './word-pairs.ts';

export interface NameRow {
  id: number;
  rank: number;
  former: number;
  bare: string;
}

/** One word of a name, or alternatives for it. */
export interface WordQuery {
  terms: readonly Term[];
  /** Upper bound of the names with the word. */
  entries: number;
}

export const wordsAsTyped = (counts: ReadonlyMap<string, number>, words: readonly string[]): WordQuery[] =>
  words.map((word) => ({ terms: [whole(word)], entries: counts.get(word) ?? 0 }));

/** The seat of a firm in a query: a county, a locality, or a name of both. */
export interface Seat {
  slug: string;
  county: boolean;
  locality: boolean;
}

const LETTERS = "replace(e.bare, ' ', '')";
const COLUMNS = 'e.id, e.rank, e.former, e.bare';

/** Sorts after every text with a prefix. */
const END = '\u{10ffff}';

const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Names with exactly these letters, however split into words; best first. */
export const namesOfLetters = (db: Database, letters: readonly string[], limit: number): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_entry e where ${LETTERS} in (${placeholders(letters.length)}) order by e.id limit ${limit}`,
    letters,
  );

/** The same for firms with this seat. `among`: namesakes read. */
export const namesOfLettersIn = (
  db: Database,
  letters: string,
  place: Seat,
  among: number,
  limit: number,
): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from (select * from name_entry e where ${LETTERS} = $1 order by e.id limit ${among}) e
     join listing l on l.rank = e.rank where ${inSeat(place, '$2')} order by e.id limit ${limit}`,
    [letters, place.slug],
  );

/** Names that begin with these letters, in the order of the alphabet. */
export const namesBeginning = (db: Database, letters: string, limit: number): Promise<NameRow[]> =>
  db.all<NameRow>(
    `select ${COLUMNS} from name_entry e where ${LETTERS} >= $1 and ${LETTERS} < $2 order by ${LETTERS}, e.id limit ${limit}`,
    [letters, letters + END],
  );

/**
 * A word in few names leads: its names are read one by one, a microsecond or two each, and compared with the other words. A query
 * for all words skips through the lists of frequent ones, and every skip reads half a page of the index.
 */
export const canLead = ({ entries }: Pick<WordQuery, 'entries'>): boolean => entries <= PAIRED_ENTRIES_MIN;

/** Names with all these words, in the order of rank, after an id. */
export async function namesWithWords(
  db: Database,
  words: readonly WordQuery[],
  above: number,
  limit: number,
): Promise<NameRow[]> {
  const plan = await planOf(db, words);
  if (plan === null) return [];
  const { from, where, match, patterns } = clausesOf(db, plan);
  return await db.all<NameRow>(
    `select ${COLUMNS} from ${from} where ${where} and ${plan.index}.rowid > $2 order by ${plan.index}.rowid limit ${limit}`,
    [match, above, ...patterns],
  );
}

/** The same for firms with this seat. `among`: names read. */
export async function namesWithWordsIn(
  db: Database,
  words: readonly WordQuery[],
  place: Seat,
  among: number,
  limit: number,
): Promise<NameRow[]> {
  const plan = await planOf(db, words);
  if (plan === null) return [];
  const { from, where, match, patterns } = clausesOf(db, plan);
  return await db.all<NameRow>(
    `select ${COLUMNS} from (
       select ${COLUMNS} from ${from} where ${where} order by ${plan.index}.rowid limit ${among}
     ) e join listing l on l.rank = e.rank where ${inSeat(place, '$2')} order by e.id limit ${limit}`,
    [match, place.slug, ...patterns],
  );
}

/** The terms for an index, and the words that its names are then compared with. */
interface Plan {
  index: 'name_words' | 'name_pairs';
  terms: readonly (readonly Term[])[];
  compared: readonly WordQuery[];
}

/** The cheapest plan for names with all these words; null when no name can have all. */
async function planOf(db: Database, words: readonly WordQuery[]): Promise<Plan | null> {
  const [rarest, ...others] = words.toSorted((a, b) => a.entries - b.entries);
  if (rarest === undefined || rarest.entries === 0) return null;
  if (canLead(rarest)) return { index: 'name_words', terms: [rarest.terms], compared: others };
  const single = words.filter(({ terms }) => terms.length === 1 && !terms[0]?.prefix);
  const wordOf = ({ terms }: WordQuery): string => terms[0]?.word ?? '';
  const pairs = pairsOf(single.slice(0, PAIRED_WORDS_MAX).map(wordOf));
  if (pairs.length > 0) {
    const counts = await countsIn(db, 'name_pair', pairs);
    if (counts.size < pairs.length) return null;
    const [[pair, entries] = ['', 0]] = [...counts].sort(([, a], [, b]) => a - b);
    const compared = words.filter((word) => !single.includes(word) || !wordsOfPair(pair).includes(wordOf(word)));
    if (canLead({ entries })) return { index: 'name_pairs', terms: [[whole(pair)]], compared };
    if (single.length === words.length && words.length <= PAIRED_WORDS_MAX)
      return { index: 'name_pairs', terms: pairs.map((each) => [whole(each)]), compared: [] };
  }
  return { index: 'name_words', terms: [rarest, ...others].map(({ terms }) => terms), compared: [] };
}

const whole = (word: string): Term => ({ word, prefix: false });

/** `$1` is bound to `match`, `$3` and on to the patterns. */
function clausesOf({ engine }: Database, { index, terms, compared }: Plan) {
  const patterns = compared.map(({ terms }) => terms.map(patternOf));
  let next = 3;
  const has = patterns.map((each) => ` and (${each.map(() => `${WORDS} like $${next++}`).join(' or ')})`);
  return {
    from: `${index} join name_entry e on e.id = ${index}.rowid`,
    where: matches(engine, index, '$1') + has.join(''),
    match: matching(engine, terms),
    patterns: patterns.flat(),
  };
}

/** Every word between two spaces. */
const WORDS = "' ' || e.bare || ' '";

/** Words contain letters and digits only: no wildcard of `like`. */
const patternOf = ({ word, prefix }: Term): string => (prefix ? `% ${word}%` : `% ${word} %`);

const inSeat = ({ county, locality }: Seat, slug: string): string => {
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

/** Number of names with each word; words without any are absent. */
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

/** Words with a prefix, in the order of the alphabet. */
export const wordsBeginning = (db: Database, beginning: string, limit: number): Promise<WordCount[]> =>
  db.all<WordCount>(`select word, entries from name_word where word >= $1 and word < $2 order by word limit ${limit}`, [
    beginning,
    beginning + END,
  ]);

/** Words of about this length with one of the fragments, which come in the order of the alphabet; some words several times. */
export const wordsSharing = async (
  db: Database,
  fragments: readonly string[],
  letters: { min: number; max: number },
  limit: number,
): Promise<string[]> => {
  const rows = await db.all<{ piece: number; words: string }>(
    `select piece, words from word_deletion where piece in (${placeholders(fragments.length)})`,
    fragments.map((fragment) => pieceKey(fragment)),
  );
  const byPiece = new Map(rows.map(({ piece, words }) => [piece, words]));
  const found: string[] = [];
  for (const fragment of fragments.toSorted()) {
    const words = byPiece.get(pieceKey(fragment))?.split(' ') ?? [];
    found.push(...words.filter(({ length }) => length >= letters.min && length <= letters.max));
    if (found.length >= limit) return found.slice(0, limit);
  }
  return found;
};
