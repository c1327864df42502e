/** What purchases and procedures are called: the vocabulary's title in the clerk's own words. */

import { type Dice, pick, within } from '#demo-country/random.ts';
import { fold } from '#lib/values/text.ts';
import type { Cpv } from './cpv.ts';

const NEEDS = [
  'pentru anul in curs',
  'conform referatului de necesitate',
  'pentru sediul central',
  'necesar compartimentului administrativ',
  'pentru secțiile exterioare',
  'în cadrul proiectului de modernizare',
  'pentru școala gimnazială',
  'lot I',
];

/** One clerk in seven writes capitals without diacritics. */
const CAPITALS_SHARE = 0.15;

export function purchaseTitle({ title, inText }: Cpv, roll: Dice): string {
  const way = roll();
  if (way < 0.3) return title;
  if (way < 0.55) return `Achiziție ${inText}`;
  const text = way < 0.8 ? `${title} ${pick(NEEDS, roll())}` : referred(inText, within(roll(), 100, 9_999));
  return roll() < CAPITALS_SHARE * 2 ? fold(text).toUpperCase() : text;
}

/** Some write what divides the fields of exports. */
const referred = (inText: string, reference: number): string =>
  `Achizitie ${inText}${reference % 4 === 0 ? ' |' : ','} ref. ${reference}`;

const OPENINGS: Record<Cpv['contractType'], string[]> = {
  Furnizare: ['Furnizare', 'Achiziția de', 'Livrare'],
  Servicii: ['Prestare:', 'Servicii:', 'Contractarea:'],
  Lucrari: ['Execuție lucrări:', 'Proiectare și execuție:', 'Reabilitare:'],
};

export function procedureTitle({ contractType, inText }: Cpv, roll: Dice): string {
  const text = `${pick(OPENINGS[contractType], roll())} ${inText} ${pick(NEEDS, roll())}`;
  return roll() < CAPITALS_SHARE ? fold(text).toUpperCase() : text;
}
