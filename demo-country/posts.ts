/** Who holds an officer's post: mostly someone of their own, often one of those who hold several, sometimes the busiest. */
import { dayNumber } from './days.ts';
import { busiestOfficer, type Person, person } from './people.ts';
import { dice } from './random.ts';
import { keptFor } from './trades.ts';
import { SHOWCASE_ROOM, type World } from './world.ts';

/** Officer posts that go to people who hold several; with the size of their pool this makes a fifth of all officers. */
const SHARED_POST_SHARE = 0.57;
const SHARED_PEOPLE_PER_FIRM = 0.24;
/** Above 1, some of them hold more posts than others. */
const SHARED_SKEW = 1.3;

/** Firms of the busiest officer: 5,000 of 4.2 million, and enough to be seen in a small country. */
const BUSIEST_SHARE = 1 / 840;
const BUSIEST_MIN = 100;
/** Firms at the crowded address: 20,000 of 4.2 million. */
const CROWDED_SHARE = 1 / 210;
const CROWDED_MIN = 115;

/** Firms that share a trait, spread evenly over all ages: one every so many. */
const everyNth = (world: World, share: number, min: number): number =>
  Math.max(4, Math.floor(1 / Math.max(share, min / world.companies)));
const chosen = (world: World, index: number, share: number, min: number, offset: number): boolean =>
  index >= SHOWCASE_ROOM && index % everyNth(world, share, min) === offset && keptFor(world, index) === null;

export const hasBusiestOfficer = (world: World, index: number): boolean =>
  chosen(world, index, BUSIEST_SHARE, BUSIEST_MIN, 1);
export const sitsAtCrowdedAddress = (world: World, index: number): boolean =>
  chosen(world, index, CROWDED_SHARE, CROWDED_MIN, 2);

/** The person behind the n-th officer post of a firm. */
export function postHolder(world: World, index: number, post: number, grownBy: number): Person {
  const roll = dice(world.seed, index, `post ${post}`);
  if (roll() >= SHARED_POST_SHARE) return person(world, 'officer', index * POSTS_MAX + post, grownBy);
  const pool = Math.max(SHARED_PEOPLE_MIN, Math.floor(world.companies * SHARED_PEOPLE_PER_FIRM)) / GENERATIONS.length;
  const generation = grownBy >= GENERATIONS[1] ? 1 : 0;
  const number = Math.floor(pool * roll() ** SHARED_SKEW) * GENERATIONS.length + generation;
  return person(world, 'shared officer', number, GENERATIONS[generation]);
}

const POSTS_MAX = 64;
/** People who hold several posts come in two generations, of age by these days: nobody runs a firm as a child. */
const GENERATIONS = [dayNumber('1990-12-20'), dayNumber('2006-01-01')] as const;
const SHARED_PEOPLE_MIN = 20;

export function founderOf(world: World, index: number, registeredOn: number): Person {
  return hasBusiestOfficer(world, index) ? busiestOfficer : postHolder(world, index, 0, registeredOn);
}
