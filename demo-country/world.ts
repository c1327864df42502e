/** The frame of the country: how many firms there are on which day, and which index and CUI each has. */
import { cuiOf, hasRightCheckDigit } from '#lib/values/cui.ts';
import type { CountrySettings } from '#server/demo-port.ts';
import { dayNumber, dayText, firstDayOf, yearOfDay } from './days.ts';
import { chance, seedNumber } from './random.ts';

export interface World {
  seed: number;
  companies: number;
  /** Day number. */
  founded: number;
}

/** Fiscal codes of firms start here: 90000014 is the first, and no real one is that high. */
const FIRST_FIRM_BODY = 9_000_001;
/** Entities outside the trade registry: far above any number of firms that nine digits leave room for. */
const FIRST_OUTSIDE_BODY = 40_000_001;

/** The trade registry opened in December 1990. */
const FIRST_REGISTRATION = dayNumber('1990-12-20');
/** National registration numbers and Rev.3 must have been in use for a while, or the showcase could not show them. */
const EARLIEST_FOUNDED = '2025-01-01';
/** New firms a year after the founding day, as a share of the firms on that day. */
const YEARLY_GROWTH = 0.05;

/** Later events are not drawn: no installation uses its demo country for that long. */
const HORIZON_DAYS = 30 * 365;

export const horizon = (world: World): number => world.founded + HORIZON_DAYS;

const OUTSIDE_SHARE = 0.02;
const OUTSIDE_MIN = 30;

export function worldOf(settings: CountrySettings): World {
  if (settings.founded < EARLIEST_FOUNDED)
    throw new Error(`The country cannot be founded before ${EARLIEST_FOUNDED}; ${settings.founded} was asked for.`);
  if (!Number.isInteger(settings.companies) || settings.companies < FIRMS_MIN || settings.companies > FIRMS_MAX)
    throw new Error(`A country has ${FIRMS_MIN} to ${FIRMS_MAX} firms; ${settings.companies} were asked for.`);
  return { seed: seedNumber(settings.seed), companies: settings.companies, founded: dayNumber(settings.founded) };
}

/** Fewer would be the showcase alone. */
const FIRMS_MIN = 100;
/** Serial numbers of the trade registry have six digits a year; this leaves room for the busiest one. */
const FIRMS_MAX = 12_000_000;

export const firmCui = (index: number): string => cuiOf(FIRST_FIRM_BODY + index);
export const outsideCui = (index: number): string => cuiOf(FIRST_OUTSIDE_BODY + index);

/** Which entity has this fiscal code; null when none of the country ever can. */
export function indexOfCui(cui: string): { outside: boolean; index: number } | null {
  if (!hasRightCheckDigit(cui)) return null;
  const body = Number(cui.slice(0, -1));
  if (body >= FIRST_OUTSIDE_BODY) return { outside: true, index: body - FIRST_OUTSIDE_BODY };
  return body >= FIRST_FIRM_BODY ? { outside: false, index: body - FIRST_FIRM_BODY } : null;
}

export const outsideCount = (world: World): number =>
  Math.max(OUTSIDE_MIN, Math.round(world.companies * OUTSIDE_SHARE));

/** Firms registered by that day have a lower index; below `companies` the day of each decides. */
export function firmIndexEnd(world: World, on: number): number {
  if (on <= world.founded) return world.companies;
  return world.companies + Math.ceil((on - world.founded) * firmsPerDay(world));
}

/** Rises with the index, so that low fiscal codes belong to old firms. */
export function registrationDay(world: World, index: number): number {
  if (index >= world.companies) return world.founded + 1 + Math.floor((index - world.companies) / firmsPerDay(world));
  const share = (index + chance(world.seed, index, 'registration day')) / world.companies;
  const calendar = calendarOf(world);
  const target = share * (calendar.at(-1)?.end ?? 0);
  const year = calendar.find((entry) => entry.end > target) ?? calendar[calendar.length - 1];
  if (year === undefined) throw new Error('The calendar of registrations is empty.');
  return year.first + Math.floor(((target - year.start) / (year.end - year.start)) * year.days);
}

/** Serial within the year of registration: unique, because only the year moves the zero point. */
export function registrationSerial(world: World, index: number, day: number): number {
  const calendar = calendarOf(world);
  const total = calendar.at(-1)?.end ?? 0;
  const year = yearOfDay(day);
  const entry = calendar.find((candidate) => candidate.year === year);
  const before = entry
    ? Math.floor((entry.start / total) * world.companies)
    : world.companies + Math.floor((firstDayOf(year) - world.founded - 1) * firmsPerDay(world));
  return index - before + SHOWCASE_SLOTS;
}

/** The first indices, and the first serials of every year, belong to the showcase: its days are not in the order of the indices. */
export const SHOWCASE_SLOTS = 100;

const firmsPerDay = (world: World): number => (world.companies * YEARLY_GROWTH) / 365;

interface CalendarYear {
  year: number;
  first: number;
  days: number;
  start: number;
  end: number;
}

const calendars = new Map<number, CalendarYear[]>();

/** How registrations spread over the years up to the founding day. */
function calendarOf(world: World): CalendarYear[] {
  const cached = calendars.get(world.founded);
  if (cached) return cached;
  const calendar: CalendarYear[] = [];
  let start = 0;
  for (let year = 1990; year <= Number(dayText(world.founded).slice(0, 4)); year++) {
    const first = Math.max(firstDayOf(year), FIRST_REGISTRATION);
    const days = Math.min(firstDayOf(year + 1) - 1, world.founded) - first + 1;
    const end = start + days * busyness(year);
    calendar.push({ year, first, days, start, end });
    start = end;
  }
  calendars.set(world.founded, calendar);
  return calendar;
}

/** The rush after 1990, the boom before 2008, the recent growth; figures from memory, only their shape matters. */
function busyness(year: number): number {
  if (year < 1995) return 3.2;
  if (year < 2002) return 2;
  if (year < 2009) return 3.6;
  return year < 2017 ? 2.7 : 3.6;
}
