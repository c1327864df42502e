/** One walk along a list of procurement: places from where the last page ended, and how many there are. */
import type { Value } from '#data/store/database.ts';
import type { Conditions } from './conditions.ts';
import type { Reads } from './worker-reads.ts';

/** Where a row stands in its list. */
export interface Place {
  /** Or the moment of a day, where lists go by that. */
  day: string;
  key: number;
}

/** A list, or one of two that are walked together: rows of `from` under `conditions`; `key` names the column with the key. */
export interface Walk {
  from: string;
  key: string;
  conditions: Conditions;
  /** The column that the list is ordered by; default `day`. Notices have hours, too. */
  order?: 'day' | 'moment';
  /** The same rows, where fewer have to be looked at when their order does not matter. */
  counted?: Conditions;
  /** No index leads to these rows alone: many others may have to be looked at to find a page of them. */
  isDear?: boolean;
}

/** Newest first, behind `after`. */
export function placesAlong(
  db: Reads,
  { from, key, conditions, order = 'day' }: Walk,
  after: Place | null,
  skip: number,
  limit: number,
): Promise<Place[]> {
  const bounded = conditions.copy();
  if (after) bounded.upTo(`(${order}, ${key}) < (?, ?)`, after.day, after.key);
  return db.all<Place>(
    `select ${order} as day, ${key} as key from ${from} ${bounded.where} order by ${order} desc, ${key} desc limit ${limit} offset ${skip}`,
    bounded.params,
  );
}

/** The same along several walks at once, far down: only the page itself leaves the engine. Rows that two of them lead to are one. */
export function placesAlongAll(
  db: Reads,
  walks: readonly Walk[],
  after: Place | null,
  skip: number,
  limit: number,
): Promise<Place[]> {
  const params: Value[] = [];
  const sides = walks.map(({ from, key, conditions, order = 'day' }, i) => {
    const bounded = conditions.copy();
    if (after) bounded.upTo(`(${order}, ${key}) < (?, ?)`, after.day, after.key);
    const where = bounded.whereBehind(params.length);
    params.push(...bounded.params);
    const newest = `order by ${order} desc, ${key} desc limit ${skip + limit}`;
    return `select day, key from (select ${order} as day, ${key} as key from ${from} ${where} ${newest}) side${i}`;
  });
  return db.all<Place>(
    `select day, key from (${sides.join(' union ')}) found order by day desc, key desc limit ${limit} offset ${skip}`,
    params,
  );
}

/** At most `max`, in no order. */
export async function keysAlong(db: Reads, walk: Walk, max: number): Promise<number[]> {
  const rows = await db.all<{ key: number }>(keysText(walk, max), conditionsOf(walk).params);
  return rows.map(({ key }) => key);
}

/** How many rows there are; `max` for more of them. */
export async function lengthOf(db: Reads, walk: Walk, max: number): Promise<number> {
  const row = await db.one<{ n: number }>(
    `select count(*) as n from (${keysText(walk, max)}) found`,
    conditionsOf(walk).params,
  );
  return row?.n ?? 0;
}

/** The day of the newest row; null where there is none, or none with a day. */
export async function newestDayAlong(db: Reads, { from, conditions }: Walk): Promise<string | null> {
  const row = await db.one<{ day: string }>(
    `select day from ${from} ${conditions.where} order by day desc limit 1`,
    conditions.params,
  );
  return row?.day || null;
}

const conditionsOf = ({ conditions, counted = conditions }: Walk): Conditions => counted;

const keysText = (walk: Walk, max: number): string =>
  `select ${walk.key} as key from ${walk.from} ${conditionsOf(walk).where} limit ${max}`;
