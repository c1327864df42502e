/** Direct purchases from the catalogue, by the day on which they ended, whatever came of them. */
import { normal, pick, type Random, random, within } from '#demo-country/random.ts';
import { fold } from '#lib/values/text.ts';
import type { Authority } from './authorities.ts';
import type { ContractType, Cpv, Division } from './cpv.ts';
import { countOn, type Frame, numberOf } from './frame.ts';
import type { Party } from './party.ts';

export interface Purchase {
  /** `DA` and this. */
  number: number;
  title: string;
  authority: Authority;
  supplier: Party;
  cpv: Cpv;
  /** Bani. */
  estimatedValue: number;
  closingValue: number;
  /** The value before a correction; equal to `closingValue` for nearly all. */
  closingValueBefore: number;
  correctedOn: number;
  state: PurchaseStateId;
  publishedOn: number;
  finalizedOn: number;
  /** Seconds after midnight. */
  publishedAt: number;
  finalizedAt: number;
  euProgramme: string | null;
}

export const PURCHASE_STATES = {
  3: 'Conditii refuzate',
  4: 'Conditii neacceptate la termen',
  5: 'Publicat',
  6: 'Oferta refuzata',
  7: 'Oferta acceptata',
  8: 'Oferta neacceptata in termen',
} as const;
type PurchaseStateId = keyof typeof PURCHASE_STATES;

const ACCEPTED_SHARE = 0.94;
const FAILURES: PurchaseStateId[] = [6, 6, 3, 4, 8];
const CORRECTED_SHARE = 0.01;
const EU_SHARE = 0.04;
export const PROGRAMMES = ['PNRR', 'Programul Regional 2021-2027', 'PEO 2021-2027', 'PTJ 2021-2027', 'POIM 2014-2020'];

export interface Market {
  frame: Frame;
  draw(division: number, code: number): Cpv;
  authority(roll: () => number, cpv: Cpv): Authority;
  supplier(roll: () => number, cpv: Cpv, day: number): Party;
  division(code: string): Division;
}

/** Ended on this day, in the order of their numbers. */
export function purchasesOn(market: Market, day: number): Purchase[] {
  const count = countOn(market.frame, 'purchase', day);
  return Array.from({ length: count }, (_, n) => drawPurchase(market, numberOf(market.frame, 'purchase', day, n), day));
}

export function drawPurchase({ frame, draw, authority, supplier }: Market, number: number, day: number): Purchase {
  const roll = random(frame.world.seed, number, 'purchase');
  const cpv = draw(roll(), roll());
  const closingValue = purchaseValue(cpv.contractType, roll);
  const isAccepted = roll() < ACCEPTED_SHARE;
  const isCorrected = roll() < CORRECTED_SHARE;
  const days = Math.floor(roll() ** 3 * 12);
  const hour = within(roll(), 8 * 3_600, 12 * 3_600);
  return {
    number,
    title: purchaseTitle(cpv, roll),
    authority: authority(roll, cpv),
    supplier: supplier(roll, cpv, day),
    cpv,
    estimatedValue: Math.round((closingValue * (1 + roll() * 0.2)) / 100) * 100,
    closingValue,
    closingValueBefore: isCorrected ? closingValue * 10 : closingValue,
    correctedOn: isCorrected ? day + within(roll(), 1, 2) : day,
    state: isAccepted ? 7 : (FAILURES[Math.floor(roll() * FAILURES.length)] ?? 6),
    publishedOn: day - days,
    finalizedOn: day,
    publishedAt: hour,
    finalizedAt: hour + within(roll(), 600, 4 * 3_600),
    euProgramme: roll() < EU_SHARE ? (PROGRAMMES[Math.floor(roll() * PROGRAMMES.length)] ?? null) : null,
  };
}

/** Above these a direct purchase is not allowed. */
const DIRECT_MAX: Record<ContractType, number> = { Furnizare: 27_012_000, Servicii: 27_012_000, Lucrari: 90_040_000 };
const TYPICAL_PURCHASE: Record<ContractType, number> = { Furnizare: 210_000, Servicii: 450_000, Lucrari: 5_200_000 };
const TYPICAL_PROCEDURE: Record<ContractType, number> = {
  Furnizare: 42_000_000,
  Servicii: 55_000_000,
  Lucrari: 310_000_000,
};

function purchaseValue(type: ContractType, roll: Random): number {
  const value = Math.round(TYPICAL_PURCHASE[type] * Math.exp(1.35 * normal(roll)));
  return Math.min(DIRECT_MAX[type], roll() < 0.2 ? Math.max(1_000, Math.round(value / 5_000) * 5_000) : value + 1);
}

export const procedureValue = (type: ContractType, roll: Random): number =>
  Math.round((TYPICAL_PROCEDURE[type] * Math.exp(1.2 * normal(roll))) / 1_000) * 1_000;

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

function purchaseTitle({ title, inText }: Cpv, roll: Random): string {
  const variant = roll();
  if (variant < 0.3) return title;
  if (variant < 0.55) return `Achiziție ${inText}`;
  const text = variant < 0.8 ? `${title} ${pick(NEEDS, roll())}` : referred(inText, within(roll(), 100, 9_999));
  return roll() < CAPITALS_SHARE * 2 ? fold(text).toUpperCase() : text;
}

/** Some titles contain a separator of the exports. */
const referred = (inText: string, reference: number): string =>
  `Achizitie ${inText}${reference % 4 === 0 ? ' |' : ','} ref. ${reference}`;

const OPENINGS: Record<Cpv['contractType'], string[]> = {
  Furnizare: ['Furnizare', 'Achiziția de', 'Livrare'],
  Servicii: ['Prestare:', 'Servicii:', 'Contractarea:'],
  Lucrari: ['Execuție lucrări:', 'Proiectare și execuție:', 'Reabilitare:'],
};

export function procedureTitle({ contractType, inText }: Cpv, roll: Random): string {
  const text = `${pick(OPENINGS[contractType], roll())} ${inText} ${pick(NEEDS, roll())}`;
  return roll() < CAPITALS_SHARE ? fold(text).toUpperCase() : text;
}

export interface DirectAward {
  /** `DAN` and this. */
  number: number;
  object: string;
  authority: Authority;
  supplier: Party;
  cpv: Cpv;
  /** Bani. */
  value: number;
  publishedOn: number;
  /** Seconds after midnight. */
  publishedAt: number;
  contractOn: number;
}

export function directAwardsOn(market: Market, day: number): DirectAward[] {
  const count = countOn(market.frame, 'directAward', day);
  return Array.from({ length: count }, (_, n) =>
    drawDirectAward(market, numberOf(market.frame, 'directAward', day, n), day),
  );
}

export function drawDirectAward(
  { frame, draw, authority, supplier }: Market,
  number: number,
  day: number,
): DirectAward {
  const roll = random(frame.world.seed, number, 'direct award');
  const cpv = draw(roll(), roll());
  return {
    number,
    object: purchaseTitle(cpv, roll),
    authority: authority(roll, cpv),
    supplier: supplier(roll, cpv, day),
    cpv,
    value: purchaseValue(cpv.contractType, roll),
    publishedOn: day,
    publishedAt: within(roll(), 8 * 3_600, 17 * 3_600),
    contractOn: day - within(roll(), 1, 25),
  };
}
