/** Which revision of CAEN a year's balance sheets use; the files do not say it. */

export type CaenRevision = 'rev2' | 'rev3';

/** Rev.3 came into force on 1 January 2025. */
const REV3_FIRST_YEAR = 2025;

/** The revision in force in a year, then the other one, for codes that only that one knows. */
export const revisionsIn = (year: number): readonly [inForce: CaenRevision, other: CaenRevision] =>
  year >= REV3_FIRST_YEAR ? ['rev3', 'rev2'] : ['rev2', 'rev3'];
