/**
 * People by name: words in any order, without diacritics, complete or begun. Persons of exactly the name come first, then those
 * who bear the words among others, then those whose words begin so; in each group those with most operating firms first.
 */

import type { Database } from '#data/store/database.ts';
import { PREFIX_LENGTH_MAX, type Term } from '#data/store/word-index.ts';
import { words } from '#lib/values/text.ts';
import {
  bearersOf,
  idsByWords,
  type PersonRecord,
  personsByName,
  personsByWords,
  personsCount,
  type WordSearch,
} from './persons-table.ts';

/** Nobody has a longer name, so a longer question finds nobody. */
const WORDS_MAX = 8;
/** Counting stops here. */
export const TOTAL_MAX = 1_000;
/** A long beginning that so few bear is looked for as it is. */
const FEW = 2_000;
/** Where so many are to be expected the first page is near: a long beginning is looked for by its first letters and sifted. */
const DENSE = 500;
/** Three initials and more, and no word: two are looked for among so many persons of most firms and sifted, lest all lists be walked. */
const INITIALS_RANK_MAX = 30_000;
/** Share of persons that is assumed to bear a beginning of one or two letters. */
const SHORT_SHARE = 0.1;

const groups = ['name', 'words', 'beginnings'] as const;
type Group = (typeof groups)[number];

/** Where a page ends: behind this person of this group. */
export interface Position {
  group: Group;
  rank: number;
}

export const START: Position = { group: 'name', rank: 0 };

export const writePosition = ({ group, rank }: Position): string => `${group} ${rank}`;
export function readPosition(text: string): Position {
  const [group, rank] = text.split(' ');
  return { group: group as Group, rank: Number(rank) };
}

export interface PeopleFound {
  rows: PersonRecord[];
  /** Where the next page starts; null at the end. */
  next: Position | null;
  /** Not everybody was looked at: there may be more than are counted. */
  partial: boolean;
}

/** `hidden` persons are found nowhere and counted nowhere. */
export async function findPeople(
  db: Database,
  query: string,
  { after, limit, hidden }: { after: Position; limit: number; hidden: ReadonlySet<string> },
): Promise<PeopleFound> {
  const reading = await readingsOf(db, query);
  const found: { group: Group; person: PersonRecord }[] = [];
  if (reading === null) return { rows: [], next: null, partial: false };
  for (const group of groups.slice(groups.indexOf(after.group))) {
    let above = group === after.group ? after.rank : 0;
    while (found.length <= limit) {
      const wanted = limit + 1 - found.length;
      const page = await reading[group](above, wanted);
      for (const person of page) if (!hidden.has(person.id)) found.push({ group, person });
      if (page.length < wanted) break;
      above = page.at(-1)?.rank ?? above;
    }
    if (found.length > limit) break;
  }
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  return {
    rows: shown.map(({ person }) => person),
    next: found.length > limit && last ? { group: last.group, rank: last.person.rank } : null,
    partial: reading.all.upTo !== null,
  };
}

/** How many there are in all groups, up to `TOTAL_MAX`. */
export async function countPeople(db: Database, query: string, hidden: ReadonlySet<string>): Promise<number> {
  const reading = await readingsOf(db, query);
  if (reading === null) return 0;
  const ids = await idsByWords(db, reading.all, TOTAL_MAX + hidden.size);
  return Math.min(TOTAL_MAX, ids.filter((id) => !hidden.has(id)).length);
}

type Read = (above: number, limit: number) => Promise<PersonRecord[]>;

interface Readings extends Record<Group, Read> {
  all: WordSearch;
}

/** Null when no name can have these words. */
async function readingsOf(db: Database, query: string): Promise<Readings | null> {
  const typed = words(query);
  const distinct = [...new Set(typed)];
  if (distinct.length === 0 || distinct.length > WORDS_MAX) return null;
  const terms = await termsOf(db, distinct);
  if (terms === null) return null;
  const name = typed.toSorted().join(' ');
  const complete: Term[] = distinct.map((word) => ({ word, prefix: false }));
  const upTo = isInitials(distinct) && terms.persons > INITIALS_RANK_MAX ? INITIALS_RANK_MAX : null;
  const byWords = { all: complete, butNot: [], otherThan: name, sift: [], upTo };
  const { all, sift } = terms;
  const byBeginnings = { all, sift, butNot: complete, otherThan: name, upTo };
  return {
    name: (above, limit) => personsByName(db, name, above, limit),
    words: (above, limit) => personsByWords(db, byWords, above, limit),
    beginnings: (above, limit) => personsByWords(db, byBeginnings, above, limit),
    all: { all, sift, butNot: [], otherThan: '', upTo },
  };
}

const isInitials = (distinct: readonly string[]): boolean =>
  distinct.length > 2 && distinct.every((word) => [...word].length === 1);

interface Terms extends Pick<WordSearch, 'all' | 'sift'> {
  /** Of the country. */
  persons: number;
}

/** The beginnings as the index should be asked; null when one of them begins no word of any name. */
async function termsOf(db: Database, distinct: readonly string[]): Promise<Terms | null> {
  const persons = await personsCount(db);
  const begun: { word: string; bearers: number }[] = [];
  for (const word of distinct) {
    const bearers = [...word].length < 3 ? persons * SHORT_SHARE : await bearersOf(db, word);
    if (bearers === 0) return null;
    begun.push({ word, bearers });
  }
  // As if words met by chance.
  const expected = begun.reduce((rest, { bearers }) => rest * Math.min(1, bearers / persons), persons);
  const all: Term[] = [];
  const sift: string[] = [];
  for (const [place, { word, bearers }] of begun.entries()) {
    const letters = [...word];
    if (place > 1 && isInitials(distinct)) {
      sift.push(word);
      continue;
    }
    const cut = letters.length > PREFIX_LENGTH_MAX && bearers > FEW && expected >= DENSE;
    if (cut) sift.push(word);
    all.push({ word: cut ? letters.slice(0, PREFIX_LENGTH_MAX).join('') : word, prefix: true });
  }
  return { all, sift, persons };
}
