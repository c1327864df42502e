/**
 * Slots: limited numbers of concurrent holders, of which one holder gets only some. A full class refuses at once; no caller waits.
 * `Slots` counts in one thread. `SharedSlots` counts the slots of client networks over all serving threads, in a hash table of fixed
 * size in shared memory: each thread writes only its own counts, so that the counts of a dead thread can be cleared.
 */
import { randomBytes } from 'node:crypto';
import type { Share } from '#api/network-limits.ts';
import { siteText } from '#lib/values/ip.ts';

export class Slots {
  readonly #limits: Share;
  readonly #byNetwork = new Map<string, number>();
  readonly #bySite = new Map<string, number>();
  readonly #onFull: () => void;
  #taken = 0;

  /** `onFull`: a holder is refused because all together have every slot. */
  constructor(limits: Share, onFull: () => void = () => {}) {
    this.#limits = limits;
    this.#onFull = onFull;
  }

  /**
   * False when no slot is left: in total, for this holder or for its site. `holder`: a client network, or an account. The share that
   * strangers leave is for known holders, given with their address, because one owner can have many accounts.
   */
  take(holder: string, knownAt: string | null = null): boolean {
    const { total, strangers, network, site: siteMax } = this.#limits;
    const site = siteOf(holder, knownAt);
    const own = this.#byNetwork.get(holder) ?? 0;
    const ofSite = this.#bySite.get(site) ?? 0;
    if (own >= network || (site !== holder && ofSite >= siteMax)) return false;
    if (this.#taken >= (knownAt === null ? strangers : total)) {
      this.#onFull();
      return false;
    }
    this.#taken++;
    this.#byNetwork.set(holder, own + 1);
    this.#bySite.set(site, ofSite + 1);
    return true;
  }

