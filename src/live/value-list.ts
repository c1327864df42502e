/** Lists of values in one text for both engines. */
import type { Value } from '#store/database.ts';

/** Few lengths, so that an engine plans few texts. The longest is what we ask for at once anywhere. */
const LENGTHS = [1, 10, 100];

/** Values for an `in (…)` list whose first placeholder is `$first`, filled up with repetitions. */
export function listOf(values: readonly Value[], first = 1): { placeholders: string; params: Value[] } {
  const length = LENGTHS.find((each) => each >= values.length);
  const filler = values.at(-1);
  if (!length || filler === undefined) throw new RangeError(`1 to ${LENGTHS.at(-1)} values, not ${values.length}`);
  const params = [...values, ...Array.from({ length: length - values.length }, () => filler)];
  return { placeholders: params.map((_, i) => `$${first + i}`).join(', '), params };
}
