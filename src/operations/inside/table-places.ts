/** Long tables that are being made: a reader may be slow, and what waits for them must not grow without end. */
import { Problem } from '#operations/problem.ts';
import { said } from '#operations/tables/sentences.ts';

/** Of one account, on one serving thread: a person opens one or two. */
const EACH_MAX = 4;

const taken = new Map<string, number>();

/** Takes a place, and gives the way to leave it. */
export function takePlace(asker: string): () => void {
  const count = taken.get(asker) ?? 0;
  if (count >= EACH_MAX)
    throw new Problem('RATE_LIMITED', said.enoughAtOnce({ max: EACH_MAX }), { headers: { 'retry-after': '30' } });
  taken.set(asker, count + 1);
  return () => {
    const left = (taken.get(asker) ?? 1) - 1;
    if (left === 0) taken.delete(asker);
    else taken.set(asker, left);
  };
}
