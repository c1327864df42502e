/** The frame of the procurement system: its first day, rows a day, and their numbers. */
import { dayNumber, dayText, YEAR_DAYS } from '#demo-country/days.ts';
import { chance } from '#demo-country/random.ts';
import type { World } from '#demo-country/world.ts';

export interface Frame {
  world: World;
  /** Day number; the first of a quarter, because exports cover whole ones. */
  firstDay: number;
  /** Rows on an average day. */
  perDay: Record<Kind, number>;
  /** Numbers of a day start at a multiple of this: above the busiest day. */
  numbersPerDay: Record<Kind, number>;
  /** Under a framework in each batch. */
  callOffs: number;
}

/** Rows from the first day to the founding day, about; other lists follow. */
export interface Volumes {
  purchases: number;
  contracts: number;
  notices: number;
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

/** For the largest country without volumes of its own. */
const NUMBERS_PER_DAY: Record<Kind, number> = { purchase: 2_000, directAward: 400, procedure: 100 };
const SHOWCASE_SLOTS = 100;
const FIRST_NUMBER: Record<Kind, number> = { purchase: 20_000_100, directAward: 1_000_100, procedure: 1_000_100 };

export function frameOf(world: World, volumes?: Volumes): Frame {
  const firstDay = quarterStart(Math.round(world.founded - HISTORY_YEARS * YEAR_DAYS));
  const share = Math.max(FIRMS_MIN, Math.min(world.companies, FIRMS_MAX)) / USUAL_FIRMS;
  const each = (of: (kind: Kind) => number): Record<Kind, number> => ({
    purchase: of('purchase'),
    directAward: of('directAward'),
    procedure: of('procedure'),
  });
  if (!volumes) {
    const perDay = each((kind) => PER_DAY[kind] * share);
    return { world, firstDay, perDay, numbersPerDay: NUMBERS_PER_DAY, callOffs: 1 };
  }
  let days = 0;
  for (let day = firstDay; day <= world.founded; day++) days += busyness(day);
  const { purchases, contracts, notices } = volumes;
  const rows = { purchase: purchases, directAward: purchases * AWARDS_SHARE, procedure: notices };
  const perDay = each((kind) => rows[kind] / days);
  return {
    world,
    firstDay,
    perDay,
    numbersPerDay: each((kind) => Math.max(NUMBERS_PER_DAY[kind], Math.ceil(perDay[kind] * BUSIEST + 1))),
    callOffs: Math.max(1, (contracts / notices - OTHERS_PER_NOTICE) / CALL_OFFS_PER_NOTICE),
  };
}

/** Of a country with volumes. */
const AWARDS_SHARE = 0.1;
/** Contracts and frameworks, and call-offs where a batch has one under each framework: counted in the default country. */
const OTHERS_PER_NOTICE = 1.18;
const CALL_OFFS_PER_NOTICE = 0.85;

/** Independent of the current day: later days only add rows. */
export const countOn = ({ world, perDay }: Frame, kind: Kind, day: number): number =>
  Math.floor(perDay[kind] * busyness(day) + chance(world.seed, day, `${kind} count`));

function busyness(day: number): number {
  const month = Number(dayText(day).slice(5, 7)) - 1;
  // 1970-01-01 was a Thursday.
  return (WEEKDAYS[(day + 4) % 7] ?? 1) * (MONTHS[month] ?? 1);
}
const BUSIEST = Math.max(...WEEKDAYS) * Math.max(...MONTHS);

/** The numbers below the first day's are the showcase's; earlier days come below these. */
export const numberOf = ({ firstDay, numbersPerDay }: Frame, kind: Kind, day: number, n: number): number =>
  FIRST_NUMBER[kind] + (day - firstDay) * numbersPerDay[kind] + n - (day < firstDay ? SHOWCASE_SLOTS : 0);

/** The n-th of the showcase, from 1. */
export const showcaseNumber = (kind: Kind, n: number): number => FIRST_NUMBER[kind] - SHOWCASE_SLOTS + n;
export const isShowcaseNumber = (kind: Kind, number: number): boolean =>
  number < FIRST_NUMBER[kind] && number >= FIRST_NUMBER[kind] - SHOWCASE_SLOTS;

/** The day a number belongs to; null for a showcase's. */
export function dayOfNumber({ firstDay, numbersPerDay }: Frame, kind: Kind, number: number): number | null {
  const days = Math.floor((number - FIRST_NUMBER[kind]) / numbersPerDay[kind]);
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
