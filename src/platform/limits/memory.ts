/** The memory that the serving threads of one host share for their counters, and what lies where in it. */
import { randomBytes } from 'node:crypto';

/** Callers that are counted at a time. More than 50,000 within a minute are an attack; 512 bytes each, touched when used. */
const SLOTS = 65_536;
/** Addresses of browsers that are counted at a time; 12 bytes each. */
const DAY_SLOTS = 262_144;

/** Words of a caller's ring: one per half second, 64 seconds around. */
export const RING_WORDS = 128;

const HEADER_WORDS = 4;
const WORD_BYTES = 4;

/** A table of callers: who has which slot, and when each was last used. */
export interface Slots {
  prints: Int32Array;
  usedAt: Int32Array;
  /** Words of each slot, one slot after another. */
  words: Int32Array;
}

export interface Counters {
  /** Drawn anew for every process, so that nobody can choose addresses that fall on one slot. */
  seed: number;
  minutes: Slots;
  days: Slots;
}

/** The numbers of slots are powers of two. */
export function allocateCounters(slots: number = SLOTS, daySlots: number = DAY_SLOTS): SharedArrayBuffer {
  const words = HEADER_WORDS + slots * (2 + RING_WORDS) + daySlots * 3;
  const memory = new SharedArrayBuffer(words * WORD_BYTES);
  new Int32Array(memory).set([randomBytes(4).readInt32LE(), slots, daySlots]);
  return memory;
}

export function countersIn(memory: SharedArrayBuffer): Counters {
  const [seed = 0, slots = 0, daySlots = 0] = new Int32Array(memory, 0, HEADER_WORDS);
  let at = HEADER_WORDS;
  const next = (length: number): Int32Array => {
    const part = new Int32Array(memory, at * WORD_BYTES, length);
    at += length;
    return part;
  };
  const table = (count: number, wordsEach: number): Slots => ({
    prints: next(count),
    usedAt: next(count),
    words: next(count * wordsEach),
  });
  return { seed, minutes: table(slots, RING_WORDS), days: table(daySlots, 1) };
}
