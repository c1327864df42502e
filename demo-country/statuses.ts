/** The registry's status codes of a firm: operating, pauses, dissolution, insolvency, struck off. */
import { type Dated, YEAR_DAYS } from './days.ts';
import { type Form, isIndividual } from './entity.ts';
import { chance, random, waitDays, within } from './random.ts';
import { horizon, type World } from './world.ts';

export const STATUS = {
  operating: '1048',
  dissolution: '1049',
  liquidation: '1052',
  reorganisation: '1057',
  bankruptcy: '1070',
  interrupted: '1074',
  struckOff: '1084',
  insolvency: '1107',
  suspended: '1117',
  insolvencyOther: '1139',
  seatExpired: '2069',
} as const;

/** Days of the proceedings that end a firm; null for those that did not occur. */
export interface Proceedings {
  dissolvedOn: number | null;
  insolventOn: number | null;
  reorganisedOn: number | null;
  bankruptOn: number | null;
  closedOn: number | null;
}

/** Average years until a firm is struck off. With the calendar of registrations this closes half of all firms. */
const LIFETIME_YEARS = 17;
const INDIVIDUAL_LIFETIME_YEARS = 16;
/** No firm closes in the first months. */
const FIRST_DAYS = 200;

export function drawProceedings(world: World, index: number, form: Form, registeredOn: number): Proceedings {
  const roll = random(world.seed, index, 'closing');
  const years = isIndividual(form) ? INDIVIDUAL_LIFETIME_YEARS : LIFETIME_YEARS;
  const closedOn = registeredOn + FIRST_DAYS + waitDays(roll(), years * YEAR_DAYS);
  if (closedOn > horizon(world)) return noProceedings;
  const none: Proceedings = { dissolvedOn: null, insolventOn: null, reorganisedOn: null, bankruptOn: null, closedOn };
  if (isIndividual(form)) return none;
  const after = (days: number): number => Math.max(registeredOn + 30, closedOn - days);
  const path = roll();
  if (path < 0.3) {
    const bankruptOn = after(within(roll(), 150, 700));
    const insolventOn = Math.max(registeredOn + 20, bankruptOn - within(roll(), 60, 900));
    const reorganised = roll() < 0.3 && bankruptOn - insolventOn > 100;
    return { ...none, insolventOn, bankruptOn, reorganisedOn: reorganised ? insolventOn + 60 : null };
  }
  return path < 0.8 ? { ...none, dissolvedOn: after(within(roll(), 40, 420)) } : none;
}

export const noProceedings: Proceedings = {
  dissolvedOn: null,
  insolventOn: null,
  reorganisedOn: null,
  bankruptOn: null,
  closedOn: null,
};

/** A pause every so many years; most firms never have one. */
const PAUSE_EVERY_YEARS = 90;
/** Share of firms whose right to their seat expires. */
const SEAT_EXPIRED_SHARE = 0.3;

export function statusesOf(
  world: World,
  index: number,
  registeredOn: number,
  end: Proceedings,
): Dated<readonly string[]>[] {
  const list: Dated<readonly string[]>[] = [{ from: registeredOn, value: [STATUS.operating] }];
  const roll = random(world.seed, index, 'pauses');
  const firstProblem = Math.min(end.dissolvedOn ?? Infinity, end.insolventOn ?? Infinity, end.closedOn ?? Infinity);
  const pausedOn = registeredOn + 300 + waitDays(roll(), PAUSE_EVERY_YEARS * YEAR_DAYS);
  const resumedOn = pausedOn + within(roll(), 180, 1095);
  const pause = roll() < 0.7 ? STATUS.interrupted : STATUS.suspended;
  if (pausedOn < firstProblem) {
    list.push({ from: pausedOn, value: [STATUS.operating, pause] });
    if (resumedOn < firstProblem) list.push({ from: resumedOn, value: [STATUS.operating] });
  }
  const seatOn = registeredOn + 700 + waitDays(roll(), 9 * YEAR_DAYS);
  const paused = seatOn >= pausedOn && seatOn <= resumedOn;
  if (roll() < SEAT_EXPIRED_SHARE && seatOn < firstProblem && !paused)
    list.push({ from: seatOn, value: [STATUS.operating, STATUS.seatExpired] });
  return [...list, ...endingOf(world, index, end)].sort((a, b) => a.from - b.from);
}

/** A court order is listed beside "operating" until the end: the registry adds codes and seldom removes one. */
export function endingOf(world: World, index: number, end: Proceedings): Dated<readonly string[]>[] {
  const list: Dated<readonly string[]>[] = [];
  const code = chance(world.seed, index, 'insolvency code') < 0.8 ? STATUS.insolvency : STATUS.insolvencyOther;
  if (end.insolventOn !== null) list.push({ from: end.insolventOn, value: [STATUS.operating, code] });
  if (end.reorganisedOn !== null)
    list.push({ from: end.reorganisedOn, value: [STATUS.operating, code, STATUS.reorganisation] });
  if (end.bankruptOn !== null) list.push({ from: end.bankruptOn, value: [code, STATUS.bankruptcy] });
  if (end.dissolvedOn !== null) {
    const withLiquidation = chance(world.seed, index, 'liquidation') < 0.6;
    list.push({
      from: end.dissolvedOn,
      value: withLiquidation ? [STATUS.dissolution, STATUS.liquidation] : [STATUS.operating, STATUS.dissolution],
    });
  }
  if (end.closedOn !== null) {
    const dissolvedToo = end.dissolvedOn !== null && chance(world.seed, index, 'old codes') < 0.3;
    list.push({
      from: end.closedOn,
      value: dissolvedToo ? [STATUS.dissolution, STATUS.struckOff] : [STATUS.struckOff],
    });
  }
  return list;
}
