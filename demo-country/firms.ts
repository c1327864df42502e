/** The firm at an index: from the showcase, or drawn with its ties to other firms. */
import { fold } from '#lib/values/text.ts';
import { dayNumber } from './days.ts';
import { type Branch, type Entity, isIndividual } from './entity.ts';
import { chartFor, entityOf, type Incorporation, incorporationOf } from './incorporations.ts';
import { hasBusiestOfficer, person } from './people.ts';
import { findLocality } from './places.ts';
import { chance, pick, seedNumber } from './random.ts';
import { firmCases, showcase } from './showcase.ts';
import { scriptOf } from './showcase-scripts.ts';
import { endingOf, noProceedings, STATUS } from './statuses.ts';
import { tradeOf } from './trades.ts';
import { SHOWCASE_SLOTS, type World } from './world.ts';

/** Firms administered, and firms owned, by another firm of the country. */
const MANAGED_SHARE = 0.008;
const OWNED_SHARE = 0.03;
const WEBSITE_SHARE = 0.03;
/** One firm in so many has a branch in another member state. */
const BRANCH_EVERY = 2_000;

export function firmAt(world: World, index: number): Entity {
  return showcaseFirm(world, index) ?? drawnFirm(world, index);
}

function drawnFirm(world: World, index: number): Entity {
  const incorporation = incorporationOf(world, index);
  if (isIndividual(incorporation.form)) return entityOf(incorporation);
  const tied = chance(world.seed, index, 'tie');
  const parent = tied < OWNED_SHARE && !hasBusiestOfficer(world, index) ? parentOf(world, index) : null;
  const entity = entityOf(incorporation, tied < MANAGED_SHARE ? parent : null, parent);
  const website = chance(world.seed, index, 'website') < WEBSITE_SHARE ? websiteOf(entity) : null;
  return { ...entity, website, branches: index % BRANCH_EVERY === 77 ? [branchOf(entity)] : [] };
}

/** An older company, so that it can own this one from its first day; null when the draw hits none. */
function parentOf(
  world: World,
  index: number,
): { name: string; cui: string; seat: Entity['addresses'][0]['value']['locality'] } | null {
  const older = SHOWCASE_SLOTS + Math.floor(chance(world.seed, index, 'owner') * (index - SHOWCASE_SLOTS));
  if (older < SHOWCASE_SLOTS || older >= index) return null;
  const incorporation = incorporationOf(world, older);
  if (incorporation.form !== 'SRL' && incorporation.form !== 'SA') return null;
  const entity = entityOf(incorporation);
  const name = entity.names[0]?.value;
  return name === undefined ? null : { name, cui: entity.cui, seat: incorporation.seat };
}

/** Addresses that cannot exist: `.example` is reserved. */
function websiteOf(entity: Entity): string {
  const words = fold(entity.names[0]?.value ?? '').match(/[a-z0-9]+/g) ?? [];
  return `www.${words.slice(0, 2).join('-')}.example`;
}

const MEMBER_STATES = ['Bulgaria', 'Ungaria', 'Austria', 'Italia', 'Polonia', 'Germania'];

function branchOf(entity: Entity): Branch {
  const country = pick(MEMBER_STATES, chance(entity.world.seed, entity.index, 'branch'));
  const name = `${entity.names[0]?.value} ${country.toUpperCase()}`;
  return { kind: 'sucursală', name, euid: `XXREG.${entity.cui}`, fiscalCode: `XX${entity.cui}`, country };
}

/** The world of the showcase: the same in every country, except for the founding day. */
export const showcaseWorld = (world: World): World => ({ ...world, seed: seedNumber('showcase'), companies: 20_000 });

const USUAL_REGISTRATION = '2009-03-16';
const USUAL_TURNOVER = 2_400_000;
const REV3_SINCE = dayNumber('2025-06-10');

/** Null when this index is no showcase firm. */
function showcaseFirm(world: World, index: number): Entity | null {
  const id = firmCases[index];
  const record = showcase[index];
  if (id === undefined || record === undefined) return null;
  const own = showcaseWorld(world);
  const script = scriptOf(id, own);
  const registeredOn = dayNumber(script.registered ?? USUAL_REGISTRATION);
  const proceedings = { ...noProceedings, ...script.proceedings };
  const incorporation: Incorporation = {
    ...incorporationOf(own, index),
    form: script.form ?? 'SRL',
    registeredOn,
    serial: index + 1,
    trade: tradeOf(script.caen),
    founder: person(own, 'showcase founder', index, registeredOn),
    seat: findLocality(script.seat),
    proceedings,
    isPeer: true,
  };
  const drawn = entityOf(incorporation);
  const turnover = script.turnover ?? USUAL_TURNOVER;
  const entity: Entity = {
    ...drawn,
    names: [{ from: registeredOn, value: record.name }],
    addresses: drawn.addresses.slice(0, 1),
    // No random pauses.
    statuses: [{ from: registeredOn, value: [STATUS.operating] }, ...endingOf(own, index, proceedings)],
    rev3Since: Math.max(registeredOn, REV3_SINCE),
    parentCountry: null,
    business: {
      ...drawn.business,
      turnover,
      chart: chartFor(incorporation.form, turnover),
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
  return { ...entity, ...script.edit?.(entity) };
}
