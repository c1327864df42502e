/** Who owns a firm: its founders, or a company. */

import { isIndividual, type Shareholder } from './life-cycle.ts';
import type { Staffing } from './officers.ts';
import { postHolder } from './posts.ts';
import { dice, pick } from './random.ts';

/** Shares add up to the whole. */
export function drawShareholders(of: Staffing, owner: { name: string; cui: string } | null): Shareholder[] {
  if (isIndividual(of.form)) return [];
  const { world, index, founder, registeredOn: since } = of;
  const roll = dice(world.seed, index, 'shareholders');
  const byOwner = owner ? pick([10000, 9900, 7500, 5100], roll()) : 0;
  const people: Shareholder[] = [];
  const count = byOwner === 10000 ? 0 : roll() < 0.68 ? 1 : roll() < 0.8 ? 2 : 3;
  let left = 10000 - byOwner;
  for (let i = 0; i < count; i++) {
    const who = i === 0 ? founder : postHolder(world, index, i, since);
    const share = i === count - 1 ? left : Math.floor(left / pick([2, 2, 4, 5, 10], roll()));
    left -= share;
    people.push({ name: who.name, person: who, cui: null, share, since });
  }
  return owner ? [{ name: owner.name, person: null, cui: owner.cui, share: byOwner, since }, ...people] : people;
}
