/** The people of the country. A person is a function of a number; none is stored. */
import { readReference } from '#lib/values/reference-tables.ts';
import { commaBelow } from '#lib/values/text.ts';
import { dayNumber, YEAR_DAYS } from './days.ts';
import { findLocality, type Locality, pickBirthPlace, pickSeat } from './places.ts';
import { random, weighted } from './random.ts';
import { showcasePerson } from './showcase.ts';
import { peerTradeOf } from './trades.ts';
import { SHOWCASE_SLOTS, type World } from './world.ts';

export interface Person {
  /** Family name first, as the registry writes it. */
  name: string;
  surname: string;
  firstNames: string[];
  bornOn: number;
  /** Published only of persons born in Romania. */
  birthPlace: Locality;
  birthCountry: string;
  home: Locality;
}

const names = (file: string): ((roll: number) => string) => {
  const rows = readReference<'name' | 'weight'>(file).map((row) => ({ ...row, name: commaBelow(row.name) }));
  const draw = weighted(rows, (row) => Number(row.weight));
  return (roll) => draw(roll).name;
};
export const drawSurname = names('romanian-surnames.txt');
export const drawMaleName = names('first-names-male.txt');
const drawFemaleName = names('first-names-female.txt');

const OLDEST_FOUNDER = dayNumber('1946-01-01');
const WOMEN_SHARE = 0.38;
const SECOND_NAME_SHARE = 0.4;
const BORN_ABROAD_SHARE = 0.03;
const LEFT_HOME_SHARE = 0.35;
const ABROAD = ['Republica Moldova', 'Italia', 'Germania', 'Turcia', 'Ungaria', 'Spania'];

/** `grownBy`: the day on which the person must be of age. */
export function person(world: World, kind: string, number: number, grownBy: number, surname?: string): Person {
  const roll = random(world.seed, number, kind);
  const draw = roll() < WOMEN_SHARE ? drawFemaleName : drawMaleName;
  const family = surname ?? drawSurname(roll());
  const firstNames = [draw(roll())];
  if (roll() < SECOND_NAME_SHARE) {
    const second = draw(roll());
    if (second !== firstNames[0]) firstNames.push(second);
  }
  const youngest = grownBy - 20 * YEAR_DAYS;
  const oldest = Math.max(OLDEST_FOUNDER, grownBy - 62 * YEAR_DAYS);
  const birthPlace = pickBirthPlace(roll());
  return {
    name: `${family} ${firstNames.join('-')}`.toUpperCase(),
    surname: family,
    firstNames,
    bornOn: Math.floor(oldest + roll() * Math.max(365, youngest - oldest)),
    birthPlace,
    birthCountry: roll() < BORN_ABROAD_SHARE ? (ABROAD[Math.floor(roll() * ABROAD.length)] ?? 'Italia') : 'România',
    home: roll() < LEFT_HOME_SHARE ? pickSeat(roll()) : birthPlace,
  };
}

/** Runs very many firms; the showcase leads to him. */
export const busiestOfficer: Person = {
  name: showcasePerson.name,
  surname: 'Cutezătoru',
  firstNames: ['Haralambie', 'Neofit'],
  bornOn: dayNumber(showcasePerson.birthDate),
  birthPlace: findLocality(showcasePerson.birthLocality),
  birthCountry: 'România',
  home: findLocality('București Sectorul 2'),
};

/** Share of offices that go to persons with several offices. With the size of their pool they are a fifth of all officers. */
const SHARED_OFFICE_SHARE = 0.57;
const SHARED_PEOPLE_PER_FIRM = 0.24;
/** Above 1, some of them hold more posts than others. */
const SHARED_SKEW = 1.3;

/** Firms of the busiest officer: 5,000 of 4.2 million, and enough to be seen in a small country. */
const BUSIEST_SHARE = 1 / 840;
const BUSIEST_MIN = 100;
/** Firms at the crowded address: 20,000 of 4.2 million. */
const CROWDED_SHARE = 1 / 210;
const CROWDED_MIN = 115;

/** Firms that share a trait, spread evenly over all ages: one every so many. */
const everyNth = (world: World, share: number, min: number): number =>
  Math.max(4, Math.floor(1 / Math.max(share, min / world.companies)));
const chosen = (world: World, index: number, share: number, min: number, offset: number): boolean =>
  index >= SHOWCASE_SLOTS && index % everyNth(world, share, min) === offset && peerTradeOf(world, index) === null;

export const hasBusiestOfficer = (world: World, index: number): boolean =>
  chosen(world, index, BUSIEST_SHARE, BUSIEST_MIN, 1);
export const sitsAtCrowdedAddress = (world: World, index: number): boolean =>
  chosen(world, index, CROWDED_SHARE, CROWDED_MIN, 2);

/** The person behind the n-th officer post of a firm. */
export function officeHolder(world: World, index: number, office: number, grownBy: number): Person {
  const roll = random(world.seed, index, `post ${office}`);
  if (roll() >= SHARED_OFFICE_SHARE) return person(world, 'officer', index * OFFICES_MAX + office, grownBy);
  const pool = Math.max(SHARED_PEOPLE_MIN, Math.floor(world.companies * SHARED_PEOPLE_PER_FIRM)) / GENERATIONS.length;
  const generation = grownBy >= GENERATIONS[1] ? 1 : 0;
  const number = Math.floor(pool * roll() ** SHARED_SKEW) * GENERATIONS.length + generation;
  return person(world, 'shared officer', number, GENERATIONS[generation]);
}

const OFFICES_MAX = 64;
/** Persons with several offices come in two generations, of age by these days. */
const GENERATIONS = [dayNumber('1990-12-20'), dayNumber('2006-01-01')] as const;
const SHARED_PEOPLE_MIN = 20;

export function founderOf(world: World, index: number, registeredOn: number): Person {
  return hasBusiestOfficer(world, index) ? busiestOfficer : officeHolder(world, index, 0, registeredOn);
}
