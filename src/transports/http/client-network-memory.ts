/** What the serving threads of one host share to count what each household holds of the wire, and how a dead one's share is given back. */
import { randomBytes } from 'node:crypto';

/** Households that hold something at once, 4 bytes each and 4 more for every thread. Beyond them each thread counts alone. */
const SLOTS = 65_536;

const HEADER_WORDS = 3;
const WORD_BYTES = 4;

/** Nobody ever had the slot; its owner is gone, and others may lie behind it. Below zero: a thread is handing it over. */
export const FREE = 0;
const NOBODY = 1;
export const handoverMark = (thread: number): number => -1 - thread;

export interface ClientNetworkCounts {
  /** Drawn anew for every process, so that nobody can choose addresses that fall on one slot. */
  seed: number;
  threads: number;
  /** Whose slot it is. */
  prints: Int32Array;
  /** What each thread holds for the slot's owner: all slots of the first thread, then of the next. */
  held: Int32Array;
}

/** The number of slots is a power of two. */
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
    held: new Int32Array(memory, (HEADER_WORDS + slots) * WORD_BYTES, slots * threads),
  };
}

/** Of a thread that has ended, and its connections with it. */
export function releaseThread(memory: SharedArrayBuffer, thread: number): void {
  const { prints, held } = clientNetworksIn(memory);
  for (let slot = 0; slot < prints.length; slot++) {
    Atomics.store(held, thread * prints.length + slot, 0);
    Atomics.compareExchange(prints, slot, handoverMark(thread), NOBODY);
  }
}

/** Where a holder's stretch of slots begins, and what marks one as his: never one of the marks above. */
export function fingerprintOf({ seed }: ClientNetworkCounts, holder: string): { home: number; print: number } {
  return { home: hash(seed, holder), print: Math.max(NOBODY + 1, hash(~seed, holder) >>> 1) };
}

/** FNV-1a with the finish of MurmurHash3. */
function hash(seed: number, holder: string): number {
  let sum = seed ^ holder.length;
  for (let i = 0; i < holder.length; i++) sum = Math.imul(sum ^ holder.charCodeAt(i), 16_777_619);
  sum = Math.imul(sum ^ (sum >>> 16), 0x85ebca6b);
  sum = Math.imul(sum ^ (sum >>> 13), 0xc2b2ae35);
  return sum ^ (sum >>> 16);
}
