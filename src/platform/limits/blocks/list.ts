/** Blocked networks, found by an address: one look for every length of network that occurs. */
import { ipNumber, type Subnet } from '#lib/values/ip.ts';

export interface Block extends Subnet {
  reason: string;
  /** Instant, ms; infinite for those without an end. */
  until: number;
}

export interface BlockList {
  readonly size: number;
  add(block: Block): void;
  /** The narrowest block that the address falls under now. */
  find(address: string, now: number): Block | null;
}

export function blockList(blocks: readonly Block[]): BlockList {
  const byLength = new Map<number, Map<bigint, Block>>();
  let lengths: number[] = [];
  let size = 0;
  const add = (block: Block): void => {
    byLength.getOrInsertComputed(block.bits, () => new Map<bigint, Block>()).set(block.base, block);
    lengths = [...byLength.keys()].sort((a, b) => b - a);
    size++;
  };
  for (const block of blocks) add(block);
  return {
    get size() {
      return size;
    },
    add,
    find(address, now) {
      if (size === 0) return null;
      const number = ipNumber(address);
      if (number === null) return null;
      for (const bits of lengths) {
        const free = BigInt(128 - bits);
        const block = byLength.get(bits)?.get((number >> free) << free);
        if (block && now < block.until) return block;
      }
      return null;
    },
  };
}
