/** Days as whole numbers since 1970: lives are computed in them, texts are made only when something is written. */
import type { Day } from '#base/date.ts';

const DAY_MS = 86_400_000;

export const YEAR_DAYS = 365.25;

export const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Kept, because a country writes the same few thousand days millions of times. */
const texts: string[] = [];

export function dayText(day: number): Day {
  texts[day] ??= new Date(day * DAY_MS).toISOString().slice(0, 10);
  return texts[day];
}

export const dayTextOrNull = (day: number | null): Day | null => (day === null ? null : dayText(day));

const years: number[] = [];

export function yearOfDay(day: number): number {
  years[day] ??= Number(dayText(day).slice(0, 4));
  return years[day];
}

export const firstDayOf = (year: number): number => dayNumber(`${year}-01-01`);

/** `11/03/1998`, or with another separator. */
export function romanianDay(day: number, separator = '/'): string {
  const text = dayText(day);
  return text.slice(8) + separator + text.slice(5, 7) + separator + text.slice(0, 4);
}

/** A value that holds from a day until the next one in its list. */
export interface Dated<Value> {
  from: number;
  value: Value;
}

/** The entry that holds on a day; the first one before anything happened. Lists are short and in order. */
export function holdsOn<Value>(list: readonly Dated<Value>[], day: number): Dated<Value> {
  let current = list[0];
  if (current === undefined) throw new Error('A dated list is never empty.');
  for (const entry of list) if (entry.from <= day) current = entry;
  return current;
}
