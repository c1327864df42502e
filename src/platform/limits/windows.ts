/**
 * Sliding minute and calendar day of every caller, counted in shared memory. The minute is a ring of half seconds, each of which counts
 * until it is a full minute old: no sixty seconds ever exceed the limit, and a caller waits at most half a second (0.83 %) too long.
 */
import { type Counters, callerTable, RING_WORDS } from './caller-slots.ts';

export interface MeterResult {
  allowed: boolean;
  remaining: number;
  /** Time until the oldest counted request leaves the window; after a refusal, until enough have left. */
  resetMs: number;
}

export interface Meter {
  /** Counts `requests` of this caller if the limit allows all of them. */
  take(name: string, who: string, limit: number, now: number, requests?: number): MeterResult;
}

export const TICK_MS = 500;
/** Half seconds in which a request counts: those of a minute, and the one that has just begun. */
export const TICKS = 121;

/** A word of the ring: which half second it is for, in the upper bits, and the requests in it. */
const COUNT_BITS = 12;
const COUNT_MASK = 2 ** COUNT_BITS - 1;
/** No limit of a minute is higher: all of its requests may come in one half second, and the one that is refused is counted first. */
export const MINUTE_LIMIT_MAX = 4_000;
const TAG_MASK = 2 ** (32 - COUNT_BITS) - 1;

/**
 * A thread reads its clock a moment before it counts. Requests that another thread counted ahead of it are included, up to the half
 * seconds that the ring has beyond a minute.
 */
const SKEW_TICKS = 6;

/** Ticks count from here, to fit into a word until 2060. */
const START_MS = Date.UTC(2026, 0, 1);

const tickOf = (now: number): number => Math.floor((now - START_MS) / TICK_MS);

export interface Minutes extends Meter {
  /** Callers that were counted in the last minute. */
  callers(now: number): number;
}

export function minutes({ minutes: slots, seed }: Counters): Minutes {
  const rings = slots.words;
  const clear = (slot: number): void => void rings.fill(0, slot * RING_WORDS, (slot + 1) * RING_WORDS);
  // Cleared after a minute at rest, long before tags of another week could be taken for today's.
  const callers = callerTable(slots, seed, TICKS, clear);

  return {
    callers: (now) => callers.inUse(tickOf(now)),
    take(name, who, limit, now, requests = 1) {
      const tick = tickOf(now);
      const ring = callers.slotOf(name, who, tick) * RING_WORDS;
      const at = ring + (tick & (RING_WORDS - 1));
      // Increment, then roll back on overflow: two threads never both take the last slot.
      add(rings, at, tick & TAG_MASK, requests);
      let used = 0;
      let oldest = 0;
      for (let i = 0; i < RING_WORDS; i++) {
        // Plain reads cost a third of atomic ones; after the atomic addition they see everything counted before it.
        const word = Number(rings[ring + i]);
        const age = ((tick + SKEW_TICKS - (word >>> COUNT_BITS)) & TAG_MASK) - SKEW_TICKS;
        const count = word & COUNT_MASK;
        if (age >= TICKS || count === 0) continue;
        used += count;
        if (age > oldest) oldest = age;
      }
      const allowed = used <= limit;
      if (!allowed) {
        Atomics.sub(rings, at, requests);
        // One request waits for the oldest to leave, several for as many.
        if (requests > 1) oldest = lastToLeave(rings.subarray(ring, ring + RING_WORDS), tick, used - limit);
      }
      const leavesAt = (tick - oldest + TICKS) * TICK_MS + START_MS;
      return { allowed, remaining: Math.max(0, limit - (allowed ? used : used - requests)), resetMs: leavesAt - now };
    },
  };
}

/** The age of the half second with which so many requests, the oldest first, have left the window. */
function lastToLeave(ring: Int32Array, tick: number, requests: number): number {
  const countOf = new Map<number, number>();
  for (const word of ring) {
    const age = ((tick + SKEW_TICKS - (word >>> COUNT_BITS)) & TAG_MASK) - SKEW_TICKS;
    if (age < TICKS && (word & COUNT_MASK) > 0) countOf.set(age, word & COUNT_MASK);
  }
  let remaining = requests;
  for (const [age, count] of [...countOf].sort(([a], [b]) => b - a)) {
    remaining -= count;
    if (remaining <= 0) return age;
  }
  return 0;
}

function add(rings: Int32Array, at: number, tag: number, requests: number): void {
  for (;;) {
    const word = Atomics.load(rings, at);
    const next = word >>> COUNT_BITS === tag ? word + requests : (tag << COUNT_BITS) | requests;
    if (Atomics.compareExchange(rings, at, word, next) === word) return;
  }
}

const DAY_MS = 86_400_000;

/** A word: the day in the upper bits, until 2059, and the requests in it. */
const DAY_COUNT_BITS = 17;
const DAY_COUNT_MASK = 2 ** DAY_COUNT_BITS - 1;

export function days({ days: slots, seed }: Counters): Meter {
  const counts = slots.words;
  const callers = callerTable(slots, seed, DAY_MS / TICK_MS, (slot) => Atomics.store(counts, slot, 0));

  return {
    take(name, who, limit, now, requests = 1) {
      const slot = callers.slotOf(name, who, tickOf(now));
      const day = Math.floor(now / DAY_MS);
      const resetMs = (day + 1) * DAY_MS - now;
      for (;;) {
        const word = Atomics.load(counts, slot);
        const used = word >>> DAY_COUNT_BITS === day ? word & DAY_COUNT_MASK : 0;
        if (used + requests > limit) return { allowed: false, remaining: Math.max(0, limit - used), resetMs };
        const next = (day << DAY_COUNT_BITS) | (used + requests);
        if (Atomics.compareExchange(counts, slot, word, next) === word)
          return { allowed: true, remaining: limit - used - requests, resetMs };
      }
    },
  };
}
