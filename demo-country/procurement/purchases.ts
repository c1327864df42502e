/** Direct purchases from the catalogue, by the day on which they ended, whatever came of them. */
import { dice, within } from '#demo-country/random.ts';
import type { Authority } from './authorities.ts';
import type { Cpv, Division } from './cpv.ts';
import { countOn, type Frame, numberOf } from './frame.ts';
import { purchaseValue } from './money.ts';
import type { Party } from './party.ts';
import { purchaseTitle } from './texts.ts';

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
  /** What the list said until the clerk put it right; the same as `closingValue` for nearly all. */
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
export type PurchaseStateId = keyof typeof PURCHASE_STATES;

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
  const roll = dice(frame.world.seed, number, 'purchase');
  const cpv = draw(roll(), roll());
  const closingValue = purchaseValue(cpv.contractType, roll);
  const accepted = roll() < ACCEPTED_SHARE;
  const corrected = roll() < CORRECTED_SHARE;
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
    closingValueBefore: corrected ? closingValue * 10 : closingValue,
    correctedOn: corrected ? day + within(roll(), 1, 2) : day,
    state: accepted ? 7 : (FAILURES[Math.floor(roll() * FAILURES.length)] ?? 6),
    publishedOn: day - days,
    finalizedOn: day,
    publishedAt: hour,
    finalizedAt: hour + within(roll(), 600, 4 * 3_600),
    euProgramme: roll() < EU_SHARE ? (PROGRAMMES[Math.floor(roll() * PROGRAMMES.length)] ?? null) : null,
  };
}
