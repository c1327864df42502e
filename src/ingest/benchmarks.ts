/** Benchmarks of the activities of one year: the quartiles of each measure, of the group where the class has too few firms. */
import type { Value } from '#store/database.ts';

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

export const benchmarkColumns = ['year', 'revision', 'code', 'firms', 'metrics'];

const GROUP_DIGITS = 3;

/** `quartiles`: by activity and measure, `'rev3:4711 netMargin'`; those of too few firms are not there. */
export function* benchmarkRows(
  year: number,
  activities: readonly Activity[],
  measures: readonly string[],
  quartiles: ReadonlyMap<string, Quartiles>,
): Generator<Value[]> {
  for (const { value, firms } of activities) {
    const [revision = '', code = ''] = value.split(':');
    const group = `${revision}:${code.slice(0, GROUP_DIGITS)}`;
    const metrics = measures.map((measure) => [
      measure,
      quartiles.get(`${value} ${measure}`) ?? quartiles.get(`${group} ${measure}`) ?? null,
    ]);
    yield [year, revision, code, firms, JSON.stringify(Object.fromEntries(metrics))];
  }
}
