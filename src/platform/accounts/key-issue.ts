/** Makes keys: only for accounts whose subscription lets them work. The key itself is given out here, once, and kept nowhere. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { endOfDay, isComing } from '#lib/values/day-end.ts';
import { createAccount } from './accounts.ts';
import { accountRow } from './accounts-table.ts';
import { happenedWhere, type Origin } from './events.ts';
import { digestOf, hintOf, makeKey } from './keys.ts';
import { addKey, holderByDigest, isKept, KEYS_MAX, keyRow } from './keys-table.ts';
import { said } from './sentences.ts';
import { keysWork } from './subscription.ts';

export interface KeyWish {
  account: string;
  name: string | null;
  /** Instant, from `expiryOf`. */
  expiresAt: string | null;
  /** Who sends the same wish twice has it fulfilled once; left out, every wish is another. */
  id?: string;
  /** From where it was wished; left out, by an operator. */
  origin?: Origin | null;
  /** Letters about the key of this hint, where the event is written; left out, none. */
  letters?: (hint: string, event: Statement) => Promise<Statement[]>;
}

/** The end of a key's last day, in Romanian time. */
export function expiryOf(day: string, now: number): string {
  if (!isComing(day, now)) throw new ApiError('INVALID_PARAMETER', said.expiry({ day }));
  return endOfDay(day);
}

export interface IssuedKey {
  key: string;
  id: string;
  hint: string;
}

export async function issueKey(state: Database, pepper: string, wish: KeyWish, now: number): Promise<IssuedKey> {
  const instant = new Date(now).toISOString();
  const account = await accountRow(state, wish.account, instant);
  if (!account) throw new ApiError('NOT_FOUND', said.unknown({ account: wish.account }));
  if (!keysWork(account, now)) throw new ApiError('SUBSCRIPTION_INACTIVE', said.keysNeedPro());
  const key = makeKey();
  const { id = randomUUID(), name, expiresAt, origin = null, letters } = wish;
  const [digest, hint] = [digestOf(pepper, key), hintOf(key)];
  const made = { id, account: account.id, name, expiresAt, digest, hint, tier: 'pro', now: instant } as const;
  const told = happenedWhere(isKept(digest), account.id, 'keyMade', now, { about: hint, origin });
  const last = letters ? await letters(hint, told) : [];
  if (!(await addKey(state, made, [told, ...last]))) throw await refusal(state, account.id, id);
  return { key, id, hint };
}

async function refusal(state: Database, account: string, id: string): Promise<ApiError> {
  const known = await keyRow(state, account, id);
  return known
    ? new ApiError('INVALID_BODY', said.keySentTwice({ hint: known.hint }))
    : new ApiError('INVALID_PARAMETER', said.keysMax({ most: KEYS_MAX }));
}

/** Takes over a key of the former free tier: it opens nothing, but its holder is told since when. False when it is known. */
export async function rememberFreeKey(state: Database, pepper: string, key: string, now: number): Promise<boolean> {
  const digest = digestOf(pepper, key);
  if ((await holderByDigest(state, digest)) !== null) return false;
  const account = await createAccount(state, { email: null, password: null }, now);
  const row = { id: randomUUID(), account, name: null, hint: hintOf(key), now: new Date(now).toISOString() };
  return addKey(state, { ...row, digest, tier: 'free', expiresAt: null });
}
