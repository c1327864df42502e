/**
 * People by name: words in any order, without diacritics, complete or begun. Persons of exactly the name come first, then those
 * who bear the words among others, then those whose words begin so; in each group those with most operating firms first.
 */
import { words } from '#base/text.ts';
import type { Database } from '#store/database.ts';
import { PREFIX_LETTERS, type Term } from '#store/word-index.ts';
import {
  bearersOf,
  idsByWords,
  type PersonRecord,
  personsByName,
  personsByWords,
  type WordSearch,
} from './persons-table.ts';

/** Nobody has a longer name, so a longer question finds nobody. */
const WORDS_MAX = 8;
/** Counting stops here. */
export const TOTAL_MAX = 1_000;
/** Words that so few bear are looked for as they are; more frequent ones by their first letters, stopping early. */
const FEW = 2_000;

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
}

/** `hidden` persons are found nowhere and counted nowhere. */
export async function findPeople(
  db: Database,
  query: string,
  { after, limit, hidden }: { after: Position; limit: number; hidden: ReadonlySet<string> },
): Promise<PeopleFound> {
  const reading = await readingsOf(db, query);
  const found: { group: Group; person: PersonRecord }[] = [];
  if (reading === null) return { rows: [], next: null };
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

/** Null when no name can have these words. */
async function readingsOf(db: Database, query: string): Promise<(Record<Group, Read> & { all: WordSearch }) | null> {
  const typed = words(query);
  const distinct = [...new Set(typed)];
  if (distinct.length === 0 || distinct.length > WORDS_MAX) return null;
  const complete: Term[] = distinct.map((word) => ({ word, prefix: false }));
  const begun: Term[] = [];
  const sift: string[] = [];
  for (const word of distinct) {
    const letters = [...word];
    const bearers = letters.length > PREFIX_LETTERS ? await bearersOf(db, word) : FEW;
    if (bearers === 0) return null;
    if (bearers > FEW) sift.push(word);
    begun.push({ word: bearers > FEW ? letters.slice(0, PREFIX_LETTERS).join('') : word, prefix: true });
  }
  const name = typed.toSorted().join(' ');
  const byWords = { all: complete, butNot: [], otherThan: name, sift: [] };
  const byBeginnings = { all: begun, butNot: complete, otherThan: name, sift };
  return {
    name: (above, limit) => personsByName(db, name, above, limit),
    words: (above, limit) => personsByWords(db, byWords, above, limit),
    beginnings: (above, limit) => personsByWords(db, byBeginnings, above, limit),
    all: { all: begun, butNot: [], otherThan: '', sift },
  };
}
