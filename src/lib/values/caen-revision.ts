/** Revisions of CAEN: neither balance sheets nor the tax authority say of which one their codes are, and a code means nothing without it. */
import { readReference } from './reference-tables.ts';

export type CaenRevision = 'rev2' | 'rev3';

/** Rev.3 came into force on 1 January 2025. */
const REV3_FIRST_YEAR = 2025;

/** The revision in force in a year, then the other one, for codes that only that one knows. */
export const revisionsIn = (year: number): readonly [inForce: CaenRevision, other: CaenRevision] =>
  year >= REV3_FIRST_YEAR ? ['rev3', 'rev2'] : ['rev2', 'rev3'];

/** As the registry names them, newest first. */
export const revisionsByAge = ['rev3', 'rev2', 'rev2003', 'rev1998'] as const;

export const otherRevision = (revision: CaenRevision): CaenRevision => (revision === 'rev3' ? 'rev2' : 'rev3');

const inRev2 = new Map(
  readReference<'code' | 'code_in_rev3'>('caen-rev2.tsv').map((row) => [row.code, row.code_in_rev3]),
);
const classes = { rev2: inRev2, rev3: new Set(readReference<'code'>('caen-rev3.tsv').map(({ code }) => code)) };

/** Of a balance sheet's code. One that only the revision out of force knows belongs to that one. */
export function filedRevision(code: string, year: number): CaenRevision {
  const [expected, other] = revisionsIn(year);
  return !classes[expected].has(code) && classes[other].has(code) ? other : expected;
}

/** Of a code that comes alone: the only revision that has it, or the newer where it stands for the same in both; null when nobody can tell. */
export function revisionOf(code: string): CaenRevision | null {
  if (inRev2.get(code) === 'same_title') return 'rev3';
  const having = (['rev3', 'rev2'] as const).filter((revision) => classes[revision].has(code));
  return having.length === 1 ? (having[0] ?? null) : null;
}
