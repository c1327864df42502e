/** Days on which the national bank publishes: no weekends, no public holidays. */
import { dayNumber, firstDayOf } from './days.ts';

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

/** Meeus' rule for the Julian calendar, thirteen days later in ours (until 2099). */
function orthodoxEaster(year: number): number {
  const d = (19 * (year % 19) + 15) % 30;
  const e = (2 * (year % 4) + 4 * (year % 7) - d + 34) % 7;
  const month = Math.floor((d + e + 114) / 31);
  const day = ((d + e + 114) % 31) + 1;
  return dayNumber(`${year}-${String(month).padStart(2, '0')}-${String(day).padStart(2, '0')}`) + 13;
}
