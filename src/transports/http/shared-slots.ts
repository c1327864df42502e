/**
 * Places of households, counted by all serving threads together: a hash table of fixed size in shared memory. Each thread writes only
 * its own counts, so that those of one that died can be wiped out; a household has what all of them say together.
 */
import {
  type ClientNetworkCounts,
  clientNetworksIn,
  FREE,
  fingerprintOf,
  handoverMark,
} from './client-network-memory.ts';

/** Slots that are looked at for one household: with a third of all in use, one in billions finds none. */
const PROBES = 128;
/** Looks for a slot while other threads take the ones that were found. */
const TRIES_MAX = 32;
/** A thread that the machine put aside while it hands over a slot is back by then. */
const HELD_MS_MAX = 100;

interface Own {
  /** Null where the table had no slot: counted by this thread alone. */
  slot: number | null;
  slots: number;
}

export class SharedSlots {
  readonly #each: number;
  readonly #thread: number;
  readonly #counts: ClientNetworkCounts;
  /** What this thread holds, and where it is counted: a slot with a count stays its owner's. */
  readonly #own = new Map<string, Own>();

  /** `thread`: the number of this one among those that share the memory. */
  constructor(memory: SharedArrayBuffer, thread: number, each: number) {
    this.#counts = clientNetworksIn(memory);
    this.#thread = thread;
    this.#each = each;
  }

  /** False when all slots of this holder are taken. Of two threads that reach for the last one at once, both may go without. */
  take(holder: string): boolean {
    const known = this.#own.get(holder);
    const own = known ?? this.#enter(holder);
    own.slots++;
    if (known?.slot != null) this.#count(known.slot, 1);
    const taken = own.slot === null ? own.slots : this.#sum(own.slot);
    if (taken > this.#each) this.free(holder);
    return taken <= this.#each;
  }

  free(holder: string): void {
    const own = this.#own.get(holder);
    if (own === undefined) return;
    if (own.slot !== null) this.#count(own.slot, -1);
    if (--own.slots === 0) this.#own.delete(holder);
  }

  /** The first place of a holder in this thread is counted as soon as there is a slot: nothing else keeps it from being handed on. */
  #enter(holder: string): Own {
    const own: Own = { slot: null, slots: 0 };
    this.#own.set(holder, own);
    const { home, print } = fingerprintOf(this.#counts, holder);
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const slot = this.#look(home, print);
      if (slot === null) break;
      if (!this.#join(slot, print)) continue;
      // Another thread may have entered the same holder elsewhere, at the same moment.
      if (this.#look(home, print, slot) === slot) {
        own.slot = slot;
        break;
      }
      this.#count(slot, -1);
    }
    return own;
  }

  /** Where the holder is counted, but for `unless`; else a slot of his, else the first in which nothing is counted. */
  #look(home: number, print: number, unless: number | null = null): number | null {
    const { prints } = this.#counts;
    let best: number | null = unless;
    for (let i = 0; i < PROBES && i < prints.length; i++) {
      const slot = (home + i) & (prints.length - 1);
      const owner = this.#ownerOf(slot);
      const isEmpty = owner >= FREE && this.#sum(slot) === 0;
      if (owner === print && slot !== unless && !isEmpty) return slot;
      if (isEmpty && (best === null || (owner === print && unless === null))) best = slot;
      if (owner === FREE) break;
    }
    return best;
  }

  /** One more in this slot for the holder; false when it went to another one meanwhile. */
  #join(slot: number, print: number): boolean {
    const { prints } = this.#counts;
    const owner = Atomics.load(prints, slot);
    if (owner === print) {
      this.#count(slot, 1);
      // Counted before the look: who hands a slot over looks for counts after it is marked.
      if (Atomics.load(prints, slot) === print) return true;
      this.#count(slot, -1);
      return false;
    }
    const mark = handoverMark(this.#thread);
    if (owner < FREE || Atomics.compareExchange(prints, slot, owner, mark) !== owner) return false;
    const isEmpty = this.#sum(slot) === 0;
    if (isEmpty) this.#count(slot, 1);
    Atomics.store(prints, slot, isEmpty ? print : owner);
    Atomics.notify(prints, slot);
    return isEmpty;
  }

  /** Whose it is, as soon as nobody hands it over. */
  #ownerOf(slot: number): number {
    const { prints } = this.#counts;
    const owner = Atomics.load(prints, slot);
    if (owner >= FREE) return owner;
    Atomics.wait(prints, slot, owner, HELD_MS_MAX);
    return Atomics.load(prints, slot);
  }

  #count(slot: number, more: number): void {
    Atomics.add(this.#counts.held, this.#thread * this.#counts.prints.length + slot, more);
  }

  #sum(slot: number): number {
    const { held, prints, threads } = this.#counts;
    let sum = 0;
    for (let thread = 0; thread < threads; thread++) sum += Atomics.load(held, thread * prints.length + slot);
    return sum;
  }
}
