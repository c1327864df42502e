/** Who may call: accounts, keys, sessions and blocks, as the kernel asks for them. */
import { keyHolders } from '#accounts/holders.ts';
import { lastUsed } from '#accounts/last-used.ts';
import { type BrowserSessions, browserSessions } from '#accounts/sessions.ts';
import { watchBlocks } from '#blocks/watch.ts';
import type { Config } from '#config';
import type { Blocks, KeyHolders } from '#operations/identities.ts';
import type { Secrets } from '#secrets';
import { type ChangeWatch, watchChanges } from '#store/change-counter.ts';
import type { Database } from '#store/database.ts';

export interface AccessNeeds {
  config: Pick<Config, 'country'>;
  secrets: Secrets;
  state: Database;
  report(error: unknown): void;
}

export interface Access {
  keys: KeyHolders;
  sessions: BrowserSessions;
  blocks: Blocks;
  /** Of the topic `access`. */
  watch: ChangeWatch;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export async function openAccess({ config, secrets, state, report }: AccessNeeds): Promise<Access> {
  const watch = await watchChanges(state, 'access', () => {}, report);
  const blocks = await watchBlocks(state, report);
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
