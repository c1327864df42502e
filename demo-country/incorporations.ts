/** The incorporation of an ordinary firm: form, day, trade, seat, founder. Its later records follow from these. */
import { registrationCheckDigit } from '#lib/values/registration-number.ts';
import { type Dated, dayNumber, YEAR_DAYS, yearOfDay } from './days.ts';
import { type Business, type Entity, type Form, isCooperative, isIndividual } from './entity.ts';
import { drawName } from './names.ts';
import { drawOfficers, drawShareholders, type Staffing } from './officers.ts';
import type { Person } from './people.ts';
import { founderOf, hasBusiestOfficer, sitsAtCrowdedAddress } from './people.ts';
import { type Address, crowdedAddress, drawAddress, type Locality, pickSeat } from './places.ts';
import { chance, normal, pick, random, waitDays, weighted } from './random.ts';
import { drawProceedings, noProceedings, type Proceedings, statusesOf } from './statuses.ts';
import { drawActivities, drawTrade, peerTradeOf, type Trade, tradeOf } from './trades.ts';
import { firmCui, horizon, registrationDay, registrationSerial, type World } from './world.ts';

/** From this day on numbers are national instead of by county office. */
const NATIONAL_NUMBERS_FROM = dayNumber('2024-07-26');
/** Individual traders are PFA, II or IF since 2008; before, PF and AF. */
const NEW_INDIVIDUAL_FORMS_FROM = dayNumber('2008-06-01');
const REV3_FROM = dayNumber('2025-01-15');

/** Drawn first; the showcase fixes some of it. */
export interface Incorporation {
  world: World;
  index: number;
  form: Form;
  registeredOn: number;
  serial: number;
  trade: Trade;
  founder: Person;
  seat: Locality;
  proceedings: Proceedings;
  /** Stays operating and files, so that its class has peers. */
  isPeer: boolean;
}

const pickForm = weighted<[Form, number]>(
  [
    ['SRL', 620],
    ['PFA', 245],
    ['II', 74],
    ['IF', 14],
    ['SRL-D', 9],
    ['SA', 11],
    ['SNC', 6],
    ['SC', 2.4],
    ['CA', 3],
    ['OC1', 0.8],
    ['SCS', 0.6],
    ['RA', 0.3],
    ['SUC', 0.7],
    ['GIE', 0.4],
    ['SE', 0.1],
    ['N/A', 0.3],
  ],
  ([, weight]) => weight,
);

/** One firm in so many is a bank, the next one an insurer: joint-stock companies that do not close. */
const INSTITUTION_EVERY = 4_000;
const INSTITUTIONS: Record<number, string> = { 1041: '6419', 1042: '6512' };

export function incorporationOf(world: World, index: number): Incorporation {
  const institution = INSTITUTIONS[index % INSTITUTION_EVERY];
  if (institution === undefined) return drawIncorporation(world, index);
  return {
    ...drawIncorporation(world, index),
    form: 'SA',
    trade: tradeOf(institution),
    proceedings: noProceedings,
    isPeer: true,
  };
}

function drawIncorporation(world: World, index: number): Incorporation {
  const roll = random(world.seed, index, 'birth');
  const registeredOn = registrationDay(world, index);
  const isPeer = peerTradeOf(world, index);
  const drawn = pickForm(roll())[0];
  const form =
    isPeer || hasBusiestOfficer(world, index) || sitsAtCrowdedAddress(world, index)
      ? 'SRL'
      : formOn(drawn, registeredOn, roll());
  const founder = founderOf(world, index, registeredOn);
  return {
    world,
    index,
    form,
    registeredOn,
    serial: registrationSerial(world, index, registeredOn),
    trade: isPeer ?? drawTrade(world, roll(), roll()),
    founder,
    seat: roll() < 0.6 || isIndividual(form) ? founder.home : pickSeat(roll()),
    proceedings: isPeer ? noProceedings : drawProceedings(world, index, form, registeredOn),
    isPeer: isPeer !== null,
  };
}

function formOn(drawn: Form, day: number, roll: number): Form {
  if (!isIndividual(drawn) || day >= NEW_INDIVIDUAL_FORMS_FROM || roll > 0.18) return drawn;
  return drawn === 'IF' || roll < 0.06 ? 'AF' : 'PF';
}

export function entityOf(
  incorporation: Incorporation,
  manager: Staffing['manager'] = null,
  owner: { name: string; cui: string } | null = null,
): Entity {
  const { world, index, form, registeredOn, trade, proceedings } = incorporation;
  const staffing: Staffing = { ...incorporation, closedOn: proceedings.closedOn, manager };
  return {
    world,
    index,
    cui: firmCui(index),
    cuiPublished: form !== 'PF' && form !== 'AF',
    form,
    registeredOn,
    registration: registrationOf(incorporation),
    closedOn: proceedings.closedOn,
    names: drawNames(incorporation),
    addresses: drawAddresses(incorporation),
    officers: drawOfficers(staffing),
    shareholders: drawShareholders(staffing, owner),
    statuses: statusesOf(world, index, registeredOn, proceedings),
    trade,
    activities: drawActivities(world, index, trade),
    rev3Since: drawRev3(incorporation),
    website: null,
    parentCountry: form === 'SUC' || chance(world.seed, index, 'parent') < 0.002 ? parentOf(incorporation) : null,
    branches: [],
    business: drawBusiness(incorporation),
    tax: {},
  };
}

