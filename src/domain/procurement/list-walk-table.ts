/** One walk along a procurement list: positions after the last page's end, and the number of rows. */
import type { Reads, Value } from '#data/store/database.ts';
import type { Conditions } from './conditions.ts';
import { dayNumber, dayText } from './day-number.ts';

/** The position of a row in its list. */
export interface Position {
  /** Or the moment, for lists in that order. */
  day: string;
  key: number;
}

/** A list, or one of two that are walked together: rows of `from` under `conditions`; `key` names the column with the key. */
export interface Walk {
  from: string;
  key: string;
  conditions: Conditions;
  /** The column that orders the list; default `day`. Notices also have hours. */
  order?: 'day' | 'moment';
  /** The same rows, where counting without order reads fewer. */
  counted?: Conditions;
  /** No index covers these rows alone: a page of them may scan many others. */
  isExpensive?: boolean;
}

/** Newest first, after `after`. */
export async function positionsAlong(
  db: Reads,
  { from, key, conditions, order = 'day' }: Walk,
  after: Position | null,
  skip: number,
  limit: number,
): Promise<Position[]> {
  const bounded = conditions.copy();
  if (after) bounded.upTo(`(${order}, ${key}) < (?, ?)`, stored(order, after.day), after.key);
  return withTexts(
    await db.all<StoredPosition>(
      `select ${order} as day, ${key} as key from ${from} ${bounded.where} order by ${order} desc, ${key} desc limit ${limit} offset ${skip}`,
      bounded.params,
    ),
  );
}

/** Moments are stored as text, days as numbers. */
const stored = (order: 'day' | 'moment', day: string): string | number => (order === 'day' ? dayNumber(day) : day);

interface StoredPosition {
  day: string | number;
  key: number;
}

const withTexts = (positions: readonly StoredPosition[]): Position[] =>
  positions.map(({ day, key }) => ({ day: typeof day === 'number' ? dayText(day) : day, key }));

/** The same along several walks at once, far down: only the page itself leaves the engine. A row of two walks is one row. */
export async function positionsAlongAll(
  db: Reads,
  walks: readonly Walk[],
  after: Position | null,
  skip: number,
  limit: number,
): Promise<Position[]> {
  const params: Value[] = [];
  const sides = walks.map(({ from, key, conditions, order = 'day' }, i) => {
    const bounded = conditions.copy();
    if (after) bounded.upTo(`(${order}, ${key}) < (?, ?)`, stored(order, after.day), after.key);
    const where = bounded.whereBehind(params.length);
    params.push(...bounded.params);
    const newest = `order by ${order} desc, ${key} desc limit ${skip + limit}`;
    return `select day, key from (select ${order} as day, ${key} as key from ${from} ${where} ${newest}) side${i}`;
  });
  return withTexts(
    await db.all<StoredPosition>(
      `select day, key from (${sides.join(' union ')}) found order by day desc, key desc limit ${limit} offset ${skip}`,
      params,
    ),
  );
}

/** At most `max`, in no order. */
export async function keysAlong(db: Reads, walk: Walk, max: number): Promise<number[]> {
  const rows = await db.all<{ key: number }>(keysText(walk, max), conditionsOf(walk).params);
  return rows.map(({ key }) => key);
}

/** The number of rows; `max` for more. */
export async function lengthOf(db: Reads, walk: Walk, max: number): Promise<number> {
  const row = await db.one<{ n: number }>(
    `select count(*) as n from (${keysText(walk, max)}) found`,
    conditionsOf(walk).params,
  );
  return row?.n ?? 0;
}

/** The day of the newest row; null where there is none, or none with a day. */
export async function newestDayAlong(db: Reads, { from, conditions }: Walk): Promise<string | null> {
  const row = await db.one<{ day: number }>(
    `select day from ${from} ${conditions.where} order by day desc limit 1`,
    conditions.params,
  );
  return row === null ? null : dayText(row.day) || null;
}

const conditionsOf = ({ conditions, counted = conditions }: Walk): Conditions => counted;

const keysText = (walk: Walk, max: number): string =>
  `select ${walk.key} as key from ${walk.from} ${conditionsOf(walk).where} limit ${max}`;
