/** Finds the owner of an API key. Rows are cached and dropped within a second of any change, so a revoked key stops working. */

import { ApiError } from '#api/api-error.ts';
import type { KeyOwner, KeyOwners } from '#api/caller.ts';
import type { Context } from '#api/context.ts';
import type { ChangeWatch } from '#data/store/changes/counter.ts';
import type { Message } from '#lib/i18n/message.ts';
import { messages } from '#locales/messages.ts';
import { DEMO_KEY, digestOf, isLikeToken, isWellFormed } from './keys.ts';
import { type KeyOwnerRow, keyOwnerByDigest } from './keys-table.ts';
import type { LastUsed } from './last-used.ts';
import { secretRowCache } from './secret-row-cache.ts';
import { keysWork } from './subscription.ts';

const DEMO_OWNER: KeyOwner = { account: 'demo', key: 'demo' };

export function keyOwners({
  state,
  watch,
  pepper,
  country,
  used,
}: Pick<Context, 'state'> & {
  /** Watches the topic `access`. */
  watch: ChangeWatch;
  pepper: string;
  country: 'demo' | 'romania';
  used: LastUsed;
}): KeyOwners {
  const rowOf = secretRowCache<KeyOwnerRow>(watch, async (key) => {
    if (!isWellFormed(key))
      throw invalid(isLikeToken(key) ? messages.accounts.agentToken() : messages.accounts.mistyped());
    if (key === DEMO_KEY) throw invalid(messages.accounts.demoKey());
    return keyOwnerByDigest(state, digestOf(pepper, key));
  });

  const ownerIn = (row: KeyOwnerRow | null, now: number): KeyOwner => {
    if (!row) throw invalid(messages.accounts.unknownKey());
    assertWorks(row, now);
    used.note(row.id, now);
    return { account: row.account_id, key: row.id };
  };

  return {
    ownerOf(key, now, connection) {
      if (country === 'demo' && key === DEMO_KEY) return DEMO_OWNER;
      const row = rowOf(key, undefined, connection);
      return row instanceof Promise ? row.then((read) => ownerIn(read, now)) : ownerIn(row, now);
    },
  };
}

function assertWorks(row: KeyOwnerRow, now: number): void {
  if (row.revoked_at !== null) throw invalid(messages.accounts.revokedKey());
  if (row.expires_at !== null && Date.parse(row.expires_at) <= now) throw invalid(messages.accounts.expiredKey());
  if (row.blocked_at !== null) throw invalid(messages.accounts.blockedKey());
  if (row.tier === 'free') throw new ApiError('SUBSCRIPTION_INACTIVE', messages.accounts.freeKey());
  if (!keysWork(row, now)) throw new ApiError('SUBSCRIPTION_INACTIVE', messages.problem.SUBSCRIPTION_INACTIVE());
}

const WRONG_TOKEN = { 'www-authenticate': 'Bearer error="invalid_token"' };

const invalid = (message: Message): ApiError => new ApiError('INVALID_API_KEY', message, { headers: WRONG_TOKEN });
