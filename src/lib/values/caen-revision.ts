/** Revisions of CAEN. Balance sheets and the tax authority publish codes without a revision, and a code means nothing without one. */
import { readReference } from './reference-tables.ts';

export type CaenRevision = 'rev2' | 'rev3';

/** Rev.3 came into force on 1 January 2025. */
const REV3_FIRST_YEAR = 2025;

/** The revision in force in a year, then the other one, for codes that only the other one has. */
export const revisionsIn = (year: number): readonly [inForce: CaenRevision, other: CaenRevision] =>
  year >= REV3_FIRST_YEAR ? ['rev3', 'rev2'] : ['rev2', 'rev3'];

/** The registry's names, newest first. */
export const revisionsByAge = ['rev3', 'rev2', 'rev2003', 'rev1998'] as const;

export const otherRevision = (revision: CaenRevision): CaenRevision => (revision === 'rev3' ? 'rev2' : 'rev3');

const inRev2 = new Map(
  readReference<'code' | 'code_in_rev3'>('caen-rev2.tsv').map((row) => [row.code, row.code_in_rev3]),
);
const classes = { rev2: inRev2, rev3: new Set(readReference<'code'>('caen-rev3.tsv').map(({ code }) => code)) };

/** Revision of a balance sheet's code: the one in force in that year, unless only the other one has the code. */
export function filedRevision(code: string, year: number): CaenRevision {
  const [expected, other] = revisionsIn(year);
  return !classes[expected].has(code) && classes[other].has(code) ? other : expected;
}

/** Revision of a code without a year: the only one that has it, or the newer one if the code means the same in both; null if ambiguous. */
export function revisionOf(code: string): CaenRevision | null {
  if (inRev2.get(code) === 'same_title') return 'rev3';
  const matches = (['rev3', 'rev2'] as const).filter((revision) => classes[revision].has(code));
  return matches.length === 1 ? (matches[0] ?? null) : null;
}
