/**
 * Newest first, page by page: every list of procurement is walked in the order (day desc, key desc), of notices (moment desc, key desc), along an index, from where the
 * last page ended, so that a page deep down costs what the first one costs, and nothing is left out or repeated.
 */

import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';

import { keysAlong, lengthOf, type Place, placesAlong, placesAlongAll, type Walk } from './list-walk-table.ts';
import type { Reads } from './worker-reads.ts';

export interface Asked {
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

/** What a cursor says: how many rows came before, and the last of them. */
export interface Start {
  before: number;
  after: Place | null;
  skip: number;
}

export function startOf({ offset, cursor }: Asked, read: (cursor: string) => string): Start {
  if (cursor === undefined) return { before: offset, after: null, skip: offset };
  if (offset > 0)
    throw new ApiError('INVALID_PARAMETER', messages.operations.offsetOrCursor(), {
      details: [{ in: 'query', name: 'offset', problem: messages.wrong.besideCursor() }],
    });
  const [before, key, day = ''] = read(cursor).split(' ');
  return { before: Number(before), after: { day, key: Number(key) }, skip: 0 };
}

export const positionOf = (before: number, { day, key }: Place): string => `${before} ${key} ${day}`;

/** Rows that are skipped without a thought. */
const NEAR = 1_000;

/** Whether a page may cost more than pages do: it lies far down, or few rows of many belong to it. */
export const isDear = (walks: readonly Walk[], { skip }: Start): boolean =>
  skip > NEAR || walks.some((walk) => walk.isDear);

/** Places of a page. Of two walks, a row that both lead to is one row. */
export async function places(
  db: Reads,
  walks: readonly Walk[],
  { after, skip }: Start,
  limit: number,
): Promise<Place[]> {
  const [only] = walks;
  if (walks.length === 0) return [];
  if (only && walks.length === 1) return placesAlong(db, only, after, skip, limit);
  if (skip > NEAR) return placesAlongAll(db, walks, after, skip, limit);
  const sides = await Promise.all(walks.map((walk) => placesAlong(db, walk, after, 0, skip + limit)));
  return merged(sides).slice(skip, skip + limit);
}

function merged(sides: readonly Place[][]): Place[] {
  const sorted = sides.flat().sort((a, b) => (a.day === b.day ? b.key - a.key : a.day < b.day ? 1 : -1));
  return sorted.filter((place, i) => place.key !== sorted[i - 1]?.key);
}

/** Counting stops here: nobody pages further by hand, and counting must not cost more than the page. */
export const COUNT_MAX = 2_000;

export interface Count {
  total: number;
  totalRelation: 'exact' | 'atLeast';
}

export const exactly = (total: number): Count => ({ total, totalRelation: 'exact' });

export async function count(db: Reads, walks: readonly Walk[], max: number = COUNT_MAX): Promise<Count> {
  const lengths = await Promise.all(walks.map((walk) => lengthOf(db, walk, max)));
  let total = Math.max(0, ...lengths);
  // Hardly anybody is on both sides; a row that both lead to is then one row.
  if (total < max && lengths.filter((length) => length > 0).length > 1) {
    const sides = await Promise.all(walks.map((walk) => keysAlong(db, walk, max)));
    total = new Set(sides.flat()).size;
  }
  return total < max ? exactly(total) : { total: max, totalRelation: 'atLeast' };
}
