/** A page of what a query finds: the window of the best matches first, then on and on in the order of prominence. */

import type { Database } from '#data/store/database.ts';
import { nameWords } from '#lib/values/company-name.ts';
import { parseCui } from '#lib/values/cui.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import type { Hit, Matched } from './hits.ts';
import { namesBegun } from './last-word.ts';
import { ranksOfCui, ranksOfRegistrationNumber } from './listing-table.ts';
import { findNames, type Window } from './name-search.ts';

export interface FoundFirm {
  rank: number;
  matched: Matched | 'cui' | 'registrationNumber';
}

/** Where a page starts: behind so many hits, and beyond the window behind this name. */
export interface Position {
  offset: number;
  id: number;
  rank: number;
}

export const START: Position = { offset: 0, id: 0, rank: 0 };

export const writePosition = ({ offset, id, rank }: Position): string => `${offset} ${id} ${rank}`;

export function readPosition(text: string): Position {
  const [offset = 0, id = 0, rank = 0] = text.split(' ').map(Number);
  return { offset, id, rank };
}

export interface FoundPage {
  firms: FoundFirm[];
  next: Position | null;
  total: number;
  totalRelation: 'exact' | 'atLeast';
}

/** All firms of a window and beyond it, as far as anybody counted. */
export type CountFirms = (window: Window) => Promise<{ total: number; isExact: boolean }>;

/** `count`: for somebody who wants all of them; left out, they are counted as far as the page shows. */
export async function findFirms(
  db: Database,
  q: string,
  after: Position,
  limit: number,
  count?: CountFirms,
): Promise<FoundPage> {
  const coded = await firmsOfCode(db, q);
  if (coded !== null)
    return {
      firms: coded.slice(after.offset, after.offset + limit),
      next: after.offset + limit < coded.length ? { ...START, offset: after.offset + limit } : null,
      total: coded.length,
      totalRelation: 'exact',
    };
  const words = nameWords(q);
  if (words.length === 0) return { firms: [], next: null, total: 0, totalRelation: 'exact' };
  const window = await findNames(db, words);
  const firms: FoundFirm[] = window.hits.slice(after.offset, after.offset + limit);
  const { rows, last, complete } = await beyond(db, window, after, limit);
  firms.push(...rows);
  const end = after.offset + firms.length;
  const finished = end >= window.hits.length && complete;
  const counted = count === undefined || finished ? null : await count(window);
  return {
    firms,
    next: finished ? null : { offset: end, ...last },
    total: counted?.total ?? Math.max(end, window.hits.length),
    totalRelation: (window.more === null || finished || counted?.isExact) && !window.full ? 'exact' : 'atLeast',
  };
}

/** A fiscal code, a registration number in either shape or an EUID; null when it may be a name: some firms are called by a number. */
async function firmsOfCode(db: Database, q: string): Promise<FoundFirm[] | null> {
  const cui = parseCui(q);
  if (cui !== null) {
    const ranks = await ranksOfCui(db, cui);
    return ranks.length === 0 ? null : ranks.map(({ rank }) => ({ rank, matched: 'cui' }));
  }
  const number = parseRegistrationNumber(q);
  if (number === null) return null;
  return (await ranksOfRegistrationNumber(db, number)).map(({ rank }) => ({ rank, matched: 'registrationNumber' }));
}

interface Beyond {
  rows: Hit[];
  last: Pick<Position, 'id' | 'rank'>;
  complete: boolean;
}

/** A firm may come by its present and by a former name, which follow each other: it counts once. */
async function beyond(db: Database, { hits, more }: Window, after: Position, asked: number): Promise<Beyond> {
  const limit = Math.min(asked, Math.max(0, after.offset + asked - hits.length));
  let last: Beyond['last'] = { id: after.id, rank: after.rank };
  if (more === null) return { rows: [], last, complete: true };
  // A page that ends before the window does has more behind it in any case.
  if (after.offset + asked < hits.length) return { rows: [], last, complete: false };
  const inWindow = new Set(hits.map(({ rank }) => rank));
  const rows: Hit[] = [];
  // The window's own names come by again, once each, and former names beside them.
  const found = await namesBegun(db, more.words, more.begun, after.id, 2 * (limit + hits.length));
  for (const { id, rank, former } of found.rows) {
    const isNew = rank !== last.rank && !inWindow.has(rank);
    // Only a further firm makes a further page: names of those already shown may be all that is left.
    if (isNew && rows.length === limit) return { rows, last, complete: false };
    if (isNew) rows.push({ rank, quality: Number.POSITIVE_INFINITY, matched: former ? 'formerName' : 'name' });
    last = { id, rank };
  }
  return { rows, last: { id: found.last, rank: last.rank }, complete: found.complete };
}
