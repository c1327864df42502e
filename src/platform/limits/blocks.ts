/** Blocked networks, cached in every serving thread for at most a second, and automatic blocks of attackers. */
import type { Blocks } from '#api/caller.ts';
import type { ChangeState } from '#data/store/changes/change-state.ts';
import { watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { clientNetworkOf, ipNumber, isLoopback, parseSubnet, type Subnet, subnetText } from '#lib/values/ip.ts';
import { addAutomaticBlock, type BlockRow, blockRows } from './blocks-table.ts';

/** Long enough to make an attack useless, short enough for the next user of the address. */
const AUTOMATIC_MS = 15 * 60_000;

export interface BlockWatch extends Blocks {
  /** Reads changes now. */
  refresh(): Promise<void>;
  /** Waits for running writes. */
  stop(): Promise<void>;
}

/** Waits for the first read; if a later read fails, the last list stays. */
export async function watchBlocks(
  state: Database,
  onError: (error: unknown) => void,
  changes?: ChangeState,
): Promise<BlockWatch> {
  let list = blockList([]);
  const writes = new Set<Promise<void>>();
  const read = async (): Promise<void> => {
    list = blockList((await blockRows(state, new Date().toISOString())).map(blockOf));
  };
  const watch = await watchChanges(state, 'blocks', read, onError, changes);
  return {
    find: (address, now) => list.find(address, now),
    block(address, reason, now) {
      const number = ipNumber(address);
      // A loopback address may be an undeclared proxy for all callers.
      if (number === null || isLoopback(number)) return;
      const network = clientNetworkOf(number);
      const until = now + AUTOMATIC_MS;
      // Effective here at once; other threads and hosts read it from the store.
      list.add({ ...network, reason, until });
      const write = addAutomaticBlock(state, {
        network: subnetText(network),
        reason,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(until).toISOString(),
      })
        .catch(onError)
        .finally(() => writes.delete(write));
      writes.add(write);
    },
    refresh: watch.poll,
    async stop() {
      await watch.stop();
      await Promise.all(writes);
    },
  };
}

function blockOf({ network, reason, expires_at }: BlockRow): Block {
  const read = parseSubnet(network);
  if (!read) throw new Error(`The blocked network ${network} is not in CIDR form.`);
  return { ...read, reason, until: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) };
}

interface Block extends Subnet {
  reason: string;
  /** Instant, ms; infinite for a block without an end. */
  until: number;
}

function blockList(blocks: readonly Block[]) {
  const byLength = new Map<number, Map<bigint, Block>>();
  let lengths: number[] = [];
  const add = (block: Block): void => {
    byLength.getOrInsertComputed(block.bits, () => new Map<bigint, Block>()).set(block.base, block);
    lengths = [...byLength.keys()].sort((a, b) => b - a);
  };
  for (const block of blocks) add(block);
  return {
    add,
    /** The narrowest valid block that contains the address. */
    find(address: string, now: number): Block | null {
      if (lengths.length === 0) return null;
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
