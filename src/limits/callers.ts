/** Who has which slot: a hash table of fixed size in shared memory, used by all serving threads at once, without a lock. */
import type { Slots } from './memory.ts';

/** Slots that are looked at for one caller: at three quarters full nobody finds all of them taken; with 128, one in 50,000 did. */
const PROBES = 512;

export interface Callers {
  /** The slot of this caller, from now on in use. Counts of an earlier owner are cleared. */
  slotOf(name: string, who: string, tick: number): number;
  /** Slots that are in use. */
  inUse(tick: number): number;
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

  const use = (slot: number, tick: number): void => {
    const last = Atomics.load(usedAt, slot);
    if (last === tick) return;
    if (tick - last > idleTicks) clear(slot);
    Atomics.store(usedAt, slot, tick);
  };

  /** For one who has no slot yet: an idle one, else one that nobody ever had, else the quietest. */
  const claim = (home: number, print: number, tick: number): number => {
    let quietest = home & mask;
    for (let i = 0; i < probes; i++) {
      const slot = (home + i) & mask;
      const owner = Atomics.load(prints, slot);
      // Another thread had the same caller at the same time.
      if (owner === print) return slot;
      if (owner === 0 || tick - Atomics.load(usedAt, slot) > idleTicks) {
        quietest = slot;
        break;
      }
      if (Atomics.load(usedAt, slot) < Atomics.load(usedAt, quietest)) quietest = slot;
    }
    const owner = Atomics.load(prints, quietest);
    if (Atomics.compareExchange(prints, quietest, owner, print) === owner) {
      clear(quietest);
      Atomics.store(usedAt, quietest, tick);
    }
    // Who lost the race counts in the winner's slot for this once.
    return quietest;
  };

  return {
    slotOf(name, who, tick) {
      const home = hash(seed, name, who);
      // Never 0, which marks a slot that nobody ever had.
      const print = hash(~seed, name, who) || 1;
      for (let i = 0; i < probes; i++) {
        const slot = (home + i) & mask;
        const owner = Atomics.load(prints, slot);
        if (owner === print) {
          use(slot, tick);
          return slot;
        }
        if (owner === 0) break;
      }
      return claim(home, print, tick);
    },
    inUse(tick) {
      let slots = 0;
      for (let slot = 0; slot < prints.length; slot++)
        if (prints[slot] !== 0 && tick - Number(usedAt[slot]) <= idleTicks) slots++;
      return slots;
    },
  };
}

/** FNV-1a with the finish of MurmurHash3: two of them, by different seeds, tell a hundred thousand callers apart. */
function hash(seed: number, name: string, who: string): number {
  let sum = seed ^ name.length;
  for (let i = 0; i < name.length; i++) sum = Math.imul(sum ^ name.charCodeAt(i), 16_777_619);
  for (let i = 0; i < who.length; i++) sum = Math.imul(sum ^ who.charCodeAt(i), 16_777_619);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return sum ^ (sum >>> 16);
}
