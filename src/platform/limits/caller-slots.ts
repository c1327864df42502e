/**
 * A fixed-size hash table of callers in memory shared by all serving threads, and the layout of that memory. A slot that gets another
 * owner, or whose owner was idle, is locked while it is cleared: counts of other threads meanwhile would be lost.
 */
import { randomBytes } from 'node:crypto';

/** Slots probed for one caller. At a load of three quarters a free slot was always among them; with 128 probes one caller in 50,000 had none. */
const PROBES = 512;

/** Marks of a slot: never used, locked while it changes owner, without owner. */
const FREE = 0;
const LOCKED = -1;
const UNOWNED = 1;

/** Longer than any thread is descheduled while it clears a slot. */
const LOCK_MS_MAX = 100;
/** Retries while other threads assign the chosen slots. */
const TRIES_MAX = 8;

/** Older than any slot in use. */
const IDLE = -1;

export interface Callers {
  /** Assigns the caller's slot, cleared of counts of an earlier owner. */
  slotOf(name: string, who: string, tick: number): number;
  /** Slots that are in use. */
  inUse(tick: number): number;
}

/** A slot, the fingerprint of its owner, and the tick of its last use. */
interface SlotState {
  slot: number;
  owner: number;
  last: number;
}

/**
 * A slot unused for `idleTicks` is free for the next caller. If all probed slots are in use, the least recently used one is reassigned: a full
 * table loses a count, but never refuses a caller.
 */
export function callerTable(
  { prints, usedAt }: Slots,
  seed: number,
  idleTicks: number,
  clear: (slot: number) => void,
): Callers {
  const mask = prints.length - 1;
  const probes = Math.min(PROBES, prints.length);

  /** The owner of the slot, after waiting for its lock. */
  const ownerOf = (slot: number): number => {
    let owner = Atomics.load(prints, slot);
    if (owner !== LOCKED) return owner;
    // Clearing takes less than a microsecond: a lock of this age belongs to a dead thread.
    Atomics.wait(prints, slot, LOCKED, LOCK_MS_MAX);
    Atomics.compareExchange(prints, slot, LOCKED, UNOWNED);
    owner = Atomics.load(prints, slot);
    return owner === LOCKED ? UNOWNED : owner;
  };

  /** Clears the slot and assigns it to `print`; false if another thread was faster. */
  const assign = ({ slot, owner, last }: SlotState, print: number, tick: number): boolean => {
    if (Atomics.compareExchange(prints, slot, owner, LOCKED) !== owner) return false;
    // The owner may have returned on another thread, which counts already.
    const isUnchanged = Atomics.load(usedAt, slot) === last;
    if (isUnchanged) {
      clear(slot);
      Atomics.store(usedAt, slot, tick);
    }
    Atomics.store(prints, slot, isUnchanged ? print : owner);
    Atomics.notify(prints, slot);
    return isUnchanged;
  };

  /** The caller's own slot, else an idle one, else an unused one, else the least recently used. */
  const findSlot = (home: number, print: number, tick: number): SlotState => {
    let best: SlotState = { slot: home & mask, owner: UNOWNED, last: 0 };
    let lastUse = Number.POSITIVE_INFINITY;
    for (let i = 0; i < probes; i++) {
      const slot = (home + i) & mask;
      const owner = ownerOf(slot);
      const last = Atomics.load(usedAt, slot);
      if (owner === print) return { slot, owner, last };
      // The first idle slot stays the best, but the caller's own slot may come later.
      const used = owner === FREE || tick - last > idleTicks ? IDLE : last;
      if (used < lastUse) {
        lastUse = used;
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
        const best = findSlot(home, print, tick);
        const { slot, owner, last } = best;
        if (owner === print && tick - last <= idleTicks) {
          if (last < tick) Atomics.store(usedAt, slot, tick);
          return slot;
        }
        if (assign(best, print, tick)) return slot;
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
const printOf = (sum: number): number => (sum === FREE || sum === LOCKED || sum === UNOWNED ? 2 : sum);

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
