/**
 * What several operations of one visit need alike is made once: a page asks nine of them about one company. The caller, the moment,
 * the language and the generation of a visit are the same for all of it, so nobody is told what was made for somebody else.
 */
import type { Call } from './endpoint.ts';

/** A visit may be about a thousand companies, one after the other: only the last few are kept. */
const NAMES_MAX = 4;

/** `make` is called once for each name of a visit; a caller who wants to be told anew is. What it gives must not be changed. */
export function requestMemo<Needs, Made>(
  make: (name: string, call: Call, needs: Needs) => Promise<Made>,
): (name: string, call: Call, needs: Needs) => Promise<Made> {
  const visits = new WeakMap<object, Map<string, Promise<Made>>>();
  return (name, call, needs) => {
    if (call.wantsFresh || call.context === undefined) return make(name, call, needs);
    const made = visits.getOrInsertComputed(call.context, () => new Map<string, Promise<Made>>());
    const known = made.get(name);
    if (known) return known;
    const fresh = make(name, call, needs);
    for (const oldest of made.keys()) {
      if (made.size < NAMES_MAX) break;
      made.delete(oldest);
    }
    made.set(name, fresh);
    return fresh;
  };
}
