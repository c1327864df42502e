/** Purchases made outside the catalogue and announced afterwards (DAN). */
import { dice, within } from '#demo-country/random.ts';
import type { Authority } from './authorities.ts';
import type { Cpv } from './cpv.ts';
import { countOn, numberOf } from './frame.ts';
import { purchaseValue } from './money.ts';
import type { Party } from './party.ts';
import type { Market } from './purchases.ts';
import { purchaseTitle } from './texts.ts';

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
  const roll = dice(frame.world.seed, number, 'direct award');
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
