/**
 * A fixed-size hash table of callers in memory shared by all serving threads, and the layout of that memory. A slot that gets another
 * owner, or whose owner was idle, is locked while it is cleared: counts of other threads meanwhile would be lost.
 */
import { randomBytes } from 'node:crypto';

/** Slots probed for one caller: at a load of three quarters nobody finds all taken; with 128 probes one in 50,000 did. */
const PROBES = 512;

/** Marks of a slot: never used, locked while it changes owner, without owner. */
const FREE = 0;
const HELD = -1;
const NOBODY = 1;

/** Longer than any thread is descheduled while it clears a slot. */
const HELD_MS_MAX = 100;
/** Retries while other threads take the found slots. */
const TRIES_MAX = 8;

/** Older than any slot in use. */
const IDLE = -1;

export interface Callers {
  /** Assigns the caller's slot, cleared of counts of an earlier owner. */
  slotOf(name: string, who: string, tick: number): number;
  /** Slots that are in use. */
  inUse(tick: number): number;
}

/** A slot, whose it is, and the tick of its last use. */
interface Found {
  slot: number;
  owner: number;
  last: number;
}

/**
 * A slot unused for `idleTicks` is free for the next caller. If all probed slots are in use, the least recently used one is taken: a full
 * table loses a count and never refuses a caller for want of memory.
 */
export function callersIn(
  { prints, usedAt }: Slots,
  seed: number,
  idleTicks: number,
  clear: (slot: number) => void,
): Callers {
  const mask = prints.length - 1;
  const probes = Math.min(PROBES, prints.length);

  /** Who has the slot, as soon as nobody holds it. */
  const ownerOf = (slot: number): number => {
    let owner = Atomics.load(prints, slot);
    if (owner !== HELD) return owner;
    // Clearing takes less than a microsecond: a lock held this long belongs to a dead thread.
    Atomics.wait(prints, slot, HELD, HELD_MS_MAX);
    Atomics.compareExchange(prints, slot, HELD, NOBODY);
    owner = Atomics.load(prints, slot);
    return owner === HELD ? NOBODY : owner;
  };

  /** Cleared, and given to `print`; false when another thread was quicker. */
  const hand = ({ slot, owner, last }: Found, print: number, tick: number): boolean => {
    if (Atomics.compareExchange(prints, slot, owner, HELD) !== owner) return false;
    // The owner may have returned on another thread, which counts already.
    const isAsFound = Atomics.load(usedAt, slot) === last;
    if (isAsFound) {
      clear(slot);
      Atomics.store(usedAt, slot, tick);
    }
    Atomics.store(prints, slot, isAsFound ? print : owner);
    Atomics.notify(prints, slot);
    return isAsFound;
  };

  /** The caller's own slot, else an idle one, else an unused one, else the least recently used. */
  const look = (home: number, print: number, tick: number): Found => {
    let best: Found = { slot: home & mask, owner: NOBODY, last: 0 };
    let quietest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < probes; i++) {
      const slot = (home + i) & mask;
      const owner = ownerOf(slot);
      const last = Atomics.load(usedAt, slot);
      if (owner === print) return { slot, owner, last };
      // The first idle slot stays the best, but the caller's own slot may come later.
      const used = owner === FREE || tick - last > idleTicks ? IDLE : last;
      if (used < quietest) {
        quietest = used;
        best = { slot, owner, last };
      }
      if (owner === FREE) break;
    }
    return best;
  };

  return {
    slotOf(name, who, tick) {
      const home = hash(seed, name, who);
      const print = printOf(hash(~seed, name, who));
      for (let tries = 0; tries < TRIES_MAX; tries++) {
        const found = look(home, print, tick);
        const { slot, owner, last } = found;
        if (owner === print && tick - last <= idleTicks) {
          if (last < tick) Atomics.store(usedAt, slot, tick);
          return slot;
        }
        if (hand(found, print, tick)) return slot;
      }
      // All probed slots keep changing owner: this request is counted in another caller's slot.
      return home & mask;
    },
    inUse(tick) {
      let slots = 0;
      for (let slot = 0; slot < prints.length; slot++)
        if (prints[slot] !== FREE && tick - Number(usedAt[slot]) <= idleTicks) slots++;
      return slots;
    },
  };
}

/** Never one of the marks. */
const printOf = (sum: number): number => (sum === FREE || sum === HELD || sum === NOBODY ? 2 : sum);

/** FNV-1a with the finish of MurmurHash3: two of them, by different seeds, tell a hundred thousand callers apart. */
function hash(seed: number, name: string, who: string): number {
  let sum = seed ^ name.length;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 16_777_619);
  for (let i = 0; i < who.length; i++) sum = Math.imul(sum ^ who.charCodeAt(i), 16_777_619);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return sum ^ (sum >>> 16);
}

/** Callers counted at a time, 512 bytes each, touched when used. More than 50,000 within a minute are an attack. */
const SLOTS = 65_536;
/** Browser addresses counted at a time, 12 bytes each. */
const DAY_SLOTS = 262_144;

/** Words of a caller's ring: one per half second, 64 seconds around. */
export const RING_WORDS = 128;

const HEADER_WORDS = 4;
const WORD_BYTES = 4;

/** A table of callers: the owner and last use of each slot. */
export interface Slots {
  prints: Int32Array;
  usedAt: Int32Array;
  /** Words of each slot, one slot after another. */
  words: Int32Array;
}

export interface Counters {
  /** Random per process, so that an attacker cannot choose addresses that share a slot. */
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
