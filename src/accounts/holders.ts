/** Who holds a key: read from the state at every request, so that a revoked key stops at once. */
import type { KeyHolder, KeyHolders } from '#http/gate.ts';
import { Problem } from '#http/problem.ts';
import type { Database } from '#store/database.ts';
import { DEMO_KEY, digestOf, isWellFormed } from './keys.ts';
import { holderByDigest } from './keys-table.ts';

/** Subscription states in which keys work. */
const WORKING = new Set(['active', 'past_due', 'canceling']);

const DEMO_HOLDER: KeyHolder = { account: 'demo', key: 'demo' };

interface Needs {
  state: Database;
  pepper: string;
  country: 'demo' | 'romania';
}

/** Digests of known keys that are kept, so that a busy caller's key is not digested at every request. */
const DIGESTS_MAX = 1_000;

export function keyHolders({ state, pepper, country }: Needs): KeyHolders {
  const digests = new Map<string, string>();

  const remember = (key: string, digest: string): void => {
    if (digests.size >= DIGESTS_MAX) digests.clear();
    digests.set(key, digest);
  };
  const digestAnew = (key: string): string => {
    if (!isWellFormed(key)) throw invalid('This is not a Firmoteca key, or it was mistyped: its checksum is wrong.');
    if (key === DEMO_KEY) throw invalid('This is the key of the demo country; this installation serves real data.');
    return digestOf(pepper, key);
  };

  return {
    async holderOf(key) {
      if (country === 'demo' && key === DEMO_KEY) return DEMO_HOLDER;
      const known = digests.get(key);
      const digest = known ?? digestAnew(key);
      const row = await holderByDigest(state, digest);
      if (!row) throw invalid('This key is not known here.');
      if (known === undefined) remember(key, digest);
      if (row.revoked_at !== null) throw invalid('This key was revoked.');
      if (row.expires_at !== null && row.expires_at <= new Date().toISOString()) throw invalid('This key has expired.');
      if (!WORKING.has(row.subscription ?? 'none')) {
        throw new Problem('SUBSCRIPTION_INACTIVE', 'The key is right, but its account has no active Pro subscription.');
      }
      return { account: row.account_id, key: row.id };
    },
  };
}

const invalid = (message: string): Problem =>
  new Problem('INVALID_API_KEY', message, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
