/** How firms do: size, growth, margin, debts, and which balance sheet they file. */

import { type Business, type Form, isIndividual } from './life-cycle.ts';
import { dice, normal } from './random.ts';
import type { Trade } from './trades.ts';
import type { World } from './world.ts';

interface Owner {
  world: World;
  index: number;
  form: Form;
  trade: Trade;
  kept: boolean;
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

export function drawBusiness({ world, index, form, trade, kept }: Owner): Business {
  const roll = dice(world.seed, index, 'business');
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
    dormant: !kept && turnover < 1e6 && roll() < DORMANT_SHARE,
    employees: turnover < 400_000 && roll() < 0.35 ? 'none' : 'as usual',
    files: kept ? 'always' : filing < NEVER_FILES_SHARE ? 'never' : 'mostly',
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
