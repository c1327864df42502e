/** Days as whole numbers since 1970, and their texts. Simulation computes with numbers; only publishing needs texts. */
import type { Day } from '#lib/values/date.ts';

const DAY_MS = 86_400_000;

export const YEAR_DAYS = 365.25;

export const dayNumber = (day: Day): number => Math.round(Date.parse(`${day}T00:00:00Z`) / DAY_MS);

/** Cached texts: a country writes the same few thousand days millions of times. Births lie before 1970. */
const EARLIEST = dayNumber('1900-01-01');
const LATEST = dayNumber('2099-12-31');
const texts = new Array<string | undefined>(LATEST - EARLIEST + 1).fill(undefined);

export function dayText(day: number): Day {
  const cached = texts[day - EARLIEST];
  if (cached !== undefined) return cached;
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

/** A value that is valid until the next entry of its list. */
export interface Dated<Value> {
  from: number;
  value: Value;
}

/** The entry valid on a day, or the first one before it. Lists are short and sorted. */
export function entryOn<Value>(list: readonly Dated<Value>[], day: number): Dated<Value> {
  let current = list[0];
  if (current === undefined) throw new Error('A dated list is never empty.');
  for (const entry of list) if (entry.from <= day) current = entry;
  return current;
}

/** `MM-DD`; the two of Epiphany are holidays since 2024. */
const FIXED = ['01-01', '01-02', '01-24', '05-01', '06-01', '08-15', '11-30', '12-01', '12-25', '12-26'];
const SINCE_2024 = ['01-06', '01-07'];

export function bankDays(year: number): number[] {
  const closed = holidays(year);
  const days: number[] = [];
  for (let day = firstDayOf(year); day < firstDayOf(year + 1); day++) {
    // 1970-01-01 was a Thursday.
    const weekday = (day + 4) % 7;
    if (weekday !== 0 && weekday !== 6 && !closed.has(day)) days.push(day);
  }
  return days;
}

function holidays(year: number): Set<number> {
  const fixed = year >= 2024 ? [...FIXED, ...SINCE_2024] : FIXED;
  const easter = orthodoxEaster(year);
  // Good Friday, Easter Monday, Whit Monday.
  return new Set([...fixed.map((day) => dayNumber(`${year}-${day}`)), easter - 2, easter + 1, easter + 50]);
}

/** Meeus' rule for the Julian calendar, thirteen days later in the Gregorian one (until 2099). */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  return dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) + 13;
}

const ROMAN = ['I', 'II', 'III', 'IV', 'V', 'VI', 'VII', 'VIII', 'IX', 'X', 'XI', 'XII'];
const MONTHS =
  'ianuarie februarie martie aprilie mai iunie iulie august septembrie octombrie noiembrie decembrie'.split(' ');

/** `4.VII.2015`, as in running heads. */
export const romanMonthDay = (day: Day): string => `${Number(day.slice(8))}.${ROMAN[monthOf(day)]}.${day.slice(0, 4)}`;

/** `4 iulie 2015`, as in mastheads and texts. */
export const spelledDay = (day: Day): string => `${Number(day.slice(8))} ${MONTHS[monthOf(day)]} ${day.slice(0, 4)}`;

const monthOf = (day: Day): number => Number(day.slice(5, 7)) - 1;

/** `01:54:35`, of seconds after midnight. */
export function timeText(seconds: number): string {
  const two = (value: number): string => String(Math.floor(value)).padStart(2, '0');
  return `${two(seconds / 3_600)}:${two((seconds / 60) % 60)}:${two(seconds % 60)}`;
}