/** In the shape of its time: `J40/8118/2002` from a county office, `J2026055578004` nationally. */
function registrationOf({ form, registeredOn, serial, seat, world, index }: Incorporation): string {
  const letter = isIndividual(form) ? 'F' : isCooperative(form) ? 'C' : 'J';
  const year = yearOfDay(registeredOn);
  if (registeredOn >= NATIONAL_NUMBERS_FROM) {
    const twelve = `${year}${String(serial).padStart(6, '0')}00`;
    return letter + twelve + registrationCheckDigit(letter, twelve);
  }
  // Offices differ in whether they write a leading zero.
  const county = String(seat.county.number).padStart(chance(world.seed, index, 'county zero') < 0.7 ? 2 : 1, '0');
  return `${letter}${county}/${serial}/${year}`;
}

const RENAMED_EVERY_YEARS = 28;
const MOVED_EVERY_YEARS = 13;
const CHANGES_MAX = 6;

function drawNames(incorporation: Incorporation): Dated<string>[] {
  const { world, index, registeredOn, proceedings, form } = incorporation;
  const roll = random(world.seed, index, 'name');
  const naming = { ...incorporation, year: yearOfDay(registeredOn) };
  const list = [{ from: registeredOn, value: drawName(naming, roll) }];
  if (isIndividual(form)) return list;
  for (const from of changes(registeredOn, proceedings.closedOn ?? horizon(world), RENAMED_EVERY_YEARS, roll))
    list.push({ from, value: drawName({ ...naming, year: yearOfDay(from) }, roll) });
  return list;
}

/** Share of founders with the seat of all their firms at home. */
const AT_HOME_SHARE = 0.35;

function drawAddresses({ world, index, registeredOn, seat, founder, proceedings }: Incorporation): Dated<Address>[] {
  if (sitsAtCrowdedAddress(world, index)) return [{ from: registeredOn, value: crowdedAddress }];
  const roll = random(world.seed, index, 'address');
  const atHome = seat === founder.home && roll() < AT_HOME_SHARE;
  const home = atHome ? random(world.seed, founder.bornOn, founder.name) : roll;
  const list = [{ from: registeredOn, value: drawAddress(seat, home) }];
  for (const from of changes(registeredOn, proceedings.closedOn ?? horizon(world), MOVED_EVERY_YEARS, roll))
    list.push({ from, value: drawAddress(roll() < 0.8 ? seat : pickSeat(roll()), roll) });
  return list;
}

function changes(from: number, until: number, everyYears: number, roll: () => number): number[] {
  const days: number[] = [];
  let day = from;
  while (days.length < CHANGES_MAX) {
    day += 60 + waitDays(roll(), everyYears * YEAR_DAYS);
    if (day >= until) break;
    days.push(day);
  }
  return days;
}

/** New firms register in Rev.3; old ones rewrite their activities one after the other. */
function drawRev3({ world, index, registeredOn }: Incorporation): number | null {
  if (registeredOn >= REV3_FROM) return registeredOn;
  return REV3_FROM + waitDays(chance(world.seed, index, 'rev3'), 3 * YEAR_DAYS);
}

const PARENTS = ['Germania', 'Italia', 'Franța', 'Austria', 'Olanda', 'Ungaria', 'Turcia', 'Cipru'];
const parentOf = ({ world, index }: Incorporation): string =>
  pick(PARENTS, chance(world.seed, index, 'parent country'));

interface Owner {
  world: World;
  index: number;
  form: Form;
  trade: Trade;
  isPeer: boolean;
}

/** Zipf: the largest firm of n sells n times as much as the last. */
const SMALLEST_TURNOVER = 60_000;
const LARGEST_TURNOVER = 6e10;
/** Above this a firm files the longer form. */
const LARGE_TURNOVER = 15e6;
const DORMANT_SHARE = 0.16;
const NEVER_FILES_SHARE = 0.05;

/** Sole traders and branches file no balance sheet; large firms file a longer one. */
export function chartFor(form: Form, turnover: number): Business['chart'] {
  if (isIndividual(form) || form === 'SUC') return null;
  return turnover > LARGE_TURNOVER || form === 'RA' ? 'BL' : 'UU';
}

function drawBusiness({ world, index, form, trade, isPeer }: Owner): Business {
  const roll = random(world.seed, index, 'business');
  const zipf = SMALLEST_TURNOVER / Math.max(1e-7, 1 - roll());
  const size = zipf * trade.economics.size * (form === 'SA' || form === 'RA' ? 14 : 1);
  const turnover = Math.min(LARGEST_TURNOVER, size);
  const filing = roll();
  const business: Business = {
    turnover,
    growth: 0.05 + 0.09 * normal(roll),
    swing: 0.35,
    edge: 0.07 * normal(roll),
    leverage: Math.max(0.03, 0.62 + 0.33 * normal(roll)),
    dormant: !isPeer && turnover < 1e6 && roll() < DORMANT_SHARE,
    employees: turnover < 400_000 && roll() < 0.35 ? 'none' : 'as usual',
    files: isPeer ? 'always' : filing < NEVER_FILES_SHARE ? 'never' : 'mostly',
    lateNewest: false,
    chart: chartFor(form, turnover),
  };
  if (form === 'SA') {
    if (trade.code === '6419') return { ...business, chart: 'bank', turnover: turnover + 2e8, dormant: false };
    if (trade.code === '6512') return { ...business, chart: 'insurer', turnover: turnover + 6e7, dormant: false };
    if (index % 20 === 3) return { ...business, chart: 'IR', turnover: turnover + 5e7, dormant: false };
  }
  return business;
}
