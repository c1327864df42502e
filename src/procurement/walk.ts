/**
 * Newest first, page by page: every list of procurement is walked in the order (day desc, key desc) along an index, from where the
 * last page ended, so that a page deep down costs what the first one costs, and nothing is left out or repeated.
 */
import { Problem } from '#operations/problem.ts';
import { said, wrongIs } from '#operations/sentences.ts';
import type { Database } from '#store/database.ts';
import type { Conditions } from './conditions.ts';

/** Where a row stands in its list. */
export interface Place {
  day: string;
  key: number;
}

/** A list, or one of two that are walked together: rows of `from` under `conditions`; `key` names the column with the key. */
export interface Walk {
  from: string;
  key: string;
  conditions: Conditions;
  /** The same rows, where fewer have to be looked at when their order does not matter. */
  counted?: Conditions;
}

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
    throw new Problem('INVALID_PARAMETER', said.offsetOrCursor(), {
      details: [{ in: 'query', name: 'offset', problem: wrongIs.besideCursor() }],
    });
  const [before, key, day = ''] = read(cursor).split(' ');
  return { before: Number(before), after: { day, key: Number(key) }, skip: 0 };
}

export const positionOf = (before: number, { day, key }: Place): string => `${before} ${key} ${day}`;

/** Places of a page. Of two walks, a row that both lead to is one row. */
export async function places(
  db: Database,
  walks: readonly Walk[],
  { after, skip }: Start,
  limit: number,
): Promise<Place[]> {
  const [only] = walks;
  if (walks.length === 0) return [];
  if (only && walks.length === 1) return placesOf(db, only, after, skip, limit);
  const sides = await Promise.all(walks.map((walk) => placesOf(db, walk, after, 0, skip + limit)));
  return merged(sides).slice(skip, skip + limit);
}

function placesOf(
  db: Database,
  { from, key, conditions }: Walk,
  after: Place | null,
  skip: number,
  limit: number,
): Promise<Place[]> {
  const bounded = conditions.copy();
  if (after) bounded.upTo(`(day, ${key}) < (?, ?)`, after.day, after.key);
  return db.all<Place>(
    `select day, ${key} as key from ${from} ${bounded.where} order by day desc, ${key} desc limit ${limit} offset ${skip}`,
    bounded.params,
  );
}

function merged(sides: readonly Place[][]): Place[] {
  const sorted = sides.flat().sort((a, b) => (a.day === b.day ? b.key - a.key : a.day < b.day ? 1 : -1));
  return sorted.filter((place, i) => place.key !== sorted[i - 1]?.key);
}

/** Counting stops here: nobody pages further by hand, and counting must not cost more than the page. */
const COUNT_MAX = 2_000;

export interface Count {
  total: number;
  totalRelation: 'exact' | 'atLeast';
}

export const exactly = (total: number): Count => ({ total, totalRelation: 'exact' });

export async function count(db: Database, walks: readonly Walk[]): Promise<Count> {
  const conditionsOf = ({ conditions, counted = conditions }: Walk): Conditions => counted;
  const text = (walk: Walk): string =>
    `select ${walk.key} as key from ${walk.from} ${conditionsOf(walk).where} limit ${COUNT_MAX}`;
  const lengths = await Promise.all(
    walks.map(async (walk) => {
      const row = await db.one<{ n: number }>(
        `select count(*) as n from (${text(walk)}) found`,
        conditionsOf(walk).params,
      );
      return row?.n ?? 0;
    }),
  );
  let total = Math.max(0, ...lengths);
  // Hardly anybody is on both sides; a row that both lead to is then one row.
  if (total < COUNT_MAX && lengths.filter((length) => length > 0).length > 1) {
    const sides = await Promise.all(
      walks.map((walk) => db.all<{ key: number }>(text(walk), conditionsOf(walk).params)),
    );
    total = new Set(sides.flatMap((side) => side.map(({ key }) => key))).size;
  }
  return total < COUNT_MAX ? exactly(total) : { total: COUNT_MAX, totalRelation: 'atLeast' };
}

/** Texts with few lengths, so that an engine plans few of them. */
const KEYS_AT_ONCE = 50;

/** Rows of these keys, in the order of the keys. */
export async function rowsOf<Row extends { key: number }>(
  db: Database,
  table: string,
  keys: readonly number[],
): Promise<Row[]> {
  const found = new Map<number, Row>();
  for (let i = 0; i < keys.length; i += KEYS_AT_ONCE) {
    const some = keys.slice(i, i + KEYS_AT_ONCE);
    for (const row of await db.all<Row>(`select * from ${table} where key in (${placeholders(some)})`, padded(some)))
      found.set(row.key, row);
  }
  return keys.flatMap((key) => found.get(key) ?? []);
}

/** Filled up with repetitions to one length. */
export const padded = (keys: readonly number[]): number[] =>
  Array.from({ length: keys.length === 1 ? 1 : KEYS_AT_ONCE }, (_, i) => keys[i] ?? (keys.at(-1) as number));

export const placeholders = (keys: readonly number[]): string =>
  padded(keys)
    .map((_, i) => `$${i + 1}`)
    .join(', ');
