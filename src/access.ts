/** Everything that decides who may call: accounts, keys, sessions and blocks behind one gate. */
import { keyHolders } from '#accounts/holders.ts';
import { lastUsed } from '#accounts/last-used.ts';
import { type BrowserSessions, browserSessions } from '#accounts/sessions.ts';
import { watchBlocks } from '#blocks/watch.ts';
import type { Config } from '#config';
import { addressReader } from '#http/address.ts';
import type { Limits } from '#operations/allowance.ts';
import { type Gate, gate } from '#operations/gate.ts';
import type { Secrets } from '#secrets';
import { watchChanges } from '#store/changes.ts';
import type { Database } from '#store/database.ts';

export interface AccessNeeds {
  config: Pick<Config, 'country' | 'publicUrl' | 'trustedProxies'>;
  secrets: Secrets;
  state: Database;
  limits: Limits | null;
  takesPayments: boolean;
  report(error: unknown): void;
}

export interface Access {
  gate: Gate;
  sessions: BrowserSessions;
  /** Writes what is still to be written. */
  close(): Promise<void>;
}

export async function openAccess(needs: AccessNeeds): Promise<Access> {
  const { config, secrets, state, report } = needs;
  const watch = await watchChanges(state, 'access', () => {}, report);
  const blocks = await watchBlocks(state, report);
  const used = lastUsed(state, report);
  const sessions = browserSessions({ state, watch, secret: secrets.sessionKey });
  return {
    gate: gate({
      keys: keyHolders({ state, watch, pepper: secrets.keyPepper, country: config.country, used }),
      sessions,
      blocks,
      limits: needs.limits,
      takesPayments: needs.takesPayments,
      addressOf: addressReader(config.trustedProxies),
      publicUrl: config.publicUrl,
    }),
    sessions,
    async close() {
      await Promise.all([watch.stop(), blocks.stop()]);
      await used.stop();
    },
  };
}
