/** When the national bank publishes, and until when what it said is the newest there can be. */
import { addDays, bucharestDay, type Day, weekday } from './date.ts';

/** About 13:00 in Bucharest on bank days. */
const PUBLISHED_HOUR = 13;
/** A working day without rates by then is a holiday: the bank's calendar is published nowhere. */
const HOLIDAY_HOUR = 16;
/** Between the two the bank is asked this often. */
const LOOK_AGAIN_MS = 300_000;
/** The freshness window of rates, whatever the hour. */
const WINDOW_MS = 12 * 3_600_000;
const HOUR_MS = 3_600_000;

/** Instant until which rates are fresh that were asked for at `lookedAt` and whose newest day is `newest`. */
export function ratesFreshUntil(lookedAt: number, newest: Day): number {
  const today = bucharestDay(lookedAt);
  const publishedAt = bucharestInstant(today, PUBLISHED_HOUR);
  const isAwaited = isWorkingDay(today) && newest < today;
  if (isAwaited && lookedAt >= publishedAt && lookedAt < bucharestInstant(today, HOLIDAY_HOUR))
    return lookedAt + LOOK_AGAIN_MS;
  // The window is shorter than a day, so no later publication can end it.
  const next = [today, addDays(today, 1)]
    .filter((day) => isWorkingDay(day) && day > newest)
    .map((day) => bucharestInstant(day, PUBLISHED_HOUR))
    .find((instant) => instant > lookedAt);
  return Math.min(lookedAt + WINDOW_MS, next ?? Number.POSITIVE_INFINITY);
}

const isWorkingDay = (day: Day): boolean => weekday(day) !== 0 && weekday(day) !== 6;

let clock: Intl.DateTimeFormat | undefined;

/** The moment a Bucharest clock shows this full hour, in summer and winter. Not for the hours at which clocks change. */
export function bucharestInstant(day: Day, hour: number): number {
  clock ??= new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/Bucharest', hour: '2-digit', hourCycle: 'h23' });
  const noon = Date.parse(`${day}T12:00:00Z`);
  return noon + (hour - Number(clock.format(noon))) * HOUR_MS;
}
