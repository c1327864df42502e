/** Persons, by id and by the words of their names, each query bounded by an index. */
import type { Database, Value } from '#data/store/database.ts';
import { matches, matching, type Term } from '#data/store/word-index.ts';
import { NAMESAKES_MAX } from './identity.ts';
import { PERSON_WORDS } from './tables.ts';

export interface PersonRecord {
  rank: number;
  id: string;
  name: string;
  /** `companies`: all firms of the person; `run`: those with a tying role (lib/values/officer-roles.ts). */
  companies: number;
  run: number;
  /** Of `run`, those that operate. */
  active: number;
  /** Slugs, separated by commas. */
  counties: string;
  tied: number;
  namesakes: number;
}

const COLUMNS = `p.rank, p.id, p.name, p.companies, p.run, p.active, p.counties, p.tied,
  (select count(*) from (select 1 from person n where n.bare = p.bare limit ${NAMESAKES_MAX + 1}) same) - 1 as namesakes`;

export const personById = (db: Database, id: string): Promise<PersonRecord | null> =>
  db.one<PersonRecord>(`select ${COLUMNS} from person p where p.id = $1`, [id]);

/** Persons of exactly this name, its folded words sorted. */
export const personsByName = (db: Database, bare: string, above: number, limit: number): Promise<PersonRecord[]> =>
  db.all<PersonRecord>(
    `select ${COLUMNS} from person p where p.bare = $1 and p.rank > $2 order by p.rank limit ${limit}`,
    [bare, above],
  );

export interface WordSearch {
  all: readonly Term[];
  /** Excludes names with all of these words. */
  butNot: readonly Term[];
  /** Excludes exactly this name. */
  otherThan: string;
  /** Prefixes longer than the index has: the name must contain a word with each prefix. */
  prefixes: readonly string[];
  /** Highest rank; null for all. */
  upTo: number | null;
}

export const personsByWords = (
  db: Database,
  search: WordSearch,
  above: number,
  limit: number,
): Promise<PersonRecord[]> => {
  const [condition, params] = conditionOf(db, search, above);
  return db.all<PersonRecord>(
    `select ${COLUMNS} from ${PERSON_WORDS} join person p on p.rank = ${PERSON_WORDS}.rowid
     where ${condition} order by ${PERSON_WORDS}.rowid limit ${limit}`,
    params,
  );
};

/** The ids alone, for counting. */
export const idsByWords = async (db: Database, search: WordSearch, limit: number): Promise<string[]> => {
  const [condition, params] = conditionOf(db, search, 0);
  const rows = await db.all<{ id: string }>(
    `select p.id from ${PERSON_WORDS} join person p on p.rank = ${PERSON_WORDS}.rowid
     where ${condition} order by ${PERSON_WORDS}.rowid limit ${limit}`,
    params,
  );
  return rows.map((row) => row.id);
};

function conditionOf({ engine }: Database, search: WordSearch, above: number): [string, Value[]] {
  const params: Value[] = [matching(engine, search.all, search.butNot), above, search.otherThan];
  const conditions = search.prefixes.map((word) => ` and ' ' || p.bare like $${params.push(`% ${word}%`)}`);
  if (search.upTo !== null) conditions.push(` and ${PERSON_WORDS}.rowid <= $${params.push(search.upTo)}`);
  return [
    `${matches(engine, PERSON_WORDS, '$1')} and ${PERSON_WORDS}.rowid > $2 and p.bare <> $3${conditions.join('')}`,
    params,
  ];
}

/** The last rank. */
export const personsCount = async (db: Database): Promise<number> =>
  (await db.one<{ persons: number | null }>('select max(rank) as persons from person'))?.persons ?? 0;

/** Words read: few prefixes of three letters and more have as many. */
const WORDS_MAX = 500;

/** Number of names with a word of this prefix; a lower bound for a prefix of very many words. */
export async function countByPrefix(db: Database, prefix: string): Promise<number> {
  const row = await db.one<{ names: number | null }>(
    `select sum(entries) as names from (
       select entries from person_word where word >= $1 and word < $2 order by word limit ${WORDS_MAX}) words`,
    [prefix, `${prefix}\u{10ffff}`],
  );
  return row?.names ?? 0;
}
