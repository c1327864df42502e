/** Who holds a key: read from the state at every request, so that a revoked key stops at once. */
import type { Caller } from '#http/endpoint.ts';
import type { KeyHolders } from '#http/gate.ts';
import { Problem } from '#http/problem.ts';
import type { Database } from '#store/database.ts';
import { DEMO_KEY, digestOf, isWellFormed } from './keys.ts';
import { holderByDigest } from './keys-table.ts';

/** Subscription states in which keys work. */
const WORKING = new Set(['active', 'past_due', 'canceling']);

const DEMO_CALLER: Caller = { kind: 'key', account: 'demo', pro: true };

interface Needs {
  state: Database;
  pepper: string;
  country: 'demo' | 'romania';
}

export const keyHolders = ({ state, pepper, country }: Needs): KeyHolders => ({
  async holderOf(key) {
    if (country === 'demo' && key === DEMO_KEY) return DEMO_CALLER;
    if (!isWellFormed(key)) throw invalid('This is not a Firmoteca key, or it was mistyped: its checksum is wrong.');
    if (key === DEMO_KEY) throw invalid('This is the key of the demo country; this installation serves real data.');
    const row = await holderByDigest(state, digestOf(pepper, key));
    if (!row) throw invalid('This key is not known here.');
    if (row.revoked_at !== null) throw invalid('This key was revoked.');
    if (row.expires_at !== null && row.expires_at <= new Date().toISOString()) throw invalid('This key has expired.');
    if (!WORKING.has(row.subscription ?? 'none')) {
      throw new Problem('SUBSCRIPTION_INACTIVE', 'The key is right, but its account has no active Pro subscription.');
    }
    return { kind: 'key', account: row.account_id, pro: true };
  },
});

const invalid = (message: string): Problem =>
  new Problem('INVALID_API_KEY', message, { headers: { 'www-authenticate': 'Bearer error="invalid_token"' } });