  free(holder: string, knownAt: string | null = null): void {
    this.#taken--;
    decrement(this.#byNetwork, holder);
    decrement(this.#bySite, siteOf(holder, knownAt));
  }
}

/** Known holders and strangers of one site do not take each other's slots. */
const siteOf = (holder: string, knownAt: string | null): string =>
  knownAt === null ? siteText(holder) : `known ${siteText(knownAt)}`;

function decrement(counts: Map<string, number>, key: string): void {
  const count = counts.get(key) ?? 0;
  if (count > 1) counts.set(key, count - 1);
  else counts.delete(key);
}

/** The number of running requests of a thread. A request that waits for its body is not running: it holds a body slot. */
export class ConcurrentRequests {
  readonly #max: number;
  #running = 0;

  constructor(max: number) {
    this.#max = max;
  }

  begin(): void {
    this.#running++;
  }

  end(): void {
    this.#running--;
  }

  /** True for a request above the limit. */
  get isTooMuch(): boolean {
    return this.#running > this.#max;
  }
}

/** Entries that are probed for one client network: with a third of all in use, one in billions finds none. */
const PROBES = 128;
/** Attempts to find an entry while other threads take the free ones. */
const TRIES_MAX = 32;
/** The longest wait for a thread that was suspended during a handover. */
const HANDOVER_MS_MAX = 100;

interface Own {
  /** Null where the table had no free entry: counted by this thread alone. */
  slot: number | null;
  slots: number;
}

export class SharedSlots {
  readonly #each: number;
  readonly #thread: number;
  readonly #counts: ClientNetworkCounts;
  /** The slots of this thread by holder, with their entry, which no other holder gets while it has a count. */
  readonly #own = new Map<string, Own>();

  /** `thread`: the number of this thread among those that share the memory. */
  constructor(memory: SharedArrayBuffer, thread: number, each: number) {
    this.#counts = clientNetworksIn(memory);
    this.#thread = thread;
    this.#each = each;
  }

  /** False when the holder has all its slots. Of two threads that take the last one at once, both may fail. */
  take(holder: string): boolean {
    const existing = this.#own.get(holder);
    const own = existing ?? this.#enter(holder);
    own.slots++;
    if (existing?.slot != null) this.#count(existing.slot, 1);
    const count = own.slot === null ? own.slots : this.#sum(own.slot);
    if (count > this.#each) this.free(holder);
    return count <= this.#each;
  }

  free(holder: string): void {
    const own = this.#own.get(holder);
    if (own === undefined) return;
    if (own.slot !== null) this.#count(own.slot, -1);
    if (--own.slots === 0) this.#own.delete(holder);
  }

  /** Counts the holder's first slot as soon as an entry is found: only the count prevents another thread from reassigning the entry. */
  #enter(holder: string): Own {
    const own: Own = { slot: null, slots: 0 };
    this.#own.set(holder, own);
    const { home, print } = fingerprintOf(this.#counts, holder);
    for (let tries = 0; tries < TRIES_MAX; tries++) {
      const slot = this.#look(home, print);
      if (slot === null) break;
      if (!this.#join(slot, print)) continue;
      // Another thread may have entered the same holder elsewhere at the same time.
      if (this.#look(home, print, slot) === slot) {
        own.slot = slot;
        break;
      }
      this.#count(slot, -1);
    }
    return own;
  }

  /** The entry of the holder except `unless`; else its empty entry, else the first empty one. */
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

  /** Adds one to the holder's entry; false when the entry went to another holder meanwhile. */
  #join(slot: number, print: number): boolean {
    const { prints } = this.#counts;
    const owner = Atomics.load(prints, slot);
    if (owner === print) {
      this.#count(slot, 1);
      // Count first, then check: a thread that reassigns an entry checks the counts after marking it.
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

  /** The owner of an entry, after a pending handover. */
  #ownerOf(slot: number): number {
    const { prints } = this.#counts;
    const owner = Atomics.load(prints, slot);
    if (owner >= FREE) return owner;
    Atomics.wait(prints, slot, owner, HANDOVER_MS_MAX);
    return Atomics.load(prints, slot);
  }

  #count(slot: number, more: number): void {
    Atomics.add(this.#counts.counts, this.#thread * this.#counts.prints.length + slot, more);
  }

  #sum(slot: number): number {
    const { counts: held, prints, threads } = this.#counts;
    let sum = 0;
    for (let thread = 0; thread < threads; thread++) sum += Atomics.load(held, thread * prints.length + slot);
    return sum;
  }
}

export type ConnectionSlots = { take(holder: string): boolean; free(holder: string): void };

/** A slot of the client network and one of its site, over all threads. */
export function sharedSlots(
  memory: SharedArrayBuffer,
  thread: number,
  { network, site }: Pick<Share, 'network' | 'site'>,
): ConnectionSlots {
  const networks = new SharedSlots(memory, thread, network);
  const sites = new SharedSlots(memory, thread, site);
  return {
    take(holder) {
      if (!networks.take(holder)) return false;
      const hasSlot = sites.take(siteText(holder));
      if (!hasSlot) networks.free(holder);
      return hasSlot;
    },
    free(holder) {
      networks.free(holder);
      sites.free(siteText(holder));
    },
  };
}

/** Client networks with slots at once, 4 bytes each and 4 more for every thread. Beyond them each thread counts alone. */
const SLOTS = 65_536;

const HEADER_WORDS = 3;
const WORD_BYTES = 4;

/**
 * `FREE`: never used. `RELEASED`: without an owner, but entries of other owners may follow. Negative: a thread is handing the
 * entry over.
 */
const FREE = 0;
const RELEASED = 1;
const handoverMark = (thread: number): number => -1 - thread;

interface ClientNetworkCounts {
  /** Random for every process, so that addresses cannot be chosen to collide. */
  seed: number;
  threads: number;
  /** The owner of each entry. */
  prints: Int32Array;
  /** The counts of each thread: all entries of the first thread, then of the next. */
  counts: Int32Array;
}

/** The number of entries is a power of two. */
export function allocateClientNetworks(threads: number, slots: number = SLOTS): SharedArrayBuffer {
  const memory = new SharedArrayBuffer((HEADER_WORDS + slots * (1 + threads)) * WORD_BYTES);
  new Int32Array(memory).set([randomBytes(4).readInt32LE(), threads, slots]);
  return memory;
}

export function clientNetworksIn(memory: SharedArrayBuffer): ClientNetworkCounts {
  const [seed = 0, threads = 0, slots = 0] = new Int32Array(memory, 0, HEADER_WORDS);
  return {
    seed,
    threads,
    prints: new Int32Array(memory, HEADER_WORDS * WORD_BYTES, slots),
    counts: new Int32Array(memory, (HEADER_WORDS + slots) * WORD_BYTES, slots * threads),
  };
}

/** Clears the counts of a thread after its end, which closed its connections. */
export function releaseThread(memory: SharedArrayBuffer, thread: number): void {
  const { prints, counts: held } = clientNetworksIn(memory);
  for (let slot = 0; slot < prints.length; slot++) {
    Atomics.store(held, thread * prints.length + slot, 0);
    Atomics.compareExchange(prints, slot, handoverMark(thread), RELEASED);
  }
}

/** The first entry of a holder in the hash table, and its fingerprint, which is never one of the marks above. */
function fingerprintOf({ seed }: ClientNetworkCounts, holder: string): { home: number; print: number } {
  return { home: hash(seed, holder), print: Math.max(RELEASED + 1, hash(~seed, holder) >>> 1) };
}

/** FNV-1a with the finish of MurmurHash3. */
function hash(seed: number, holder: string): number {
  let sum = seed ^ holder.length;
  for (let i = 0; i < holder.length; i++) sum = Math.imul(sum ^ holder.charCodeAt(i), 16_777_619);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return sum ^ (sum >>> 16);
}
