/** The frame of the procurement system: its first day, rows a day, and their numbers. */
import { dayNumber, dayText, YEAR_DAYS } from '#demo-country/days.ts';
import { chance } from '#demo-country/random.ts';
import type { World } from '#demo-country/world.ts';

export interface Frame {
  world: World;
  /** Day number; the first of a quarter, because exports cover whole ones. */
  firstDay: number;
}

export type Kind = 'purchase' | 'directAward' | 'procedure';

const HISTORY_YEARS = 5;

/** Rows on an average day in a country of twenty thousand firms: 158,000, 30,000 and 8,000 over the years. */
const PER_DAY: Record<Kind, number> = { purchase: 83, directAward: 15.9, procedure: 4.3 };
const USUAL_FIRMS = 20_000;
/** Smaller countries buy as much as one of this size, so that lists are not empty. */
const FIRMS_MIN = 400;
/** Larger countries buy as much as one of this size: procedures are in memory, and a quarter's workbook must stay readable. */
const FIRMS_MAX = 200_000;

/** Sunday first. */
const WEEKDAYS = [0.06, 1.37, 1.37, 1.37, 1.37, 1.37, 0.09];
/** Budgets open late and must be spent by December. */
const MONTHS = [0.75, 0.9, 1, 1, 1, 1, 0.95, 0.85, 1, 1.1, 1.15, 1.3];

/** Numbers of a day start at a multiple of this: above the busiest day of the largest country. */
const NUMBERS_PER_DAY: Record<Kind, number> = { purchase: 2_000, directAward: 400, procedure: 100 };
const SHOWCASE_SLOTS = 100;
const FIRST_NUMBER: Record<Kind, number> = { purchase: 20_000_100, directAward: 1_000_100, procedure: 1_000_100 };

export function frameOf(world: World): Frame {
  return { world, firstDay: quarterStart(Math.round(world.founded - HISTORY_YEARS * YEAR_DAYS)) };
}

/** Independent of the current day: later days only add rows. */
export function countOn({ world }: Frame, kind: Kind, day: number): number {
  const firms = Math.max(FIRMS_MIN, Math.min(world.companies, FIRMS_MAX));
  const month = Number(dayText(day).slice(5, 7)) - 1;
  // 1970-01-01 was a Thursday.
  const busy = (WEEKDAYS[(day + 4) % 7] ?? 1) * (MONTHS[month] ?? 1);
  return Math.floor((PER_DAY[kind] * busy * firms) / USUAL_FIRMS + chance(world.seed, day, `${kind} count`));
}

/** The numbers below the first day's are the showcase's; earlier days come below these. */
export const numberOf = ({ firstDay }: Frame, kind: Kind, day: number, n: number): number =>
  FIRST_NUMBER[kind] + (day - firstDay) * NUMBERS_PER_DAY[kind] + n - (day < firstDay ? SHOWCASE_SLOTS : 0);

/** The n-th of the showcase, from 1. */
export const showcaseNumber = (kind: Kind, n: number): number => FIRST_NUMBER[kind] - SHOWCASE_SLOTS + n;
export const isShowcaseNumber = (kind: Kind, number: number): boolean =>
  number < FIRST_NUMBER[kind] && number >= FIRST_NUMBER[kind] - SHOWCASE_SLOTS;

/** The day a number belongs to; null for a showcase's. */
export function dayOfNumber({ firstDay }: Frame, kind: Kind, number: number): number | null {
  const days = Math.floor((number - FIRST_NUMBER[kind]) / NUMBERS_PER_DAY[kind]);
  return days < 0 ? null : firstDay + days;
}

/** The first day of the quarter that a day lies in. */
export function quarterStart(day: number): number {
  const [year, month] = dayText(day).split('-');
  const first = Math.floor((Number(month) - 1) / 3) * 3 + 1;
  return dayNumber(`${year}-${String(first).padStart(2, '0')}-01`);
}

/** A procedure that was carried out long ago: its contract is reported on. */
const CARRIED_OUT = showcaseNumber('procedure', 3);

export const showcaseProcurement = {
  notice: `CN${CARRIED_OUT}`,
  contract: 'PV-1/POMPE',
  report: `DC${CARRIED_OUT * 20}`,
};
