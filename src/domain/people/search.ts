/**
 * People by name: words in any order, without diacritics, complete or as prefixes. Persons of exactly the name come first, then
 * names with all the words, then names with the prefixes; in each group persons with most operating firms first.
 */

import type { Database } from '#data/store/database.ts';
import { PREFIX_LENGTH_MAX, type Term } from '#data/store/word-index.ts';
import { words } from '#lib/values/text.ts';
import {
  countByPrefix,
  idsByWords,
  type PersonRecord,
  personsByName,
  personsByWords,
  personsCount,
  type WordSearch,
} from './persons-table.ts';

/** No name has more words, so a longer query has no results. */
const WORDS_MAX = 8;
/** Counting stops here. */
export const TOTAL_MAX = 1_000;
/** A long prefix with so few names is queried by the whole prefix. */
const FEW = 2_000;
/** With so many expected results the first page is near: a long prefix is queried by its first letters and filtered. */
const DENSE = 500;
/** For three initials and more without a word, only two are queried, among so many persons with most firms, and the rest is filtered: a bound for the scan. */
const INITIALS_RANK_MAX = 30_000;
/** Assumed share of persons with a prefix of one or two letters. */
const SHORT_SHARE = 0.1;

const groups = ['name', 'words', 'beginnings'] as const;
type Group = (typeof groups)[number];

/** A page ends after this person of this group. */
export interface Position {
  group: Group;
  rank: number;
}

export const FIRST_PAGE: Position = { group: 'name', rank: 0 };

export const formatPosition = ({ group, rank }: Position): string => `${group} ${rank}`;
export function parsePosition(text: string): Position {
  const [group, rank] = text.split(' ');
  return { group: group as Group, rank: Number(rank) };
}

export interface PeoplePage {
  rows: PersonRecord[];
  /** Where the next page starts; null at the end. */
  next: Position | null;
  /** The scan is bounded: there may be more results than are counted. */
  partial: boolean;
}

/** Results and counts exclude `hidden` persons. */
export async function findPeople(
  db: Database,
  query: string,
  { after, limit, hidden }: { after: Position; limit: number; hidden: ReadonlySet<string> },
): Promise<PeoplePage> {
  const queries = await queriesOf(db, query);
  const matches: { group: Group; person: PersonRecord }[] = [];
  if (queries === null) return { rows: [], next: null, partial: false };
  for (const group of groups.slice(groups.indexOf(after.group))) {
    let above = group === after.group ? after.rank : 0;
    while (matches.length <= limit) {
      const missing = limit + 1 - matches.length;
      const page = await queries[group](above, missing);
      for (const person of page) if (!hidden.has(person.id)) matches.push({ group, person });
      if (page.length < missing) break;
      above = page.at(-1)?.rank ?? above;
    }
    if (matches.length > limit) break;
  }
  const results = matches.slice(0, limit);
  const last = results.at(-1);
  return {
    rows: results.map(({ person }) => person),
    next: matches.length > limit && last ? { group: last.group, rank: last.person.rank } : null,
    partial: queries.all.upTo !== null,
  };
}

/** Results of all groups, up to `TOTAL_MAX`. */
export async function countPeople(db: Database, query: string, hidden: ReadonlySet<string>): Promise<number> {
  const queries = await queriesOf(db, query);
  if (queries === null) return 0;
  const ids = await idsByWords(db, queries.all, TOTAL_MAX + hidden.size);
  return Math.min(TOTAL_MAX, ids.filter((id) => !hidden.has(id)).length);
}

type Read = (above: number, limit: number) => Promise<PersonRecord[]>;

interface Queries extends Record<Group, Read> {
  all: WordSearch;
}

/** Null when no name can have these words. */
async function queriesOf(db: Database, query: string): Promise<Queries | null> {
  const typed = words(query);
  const distinct = [...new Set(typed)];
  if (distinct.length === 0 || distinct.length > WORDS_MAX) return null;
  const terms = await termsOf(db, distinct);
  if (terms === null) return null;
  const name = typed.toSorted().join(' ');
  const complete: Term[] = distinct.map((word) => ({ word, prefix: false }));
  const upTo = isInitials(distinct) && terms.persons > INITIALS_RANK_MAX ? INITIALS_RANK_MAX : null;
  const byWords = { all: complete, butNot: [], otherThan: name, prefixes: [], upTo };
  const { all, prefixes } = terms;
  const byBeginnings = { all, prefixes, butNot: complete, otherThan: name, upTo };
  return {
    name: (above, limit) => personsByName(db, name, above, limit),
    words: (above, limit) => personsByWords(db, byWords, above, limit),
    beginnings: (above, limit) => personsByWords(db, byBeginnings, above, limit),
    all: { all, prefixes, butNot: [], otherThan: '', upTo },
  };
}

const isInitials = (distinct: readonly string[]): boolean =>
  distinct.length > 2 && distinct.every((word) => [...word].length === 1);

interface Terms extends Pick<WordSearch, 'all' | 'prefixes'> {
  /** Of the country. */
  persons: number;
}

/** The prefixes as terms of the index; null when no name has a word with one of them. */
async function termsOf(db: Database, distinct: readonly string[]): Promise<Terms | null> {
  const persons = await personsCount(db);
  const counted: { word: string; names: number }[] = [];
  for (const word of distinct) {
    const names = [...word].length < 3 ? persons * SHORT_SHARE : await countByPrefix(db, word);
    if (names === 0) return null;
    counted.push({ word, names });
  }
  // Assumes independent words.
  const expected = counted.reduce((rest, { names }) => rest * Math.min(1, names / persons), persons);
  const all: Term[] = [];
  const prefixes: string[] = [];
  for (const [index, { word, names }] of counted.entries()) {
    const letters = [...word];
    if (index > 1 && isInitials(distinct)) {
      prefixes.push(word);
      continue;
    }
    const cut = letters.length > PREFIX_LENGTH_MAX && names > FEW && expected >= DENSE;
    if (cut) prefixes.push(word);
    all.push({ word: cut ? letters.slice(0, PREFIX_LENGTH_MAX).join('') : word, prefix: true });
  }
  return { all, prefixes, persons };
}
