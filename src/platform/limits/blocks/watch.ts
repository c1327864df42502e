/** Keeps the blocked networks at hand in every serving thread, never older than a second, and adds those who force their way. */

import type { Blocks } from '#api/identities.ts';
import type { ChangeState } from '#data/store/changes/change-state.ts';
import { watchChanges } from '#data/store/changes/counter.ts';
import type { Database } from '#data/store/database.ts';
import { clientNetworkOf, ipNumber, isLoopback, parseSubnet, subnetText } from '#lib/values/ip.ts';
import { addAutomaticBlock, type BlockRow, blockRows } from './blocks-table.ts';
import { type Block, blockList } from './list.ts';

/** Long enough to make trying senseless, short enough for the next holder of the address. */
const AUTOMATIC_MS = 15 * 60_000;

export interface BlockWatch extends Blocks {
  /** Looks for changes now. */
  look(): Promise<void>;
  /** Once what was to be written is written. */
  stop(): Promise<void>;
}

/** Nobody is served before the first reading; when a later one fails, the last list stays. */
export async function watchBlocks(
  state: Database,
  onError: (error: unknown) => void,
  changes?: ChangeState,
): Promise<BlockWatch> {
  let list = blockList([]);
  const writing = new Set<Promise<void>>();
  const read = async (): Promise<void> => {
    list = blockList((await blockRows(state, new Date().toISOString())).map(blockOf));
  };
  const watch = await watchChanges(state, 'blocks', read, onError, changes);
  return {
    find: (address, now) => list.find(address, now),
    block(address, reason, now) {
      const number = ipNumber(address);
      // This machine itself is no attacker, but perhaps a proxy that nobody declared: behind it is everybody.
      if (number === null || isLoopback(number)) return;
      const network = clientNetworkOf(number);
      const until = now + AUTOMATIC_MS;
      // At once here; the other threads and hosts read it.
      list.add({ ...network, reason, until });
      const written = addAutomaticBlock(state, {
        network: subnetText(network),
        reason,
        created_at: new Date(now).toISOString(),
        expires_at: new Date(until).toISOString(),
      })
        .catch(onError)
        .finally(() => writing.delete(written));
      writing.add(written);
    },
    look: watch.look,
    async stop() {
      await watch.stop();
      await Promise.all(writing);
    },
  };
}

function blockOf({ network, reason, expires_at }: BlockRow): Block {
  const read = parseSubnet(network);
  if (!read) throw new Error(`The blocked network ${network} is not in CIDR form.`);
  return { ...read, reason, until: expires_at === null ? Number.POSITIVE_INFINITY : Date.parse(expires_at) };
}
