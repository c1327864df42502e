/**
 * A publication is complete when nine tenths of the rows of each file are understood, and when each list has at least half the rows of
 * the list that it replaces. An incomplete one is refused and the served part stays, unless the operator accepts it.
 */
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { grouped } from './progress.ts';

/** Incomplete publications that the operator accepts. */
export interface Acceptance {
  /** Files of which fewer rows are understood. */
  partial: boolean;
  /** Lists that have fewer rows than half of those before. */
  smaller: boolean;
}

export const WHOLE_ONLY: Acceptance = { partial: false, smaller: false };

/** Errors affect less than one line in a hundred; a moved column makes nearly all lines unreadable. */
const UNDERSTOOD_SHARE_MIN = 0.9;
/** The largest true change of a list between two publications is a few hundredths. */
const ROWS_SHARE_MIN = 0.5;

interface Understanding {
  rows: number;
  understood: number;
  /** The reason of the first row that is not: `wrong number of columns (line 3)`. */
  why?: string | null;
}

/** `file`: its name, for the message. */
export function assertUnderstood(
  file: string,
  { rows, understood, why }: Understanding,
  { partial }: Acceptance,
): void {
  if (partial || understood >= rows * UNDERSTOOD_SHARE_MIN) return;
  const first = why ? `, the first that is not: ${why}` : '';
  const actual = `${grouped(understood)} of ${grouped(rows)}${first}; --accept-partial takes it all the same`;
  throw new WrongShape(file, 'nine tenths of its rows to be understood', actual);
}

/** `list`: its name, for the message. */
export function assertNotShrunk(list: string, before: number, after: number, { smaller }: Acceptance): void {
  if (smaller || after >= before * ROWS_SHARE_MIN) return;
  const expected = `at least half of the ${grouped(before)} rows that it replaces`;
  throw new WrongShape(list, expected, `${grouped(after)}; --accept-smaller takes it all the same`);
}
