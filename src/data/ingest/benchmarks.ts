/** Benchmarks of the activities of one year: the quartiles of each measure, of the group where the class has too few firms. */
import type { Row } from '#data/store/table.ts';
import type { benchmark } from '#domain/statistics/tables.ts';

export interface Activity {
  /** `rev3:4711`, or `rev3:471` for a group. */
  value: string;
  firms: number;
}

export interface Quartiles {
  p25: number;
  median: number;
  p75: number;
  /** Whose measure is known. */
  firms: number;
  level: 'class' | 'group';
}

const GROUP_DIGITS = 3;

/** By activity, then by measure; those of too few firms are not there. */
export type QuartilesOf = Map<string, Map<string, Quartiles>>;

export function* benchmarkRows(
  year: number,
  activities: readonly Activity[],
  measures: readonly string[],
  quartiles: QuartilesOf,
): Generator<Row<typeof benchmark>> {
  const unknown = JSON.stringify(Object.fromEntries(measures.map((measure) => [measure, null])));
  for (const { value, firms } of activities) {
    const [revision = '', code = ''] = value.split(':');
    const own = quartiles.get(value);
    const group = quartiles.get(`${revision}:${code.slice(0, GROUP_DIGITS)}`);
    const known = measures.map((measure) => [measure, own?.get(measure) ?? group?.get(measure) ?? null]);
    const metrics = own || group ? JSON.stringify(Object.fromEntries(known)) : unknown;
    yield { year, revision, code, firms, metrics };
  }
}
