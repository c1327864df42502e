/** Contracting authorities: town halls and hospitals outside the trade registry, and some companies. */

import { type Entity, type Form, isIndividual } from '#demo-country/entity.ts';
import { firmAt } from '#demo-country/firms.ts';
import { incorporationOf } from '#demo-country/incorporations.ts';
import { nonRegistryEntity } from '#demo-country/non-registry-entities.ts';
import { type Random, random, weighted } from '#demo-country/random.ts';
import { firmCases, outsideCases } from '#demo-country/showcase.ts';
import { outsideCount, SHOWCASE_SLOTS } from '#demo-country/world.ts';
import type { Cpv } from './cpv.ts';
import type { Frame } from './frame.ts';
import { type Party, spellings } from './party.ts';

export interface Authority extends Party {
  cui: string;
  form: Form;
  /** Utilities publish under a law of their own. */
  isUtility: boolean;
}

/** Shares of all purchases. The showcase buys more than its rank in the list. */
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
/** Draws for one such company; without a hit there is one less. */
const ATTEMPTS_MAX = 60;

/** CPV divisions bought mostly by hospitals. */
const MEDICAL = new Set(['33', '85']);
const MEDICAL_BY_HOSPITALS = 0.8;

export interface Authorities {
  all: readonly Authority[];
  draw(roll: Random, cpv: Cpv): Authority;
}

export function authoritiesOf({ world }: Frame): Authorities {
  const weights = new Map<Authority, number>();
  let rank = 0;
  const add = (entity: Entity, id: number, share?: number): void => {
    const [first, , , last] = spellings(entity, id);
    if (!first || !last) return;
    // Authorities are known to the system by their bare code, some with RO before it.
    const code = id % 3 === 0 ? `RO${entity.cui}` : entity.cui;
    const isUtility = UTILITY_SECTIONS.has(entity.trade.section);
    const authority = { ...first, code, cui: entity.cui, form: entity.form, isUtility };
    weights.set(authority, share ?? 0.12 / (rank + 4));
    if (share === undefined) rank++;
  };
  for (let index = 0; index < Math.min(outsideCount(world), OUTSIDE_MAX); index++) {
    const entity = nonRegistryEntity(world, index);
    const showcaseCase = outsideCases[index];
    if (entity.form !== 'town hall' && entity.form !== 'hospital') continue;
    add(entity, FIRST_ID + index, showcaseCase === undefined ? undefined : SHOWCASE_SHARES[showcaseCase]);
  }
  add(firmAt(world, firmCases.indexOf('giant')), FIRST_COMPANY_ID, GIANT_SHARE);
  for (const entity of companies(world)) add(entity, FIRST_COMPANY_ID + entity.index);
  const all = [...weights.keys()];
  const weightOf = (authority: Authority): number => weights.get(authority) ?? 0;
  const anyAuthority = weighted(all, weightOf);
  const hospitals = weighted(
    all.filter(({ form }) => form === 'hospital'),
    weightOf,
  );
  return {
    all,
    draw(roll, cpv) {
      const medical = roll() < MEDICAL_BY_HOSPITALS && MEDICAL.has(cpv.division);
      return (medical ? hospitals : anyAuthority)(roll());
    },
  };
}

const FIRST_ID = 1_000;
const FIRST_COMPANY_ID = 500_000;

function* companies(world: Frame['world']): Generator<Entity> {
  const count = Math.min(COMPANIES_MAX, Math.max(COMPANIES_MIN, Math.round(world.companies / FIRMS_PER_COMPANY)));
  const seen = new Set<number>();
  for (let n = 0; n < count; n++) {
    const roll = random(world.seed, n, 'contracting company');
    for (let attempt = 0; attempt < ATTEMPTS_MAX; attempt++) {
      const index = Math.floor(roll() * world.companies);
      if (index < SHOWCASE_SLOTS || seen.has(index)) continue;
      seen.add(index);
      const { form, trade, proceedings } = incorporationOf(world, index);
      if (!UTILITY_SECTIONS.has(trade.section) || isIndividual(form) || proceedings.closedOn !== null) continue;
      yield firmAt(world, index);
      break;
    }
  }
}
