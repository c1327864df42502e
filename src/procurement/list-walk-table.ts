/** One walk along a list of procurement: places from where the last page ended, and how many there are. */
import type { Database } from '#store/database.ts';
import type { Conditions } from './conditions.ts';

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
}

/** Newest first, behind `after`. */
export function placesAlong(
  db: Database,
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

/** At most `max`, in no order. */
export async function keysAlong(db: Database, walk: Walk, max: number): Promise<number[]> {
  const rows = await db.all<{ key: number }>(keysText(walk, max), conditionsOf(walk).params);
  return rows.map(({ key }) => key);
}

/** How many rows there are; `max` for more of them. */
export async function lengthOf(db: Database, walk: Walk, max: number): Promise<number> {
  const row = await db.one<{ n: number }>(
    `select count(*) as n from (${keysText(walk, max)}) found`,
    conditionsOf(walk).params,
  );
  return row?.n ?? 0;
}

export interface Mentions {
  count: number;
  /** Day of the newest; null where there is none, or none with a day. */
  latestDate: string | null;
}

/** How many rows there are, and the day of the newest. */
export async function mentionsAlong(db: Database, { from, conditions }: Walk): Promise<Mentions> {
  const row = await db.one<{ n: number; latest: string | null }>(
    `select count(*) as n, max(day) as latest from ${from} ${conditions.where}`,
    conditions.params,
  );
  return { count: row?.n ?? 0, latestDate: row?.latest || null };
}

const conditionsOf = ({ conditions, counted = conditions }: Walk): Conditions => counted;

const keysText = (walk: Walk, max: number): string =>
  `select ${walk.key} as key from ${walk.from} ${conditionsOf(walk).where} limit ${max}`;
