/**
 * Keyset paging: lists are walked in the order (day desc, key desc), notices in (moment desc, key desc), along an
 * index, from the end of the last page. A page deep down costs as much as the first, and no row is skipped or repeated.
 */

import { ApiError } from '#api/api-error.ts';
import type { Reads } from '#data/store/database.ts';
import { messages } from '#locales/messages.ts';
import { keysAlong, lengthOf, type Position, positionsAlong, positionsAlongAll, type Walk } from './list-walk-table.ts';

export interface PageQuery {
  limit: number;
  offset: number;
  cursor?: string | undefined;
}

/** The content of a cursor: how many rows came before, and the last of them. */
export interface Start {
  before: number;
  after: Position | null;
  skip: number;
}

export function startOf({ offset, cursor }: PageQuery, read: (cursor: string) => string): Start {
  if (cursor === undefined) return { before: offset, after: null, skip: offset };
  if (offset > 0)
    throw new ApiError('INVALID_PARAMETER', messages.operations.offsetOrCursor(), {
      details: [{ in: 'query', name: 'offset', problem: messages.wrong.besideCursor() }],
    });
  const [before, key, day = ''] = read(cursor).split(' ');
  return { before: Number(before), after: { day, key: Number(key) }, skip: 0 };
}

export const positionOf = (before: number, { day, key }: Position): string => `${before} ${key} ${day}`;

/** Rows that may be skipped by `offset` at little cost. */
const NEAR = 1_000;

/** Whether a page may be expensive: far down, or few of many rows match. */
export const isExpensive = (walks: readonly Walk[], { skip }: Start): boolean =>
  skip > NEAR || walks.some((walk) => walk.isExpensive);

/** Positions of a page. A row of two walks is one row. */
export async function positions(
  db: Reads,
  walks: readonly Walk[],
  { after, skip }: Start,
  limit: number,
): Promise<Position[]> {
  const [only] = walks;
  if (walks.length === 0) return [];
  if (only && walks.length === 1) return positionsAlong(db, only, after, skip, limit);
  if (skip > NEAR) return positionsAlongAll(db, walks, after, skip, limit);
  const sides = await Promise.all(walks.map((walk) => positionsAlong(db, walk, after, 0, skip + limit)));
  return merged(sides).slice(skip, skip + limit);
}

function merged(sides: readonly Position[][]): Position[] {
  const sorted = sides.flat().sort((a, b) => (a.day === b.day ? b.key - a.key : a.day < b.day ? 1 : -1));
  return sorted.filter((position, i) => position.key !== sorted[i - 1]?.key);
}

/** Counting stops here: users do not page further, and a count must not cost more than the page. */
export const COUNT_MAX = 2_000;

export interface Count {
  total: number;
  totalRelation: 'exact' | 'atLeast';
}

export const exactly = (total: number): Count => ({ total, totalRelation: 'exact' });

export async function count(db: Reads, walks: readonly Walk[], max: number = COUNT_MAX): Promise<Count> {
  const lengths = await Promise.all(walks.map((walk) => lengthOf(db, walk, max)));
  let total = Math.max(0, ...lengths);
  // A company is rarely on both sides of a deal; such a row counts once.
  if (total < max && lengths.filter((length) => length > 0).length > 1) {
    const sides = await Promise.all(walks.map((walk) => keysAlong(db, walk, max)));
    total = new Set(sides.flat()).size;
  }
  return total < max ? exactly(total) : { total: max, totalRelation: 'atLeast' };
}
