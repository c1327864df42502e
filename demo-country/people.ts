/** The people of the country. A person is a function of a number; nobody is stored. */
import { readReference } from '#lib/values/reference-tables.ts';
import { commaBelow } from '#lib/values/text.ts';
import { dayNumber, YEAR_DAYS } from './days.ts';
import { findLocality, type Locality, pickBirthPlace, pickSeat } from './places.ts';
import { dice, weighted } from './random.ts';
import { showcasePerson } from './showcase.ts';
import type { World } from './world.ts';

export interface Person {
  /** Family name first, as the registry writes it. */
  name: string;
  surname: string;
  firstNames: string[];
  bornOn: number;
  /** Told only of those born in Romania. */
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
  const roll = dice(world.seed, number, kind);
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
