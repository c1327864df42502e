/** Requests of a caller since midnight UTC, where a minute's limit is not enough. A restart forgets them. */
import { callersIn } from './callers.ts';
import type { Counters } from './memory.ts';
import { type Meter, TICK_MS, tickOf } from './minute.ts';

const DAY_MS = 86_400_000;

/** A word: the day in the upper bits, until 2059, and the requests in it. */
const COUNT_BITS = 17;
const COUNT_MASK = 2 ** COUNT_BITS - 1;

export function days({ days: slots, seed }: Counters): Meter {
  const counts = slots.words;
  const callers = callersIn(slots, seed, DAY_MS / TICK_MS, (slot) => Atomics.store(counts, slot, 0));

  return {
    take(name, who, limit, now, requests = 1) {
      const slot = callers.slotOf(name, who, tickOf(now));
      const day = Math.floor(now / DAY_MS);
      const resetMs = (day + 1) * DAY_MS - now;
      for (;;) {
        const word = Atomics.load(counts, slot);
        const used = word >>> COUNT_BITS === day ? word & COUNT_MASK : 0;
        if (used + requests > limit) return { allowed: false, remaining: Math.max(0, limit - used), resetMs };
        const next = (day << COUNT_BITS) | (used + requests);
        if (Atomics.compareExchange(counts, slot, word, next) === word)
          return { allowed: true, remaining: limit - used - requests, resetMs };
      }
    },
  };
}
