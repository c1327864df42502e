/** Publication hours of the national bank, and the freshness of its rates. */
import { addDays, bucharestDay, bucharestInstant, type Day, weekday } from './date.ts';

/** About 13:00 in Bucharest on bank days. */
const PUBLISHED_HOUR = 13;
/** A working day without rates by then is a holiday: the bank does not publish its calendar. */
const HOLIDAY_HOUR = 16;
/** Poll interval between the two. */
const POLL_MS = 300_000;
/** The freshness window of rates, whatever the hour. */
const WINDOW_MS = 12 * 3_600_000;

/** Until when rates fetched at `fetchedAt` are fresh; `newest` is their newest day. */
export function ratesFreshUntil(fetchedAt: number, newest: Day): number {
  const today = bucharestDay(fetchedAt);
  const publishedAt = bucharestInstant(today, PUBLISHED_HOUR);
  const isExpected = isWorkingDay(today) && newest < today;
  if (isExpected && fetchedAt >= publishedAt && fetchedAt < bucharestInstant(today, HOLIDAY_HOUR))
    return fetchedAt + POLL_MS;
  // The window is shorter than a day: at most the next publication ends it.
  const next = [today, addDays(today, 1)]
    .filter((day) => isWorkingDay(day) && day > newest)
    .map((day) => bucharestInstant(day, PUBLISHED_HOUR))
    .find((instant) => instant > fetchedAt);
  return Math.min(fetchedAt + WINDOW_MS, next ?? Number.POSITIVE_INFINITY);
}

const isWorkingDay = (day: Day): boolean => weekday(day) !== 0 && weekday(day) !== 6;
