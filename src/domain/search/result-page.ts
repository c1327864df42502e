/** A page of hits: the window of the best matches first, then the others in the order of prominence. */

import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import { isOnlyForms, nameWords } from '#lib/values/company-name.ts';
import { parseCui } from '#lib/values/cui.ts';
import { parseRegistrationNumber } from '#lib/values/registration-number.ts';
import { messages } from '#locales/messages.ts';
import type { Hit, Matched } from './hits.ts';
import { namesWithStart } from './last-word.ts';
import { ranksOfCui, ranksOfRegistrationNumber } from './listing-table.ts';
import { findNames, type Window } from './name-search.ts';
import { namesOfLetters } from './names-table.ts';

export interface FirmHit {
  rank: number;
  matched: Matched | 'cui' | 'registrationNumber';
}

/** Start of a page: after `offset` hits, and outside of the window after the name `id`. */
export interface Position {
  offset: number;
  id: number;
  rank: number;
}

export const FIRST_PAGE: Position = { offset: 0, id: 0, rank: 0 };

export const formatPosition = ({ offset, id, rank }: Position): string => `${offset} ${id} ${rank}`;

export function parsePosition(text: string): Position {
  const [offset = 0, id = 0, rank = 0] = text.split(' ').map(Number);
  return { offset, id, rank };
}

export interface FirmPage {
  firms: FirmHit[];
  next: Position | null;
  total: number;
  totalRelation: 'exact' | 'atLeast';
}

/** Counts the firms of a window and after it. */
export type CountFirms = (window: Window) => Promise<{ total: number; isExact: boolean }>;

/** Without `count` the total covers the hits up to this page. */
export async function findFirms(
  db: Database,
  q: string,
  after: Position,
  limit: number,
  count?: CountFirms,
): Promise<FirmPage> {
  const coded = await firmsOfCode(db, q);
  if (coded !== null)
    return {
      firms: coded.slice(after.offset, after.offset + limit),
      next: after.offset + limit < coded.length ? { ...FIRST_PAGE, offset: after.offset + limit } : null,
      total: coded.length,
      totalRelation: 'exact',
    };
  const words = await wordsOf(db, q);
  if (words.length === 0) return { firms: [], next: null, total: 0, totalRelation: 'exact' };
  const window = await findNames(db, words);
  const firms: FirmHit[] = window.hits.slice(after.offset, after.offset + limit);
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

/** Firms of a name that are compared with filters, the best known first: the cost of a page is that of reading them. */
export const COMPARED_MAX = 2_000;

/** Keeps those of the ranks that pass the filters; `isWhole`: all were compared. */
export type KeepFirms = (ranks: readonly number[]) => Promise<{ kept: ReadonlySet<number>; isWhole: boolean }>;

export async function findFilteredFirms(
  db: Database,
  q: string,
  keep: KeepFirms,
  { offset }: Pick<Position, 'offset'>,
  limit: number,
): Promise<FirmPage> {
  const compared = await comparedFirms(db, q);
  const { kept, isWhole } = await keep(compared.firms.map(({ rank }) => rank));
  const found = compared.firms.filter(({ rank }) => kept.has(rank));
  const end = offset + limit;
  return {
    firms: found.slice(offset, end),
    next: end < found.length ? { ...FIRST_PAGE, offset: end } : null,
    total: found.length,
    totalRelation: isWhole && compared.isWhole ? 'exact' : 'atLeast',
  };
}

async function comparedFirms(db: Database, q: string): Promise<{ firms: FirmHit[]; isWhole: boolean }> {
  const coded = await firmsOfCode(db, q);
  if (coded !== null) return { firms: coded, isWhole: true };
  const words = await wordsOf(db, q);
  if (words.length === 0) return { firms: [], isWhole: true };
  const window = await findNames(db, words);
  const count = window.hits.length;
  const { rows, complete } = await beyond(db, window, { ...FIRST_PAGE, offset: count }, COMPARED_MAX - count);
  return { firms: [...window.hits, ...rows], isWhole: complete && !window.full };
}

/** Half of all firms have `SRL` in their names: legal forms alone are refused, except as the whole name of a firm. */
async function wordsOf(db: Database, q: string): Promise<string[]> {
  const words = nameWords(q);
  if (!isOnlyForms(q) || (await namesOfLetters(db, [words.join('')], 1)).length > 0) return words;
  throw new ApiError('INVALID_PARAMETER', messages.search.onlyForms({ q }), {
    details: [{ in: 'query', name: 'q', problem: messages.search.needsName() }],
  });
}

/** A fiscal code, a registration number in either shape or an EUID; null when it may be a name: some firms are called by a number. */
async function firmsOfCode(db: Database, q: string): Promise<FirmHit[] | null> {
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

/** The current and former names of a firm follow each other: the firm counts once. */
async function beyond(db: Database, { hits, more }: Window, after: Position, pageLimit: number): Promise<Beyond> {
  const limit = Math.min(pageLimit, Math.max(0, after.offset + pageLimit - hits.length));
  let last: Beyond['last'] = { id: after.id, rank: after.rank };
  if (more === null) return { rows: [], last, complete: true };
  // A page that ends inside the window is not the last one.
  if (after.offset + pageLimit < hits.length) return { rows: [], last, complete: false };
  const inWindow = new Set(hits.map(({ rank }) => rank));
  const rows: Hit[] = [];
  // The rows include the window's names again, and former names.
  const page = await namesWithStart(db, more.words, more.start, after.id, 2 * (limit + hits.length));
  for (const { id, rank, former } of page.rows) {
    const isNew = rank !== last.rank && !inWindow.has(rank);
    // Only a further firm makes a further page: the remaining names may be of firms on earlier pages.
    if (isNew && rows.length === limit) return { rows, last, complete: false };
    if (isNew) rows.push({ rank, quality: Number.POSITIVE_INFINITY, matched: former ? 'formerName' : 'name' });
    last = { id, rank };
  }
  return { rows, last: { id: page.last, rank: last.rank }, complete: page.complete };
}
