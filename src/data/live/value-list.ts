/** Lists of values as SQL text for both engines. */
import type { Value } from '#data/store/database.ts';

/** Maximum values of one query. */
export const LIST_MAX = 100;

/** Few lengths, so that an engine plans few texts. */
const LENGTHS = [1, 10, LIST_MAX];

/** Values for an `in (…)` list whose first placeholder is `$first`, filled up with repetitions. */
export function listOf(values: readonly Value[], first = 1): { placeholders: string; params: Value[] } {
  const length = LENGTHS.find((each) => each >= values.length);
  const filler = values.at(-1);
  if (!length || filler === undefined) throw new RangeError(`1 to ${LIST_MAX} values, not ${values.length}`);
  const params = [...values, ...Array.from({ length: length - values.length }, () => filler)];
  return { placeholders: params.map((_, i) => `$${first + i}`).join(', '), params };
}
