/** The lives behind the showcase. Seed and size of the country do not touch them; only its founding day does. */

import { chartFor } from './businesses.ts';
import { dayNumber } from './days.ts';
import { type Birth, lifeOf, ordinaryBirth } from './incorporations.ts';
import type { Life } from './life-cycle.ts';
import { person } from './people.ts';
import { findLocality } from './places.ts';
import { seedNumber } from './random.ts';
import { firmCases, showcase } from './showcase.ts';
import { scriptOf } from './showcase-scripts.ts';
import { endingOf, noProceedings, STATUS } from './statuses.ts';
import { tradeOf } from './trades.ts';
import type { World } from './world.ts';

/** The world as the showcase sees it: always the same but for the day. */
export const showcaseWorld = (world: World): World => ({ ...world, seed: seedNumber('showcase'), companies: 20_000 });

const USUAL_REGISTRATION = '2009-03-16';
const USUAL_TURNOVER = 2_400_000;
const REV3_SINCE = dayNumber('2025-06-10');

/** Null when this index is no showcase firm. */
export function showcaseLife(world: World, index: number): Life | null {
  const id = firmCases[index];
  const record = showcase[index];
  if (id === undefined || record === undefined) return null;
  const own = showcaseWorld(world);
  const script = scriptOf(id, own);
  const registeredOn = dayNumber(script.registered ?? USUAL_REGISTRATION);
  const proceedings = { ...noProceedings, ...script.proceedings };
  const birth: Birth = {
    ...ordinaryBirth(own, index),
    form: script.form ?? 'SRL',
    registeredOn,
    serial: index + 1,
    trade: tradeOf(script.caen),
    founder: person(own, 'showcase founder', index, registeredOn),
    seat: findLocality(script.place),
    proceedings,
    kept: true,
  };
  const drawn = lifeOf(birth);
  const turnover = script.turnover ?? USUAL_TURNOVER;
  const life: Life = {
    ...drawn,
    names: [{ from: registeredOn, value: record.name }],
    addresses: drawn.addresses.slice(0, 1),
    // No random pauses: the case alone decides.
    statuses: [{ from: registeredOn, value: [STATUS.operating] }, ...endingOf(own, index, proceedings)],
    rev3Since: Math.max(registeredOn, REV3_SINCE),
    parentCountry: null,
    business: {
      ...drawn.business,
      turnover,
      chart: chartFor(birth.form, turnover),
      growth: 0.06,
      swing: 0.1,
      leverage: 0.5,
      edge: 0.01,
      dormant: false,
      employees: 'as usual',
      files: 'always',
    },
    tax: { vat: 'registered', cashBasis: false, splitVat: false, inactiveSince: null },
  };
  return { ...life, ...script.edit?.(life) };
}
