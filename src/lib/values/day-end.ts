/** The end of a day as Romania counts it: for whatever works to the end of a day that somebody named. */
import { bucharestInstant } from './bank-time.ts';
import { bucharestDay, type Day, isDay } from './date.ts';

/** Its last millisecond, as an instant. Clocks change in the night before noon, so that from noon on no hour is missing or twice. */
export const endOfDay = (day: Day): string => new Date(bucharestInstant(day, 24) - 1).toISOString();

/** Whether it is a day, and not over yet. */
export const isComing = (day: string, now: number): day is Day => isDay(day) && day >= bucharestDay(now);
