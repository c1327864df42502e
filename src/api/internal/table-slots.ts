/** Long tables that are being made: a reader may be slow, and what waits for them must not grow without end. */
import { ApiError } from '#api/api-error.ts';
import { said } from '#api/tables/sentences.ts';

/** Of one account, on one serving thread: a person opens one or two. */
const EACH_MAX = 4;
/** Of all accounts, on one serving thread: each holds a page and what its socket has not taken, a megabyte or two. */
const ALL_MAX = 64;

const RETRY = { headers: { 'retry-after': '30' } };

const taken = new Map<string, number>();
let all = 0;

/** Takes a place, and gives the way to leave it, which may be gone more than once. */
export function takePlace(asker: string): () => void {
  const count = taken.get(asker) ?? 0;
  if (count >= EACH_MAX) throw new ApiError('RATE_LIMITED', said.enoughAtOnce({ max: EACH_MAX }), RETRY);
  if (all >= ALL_MAX) throw new ApiError('OVERLOADED', said.busy(), RETRY);
  taken.set(asker, count + 1);
  all++;
  let isLeft = false;
  return () => {
    if (isLeft) return;
    isLeft = true;
    all--;
    const left = (taken.get(asker) ?? 1) - 1;
    if (left === 0) taken.delete(asker);
    else taken.set(asker, left);
  };
}
