/** Days are `YYYY-MM-DD` strings in Romanian time; instants are ISO 8601 in UTC. */

import { memoized } from './instant.ts';

export type Day = string;

const MINUTE_MS = 60_000;

let bucharest: Intl.DateTimeFormat | undefined;

/** Days begin with a minute since 1931. The formatter is created on first use: that takes as long as loading fifty modules. */
const dayOfMinute = memoized((minute: number): Day => {
  bucharest ??= new Intl.DateTimeFormat('en-CA', { timeZone: 'Europe/Bucharest', dateStyle: 'short' });
  return bucharest.format(minute * MINUTE_MS);
});

/** The day in Bucharest: every answer names it, and formatting it would take longer than most handlers. */
export const bucharestDay = (instant: Date | number): Day => dayOfMinute(Math.floor(Number(instant) / MINUTE_MS));

const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;
const ms = (day: Day): number => Date.parse(`${day}T00:00:00Z`);

/** False for `2026-02-30`. Without a Date, because loaders call this for every line of a country's files. */
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
 * Guesses the day of an input in another notation: `15.11.2026`, `15/11/2026`, `2026-1-5`, `20261115`, `11/15/2026`, each also with a
 * time after it. Null when no reading is a day. For suggestions in error messages, not for parsing.
 */
export function suggestDay(text: string): Day | null {
  const [date = ''] = text.trim().split(/[T ]/, 1);
  const parts = /^[0-9]{8}$/.test(date) ? [date.slice(0, 4), date.slice(4, 6), date.slice(6)] : date.split(/[-./]/, 4);
  const [first = '', second = '', third = ''] = parts;
  if (parts.length !== 3) return null;
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

/** `11/03/1998`, `11.03.1998`, each also with a time after it, or ISO → a day; null otherwise. */
export function parseRomanianDay(text: string): Day | null {
  const match = /^\s*([0-9]{1,2})[./]([0-9]{1,2})[./]([0-9]{4})(?:\s+[0-9:.]+)?\s*$/.exec(text);
  const day = match
    ? `${match[3]}-${match[2]?.padStart(2, '0')}-${match[1]?.padStart(2, '0')}`
    : text.trim().slice(0, 10);
  return isDay(day) ? day : null;
}

let clock: Intl.DateTimeFormat | undefined;

/** The instant of a full hour of a day in Bucharest, in summer and winter. Not for the hours at which clocks change. */
export function bucharestInstant(day: Day, hour: number): number {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest', hour: '2-digit', hourCycle: 'h23' });
  const noon = Date.parse(`${day}T12:00:00Z`);
  return noon + (hour - Number(clock.format(noon))) * HOUR_MS;
}

/** The last millisecond of a day in Romania, as an instant. Clocks change before noon: after it no hour is missing or repeated. */
export const endOfDay = (day: Day): string => new Date(bucharestInstant(day, 24) - 1).toISOString();

/** True for a day that has not ended yet. */
export const isUpcomingDay = (day: string, now: number): day is Day => isDay(day) && day >= bucharestDay(now);
