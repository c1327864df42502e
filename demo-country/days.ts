/** Days as whole numbers since 1970: lives are computed in them, texts are made only when something is written. */
import type { Day } from '#lib/values/date.ts';

const DAY_MS = 86_400_000;

export const YEAR_DAYS = 365.25;

export const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Texts are kept, because a country writes the same few thousand days millions of times; births go back before 1970. */
const EARLIEST = dayNumber('1900-01-01');
const LATEST = dayNumber('2099-12-31');
const texts = new Array<string | undefined>(LATEST - EARLIEST + 1).fill(undefined);

export function dayText(day: number): Day {
  const kept = texts[day - EARLIEST];
  if (kept !== undefined) return kept;
  if (day < EARLIEST || day > LATEST) throw new Error(`Day ${day} is outside the simulated centuries.`);
  const text = new Date(day * DAY_MS).toISOString().slice(0, 10);
  texts[day - EARLIEST] = text;
  return text;
}

export const dayTextOrNull = (day: number | null): Day | null => (day === null ? null : dayText(day));

export const yearOfDay = (day: number): number => Number(dayText(day).slice(0, 4));

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
