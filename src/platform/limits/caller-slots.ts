/**
 * Who has which slot: a hash table of fixed size in shared memory, used by all serving threads at once. A slot that changes hands, or
 * whose owner was away, is held for the moment in which it is cleared: what another thread counts meanwhile would be wiped out.
 */
import { randomBytes } from 'node:crypto';

/** Slots that are looked at for one caller: at three quarters full nobody finds all of them taken; with 128, one in 50,000 did. */
const PROBES = 512;

/** Marks of a slot: nobody ever had it, it is being handed over, its owner is gone. */
const FREE = 0;
const HELD = -1;
const NOBODY = 1;

/** A thread that the machine put aside while it clears a slot is back by then. */
const HELD_MS_MAX = 100;
/** Looks for a slot while others take the ones that were found. */
const TRIES_MAX = 8;

/** Quieter than any slot in use. */
const IDLE = -1;

export interface Callers {
  /** The slot of this caller, from now on in use. Counts of an earlier owner are cleared. */
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
 * A slot that was not used for `idleTicks` goes to whoever comes next. When all slots of a caller's stretch are in use, the
 * one that was quiet longest is taken: a full table forgets somebody's count and refuses nobody for want of memory.
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
    // Clearing takes less than a microsecond. Held for so much longer, the thread that held it died over it.
    Atomics.wait(prints, slot, HELD, HELD_MS_MAX);
    Atomics.compareExchange(prints, slot, HELD, NOBODY);
    owner = Atomics.load(prints, slot);
    return owner === HELD ? NOBODY : owner;
  };

  /** Cleared, and given to `print`; false when another thread was quicker. */
  const hand = ({ slot, owner, last }: Found, print: number, tick: number): boolean => {
    if (Atomics.compareExchange(prints, slot, owner, HELD) !== owner) return false;
    // The owner himself may have come back through another thread, which counts already.
    const isAsFound = Atomics.load(usedAt, slot) === last;
    if (isAsFound) {
      clear(slot);
      Atomics.store(usedAt, slot, tick);
    }
    Atomics.store(prints, slot, isAsFound ? print : owner);
    Atomics.notify(prints, slot);
    return isAsFound;
  };

  /** Where the caller is, or should be: his own slot, else an idle one, else one that nobody ever had, else the quietest. */
  const look = (home: number, print: number, tick: number): Found => {
    let best: Found = { slot: home & mask, owner: NOBODY, last: 0 };
    let quietest = Number.POSITIVE_INFINITY;
    for (let i = 0; i < probes; i++) {
      const slot = (home + i) & mask;
      const owner = ownerOf(slot);
      const last = Atomics.load(usedAt, slot);
      if (owner === print) return { slot, owner, last };
      // An idle slot, once found, stays the best one; who is further on is looked for all the same.
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
      // All around are being handed over again and again: counted with whoever has the slot, for this once.
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

// §§ memory.ts: The memory that the serving threads of one host share for their counters, and what lies where in it.

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
