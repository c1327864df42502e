/** What several signatures are worth together: the worst of them. */
import type { Verdict } from '#seals/seal.ts';

const WORST: readonly Verdict[] = ['invalid', 'indeterminate', 'valid'];

/** Null when there is none. */
export function worstOf(verdicts: Iterable<Verdict | null>): Verdict | null {
  const all = new Set(verdicts);
  return WORST.find((verdict) => all.has(verdict)) ?? null;
}
