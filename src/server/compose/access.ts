/** Who may call: accounts, keys, sessions and blocks, as the kernel asks for them. */

import type { Blocks, KeyOwners } from '#api/identities.ts';
import { type ChangeWatch, watchChanges } from '#data/store/changes/counter.ts';
import type { Store } from '#data/store/open.ts';
import { keyHolders } from '#platform/accounts/key-owners.ts';
import { lastUsed } from '#platform/accounts/last-used.ts';
import { type BrowserSessions, browserSessions } from '#platform/accounts/sessions.ts';
import { watchBlocks } from '#platform/limits/blocks/watch.ts';
import type { Config } from '#server/config/config.ts';
import type { Secrets } from '#server/secrets.ts';

export interface AccessNeeds {
  config: Pick<Config, 'country'>;
  secrets: Secrets;
  store: Pick<Store, 'state' | 'changes'>;
  report(error: unknown): void;
}

export interface Access {
  keys: KeyOwners;
  sessions: BrowserSessions;
  blocks: Blocks;
  /** Of the topic `access`. */
  watch: ChangeWatch;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export async function openAccess({ config, secrets, store, report }: AccessNeeds): Promise<Access> {
  const { state, changes } = store;
  const watch = await watchChanges(state, 'access', () => {}, report, changes);
  const blocks = await watchBlocks(state, report, changes);
  const used = lastUsed(state, report);
  return {
    keys: keyHolders({ state, watch, pepper: secrets.keyPepper, country: config.country, used }),
    sessions: browserSessions({ state, watch, secret: secrets.sessionKey }),
    blocks,
    watch,
    async close() {
      await Promise.all([watch.stop(), blocks.stop()]);
      await used.stop();
    },
  };
}
