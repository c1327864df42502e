/** Contracting authorities: town halls and hospitals, which the trade registry does not know, and some companies. */

import { firmAt } from '#demo-country/firms.ts';
import { ordinaryBirth } from '#demo-country/incorporations.ts';
import { type Form, isIndividual, type Life } from '#demo-country/life-cycle.ts';
import { outsideLife } from '#demo-country/outside.ts';
import { type Dice, dice, weighted } from '#demo-country/random.ts';
import { firmCases, outsideCases } from '#demo-country/showcase.ts';
import { outsideCount, SHOWCASE_ROOM } from '#demo-country/world.ts';
import type { Cpv } from './cpv.ts';
import type { Frame } from './frame.ts';
import { type Party, spellings } from './party.ts';

export interface Authority extends Party {
  cui: string;
  form: Form;
  /** Utilities publish under a law of their own. */
  isUtility: boolean;
}

/** Parts of all that is bought. The showcase is larger than its place in the list would make it. */
const SHOWCASE_SHARES: Partial<Record<(typeof outsideCases)[number], number>> = {
  cityHall: 0.05,
  townHall: 0.015,
  hospital: 0.02,
};
const GIANT_SHARE = 0.006;

/** One firm in so many buys under procurement law: waterworks, heating, transport. */
const FIRMS_PER_COMPANY = 500;
const COMPANIES_MIN = 4;
const COMPANIES_MAX = 300;
/** Of the entities outside the registry one in five buys: 3,000 authorities are enough for the largest country. */
const OUTSIDE_MAX = 15_000;
const UTILITY_SECTIONS = new Set(['D', 'E', 'H']);
/** Draws for one such company; when none hits, there is one less. */
const TRIES = 60;

/** What hospitals buy that nobody else does. */
const MEDICAL = new Set(['33', '85']);
const MEDICAL_BY_HOSPITALS = 0.8;

export interface Authorities {
  all: readonly Authority[];
  draw(roll: Dice, cpv: Cpv): Authority;
}

export function authoritiesOf({ world }: Frame): Authorities {
  const weights = new Map<Authority, number>();
  let rank = 0;
  const add = (life: Life, id: number, share?: number): void => {
    const [first, , , last] = spellings(life, id);
    if (!first || !last) return;
    // Authorities are known to the system by their bare code, some with RO before it.
    const code = id % 3 === 0 ? `RO${life.cui}` : life.cui;
    const isUtility = UTILITY_SECTIONS.has(life.trade.section);
    const authority = { ...first, code, cui: life.cui, form: life.form, isUtility };
    weights.set(authority, share ?? 0.12 / (rank + 4));
    if (share === undefined) rank++;
  };
  for (let index = 0; index < Math.min(outsideCount(world), OUTSIDE_MAX); index++) {
    const life = outsideLife(world, index);
    const shown = outsideCases[index];
    if (life.form !== 'town hall' && life.form !== 'hospital') continue;
    add(life, FIRST_ID + index, shown === undefined ? undefined : SHOWCASE_SHARES[shown]);
  }
  add(firmAt(world, firmCases.indexOf('giant')), FIRST_COMPANY_ID, GIANT_SHARE);
  for (const life of companies(world)) add(life, FIRST_COMPANY_ID + life.index);
  const all = [...weights.keys()];
  const weightOf = (authority: Authority): number => weights.get(authority) ?? 0;
  const anybody = weighted(all, weightOf);
  const hospitals = weighted(
    all.filter(({ form }) => form === 'hospital'),
    weightOf,
  );
  return {
    all,
    draw(roll, cpv) {
      const medical = roll() < MEDICAL_BY_HOSPITALS && MEDICAL.has(cpv.division);
      return (medical ? hospitals : anybody)(roll());
    },
  };
}

const FIRST_ID = 1_000;
const FIRST_COMPANY_ID = 500_000;

function* companies(world: Frame['world']): Generator<Life> {
  const wanted = Math.min(COMPANIES_MAX, Math.max(COMPANIES_MIN, Math.round(world.companies / FIRMS_PER_COMPANY)));
  const seen = new Set<number>();
  for (let n = 0; n < wanted; n++) {
    const roll = dice(world.seed, n, 'contracting company');
    for (let tries = 0; tries < TRIES; tries++) {
      const index = Math.floor(roll() * world.companies);
      if (index < SHOWCASE_ROOM || seen.has(index)) continue;
      seen.add(index);
      const { form, trade, proceedings } = ordinaryBirth(world, index);
      if (!UTILITY_SECTIONS.has(trade.section) || isIndividual(form) || proceedings.closedOn !== null) continue;
      yield firmAt(world, index);
      break;
    }
  }
}
