/** Which procedures have documents: sixty on the day the country was founded, and every one that is published online after it. */
import { isShowcaseNumber } from '#demo-country/procurement/frame.ts';
import type { Procedure } from '#demo-country/procurement/procedure.ts';
import type { Procurement } from '#demo-country/procurement/system.ts';
import type { Conduct } from './types.ts';

export interface Place {
  procedure: Procedure;
  /** 0 to 2 are the showcase's, then the newest of the founding day, newest first, then older ones, one a day. */
  place: number;
  conduct: Conduct;
  isRevised: boolean;
}

const DOCUMENTED = 60;
/** The showcase's among them. */
const NEWEST_UNTIL = 40;
/** Old enough on the founding day that two revisions came after it. */
const REVISED_AGE_DAYS = 5;
const REVISED_UNTIL = NEWEST_UNTIL + 7;

/** Not among the ten newest, which a demo collects first. */
const CONDUCTS: Readonly<Record<number, Conduct>> = {
  20: 'late',
  22: 'slow',
  24: 'gap',
  26: 'broken',
  28: 'withdrawn',
  30: 'none',
};

const known = new WeakMap<Procurement, Map<number, Place>>();

/** Null for a procedure whose documents are in no archive any more. */
export function placeOf(system: Procurement, procedure: Procedure): Place | null {
  const place = known.getOrInsertComputed(system, foundingPlaces).get(procedure.number);
  if (place) return place;
  const isLater = procedure.publishedOn > system.frame.world.founded && procedure.isOnline;
  return isLater
    ? { procedure, place: DOCUMENTED + (procedure.number % DOCUMENTED), conduct: 'ordinary', isRevised: false }
    : null;
}

/** Those of the founding day, in the order of their places. */
export const documentedAtFounding = (system: Procurement): Place[] => [
  ...known.getOrInsertComputed(system, foundingPlaces).values(),
];

function foundingPlaces(system: Procurement): Map<number, Place> {
  const { founded } = system.frame.world;
  const published = system.procedures(founded).toReversed();
  const isShown = ({ number }: Procedure): boolean => isShowcaseNumber('procedure', number);
  const shown = published.filter(isShown).toSorted((a, b) => a.number - b.number);
  const online = published.filter((procedure) => procedure.isOnline && !isShown(procedure));
  const newest = online.slice(0, NEWEST_UNTIL - shown.length);
  const days = new Set<number>();
  const older = online.slice(newest.length).filter(({ publishedOn }) => {
    const isFirst = publishedOn <= founded - REVISED_AGE_DAYS && !days.has(publishedOn);
    days.add(publishedOn);
    return isFirst;
  });
  return new Map(
    [...shown, ...newest, ...older].slice(0, DOCUMENTED).map((procedure, place) => [
      procedure.number,
      {
        procedure,
        place,
        conduct: CONDUCTS[place] ?? 'ordinary',
        isRevised: place < shown.length || (place >= NEWEST_UNTIL && place < REVISED_UNTIL),
      },
    ]),
  );
}
