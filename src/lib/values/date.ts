/** Days are `YYYY-MM-DD` strings in Romanian time; instants are ISO 8601 in UTC. */

export type Day = string;

let bucharest: Intl.DateTimeFormat | undefined;

/** The day it is in Bucharest. The formatter is made when first asked for: it takes as long as loading fifty modules. */
export function bucharestDay(instant: Date | number): Day {
  bucharest ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest', dateStyle: 'short' });
  return bucharest.format(instant);
}

const DAY_MS = 86_400_000;
const ms = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** True for a day that exists: `2026-02-30` does not. Counted without a Date, because loaders ask for every line of a country. */
export function isDay(text: string): boolean {
  const match = /^([0-9]{4})-([0-9]{2})-([0-9]{2})$/.exec(text);
  if (!match) return false;
  const [year, month, day] = [Number(match[1]), Number(match[2]), Number(match[3])];
  return month >= 1 && month <= 12 && day >= 1 && day <= daysIn(year, month);
}

function daysIn(year: number, month: number): number {
  if (month === 2) return year % 4 === 0 && (year % 100 !== 0 || year % 400 === 0) ? 29 : 28;
  return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
}

export const addDays = (day: Day, days: number): Day => new Date(ms(day) + days * DAY_MS).toISOString().slice(0, 10);

export const daysBetween = (from: Day, to: Day): number => Math.round((ms(to) - ms(from)) / DAY_MS);

export const yearOf = (day: Day): number => Number(day.slice(0, 4));

/** 0 = Sunday … 6 = Saturday. */
export const weekday = (day: Day): number => new Date(ms(day)).getUTCDay();

/**
 * The day that somebody meant who wrote it in another way than ours: `15.11.2026`, `15/11/2026`, `2026-1-5`, `20261115`, `11/15/2026`,
 * each also with a time behind it. Null when it can be no day. For offering in a refusal, not for reading.
 */
export function dayMeant(text: string): Day | null {
  const [date = ''] = text.trim().split(/[T ]/, 1);
  const pieces = /^[0-9]{8}$/.test(date) ? [date.slice(0, 4), date.slice(4, 6), date.slice(6)] : date.split(/[-./]/, 4);
  const [first = '', second = '', third = ''] = pieces;
  if (pieces.length !== 3) return null;
  const readings =
    first.length === 4
      ? [[first, second, third]]
      : [
          [third, second, first],
          [third, first, second],
        ];
  for (const [year = '', month = '', day = ''] of readings) {
    const read = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
    if (read !== text && isDay(read)) return read;
  }
  return null;
}

/** `11/03/1998`, `11.03.1998`, each also with a time behind it, or ISO → a day; null when it is no day. */
export function parseRomanianDay(text: string): Day | null {
  const match = /^\s*([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{4})(?:\s+[0-9:.]+)?\s*$/.exec(text);
  const day = match
    ? `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}`
    : text.trim().slice(0, 10);
  return isDay(day) ? day : null;
}
