/** API keys of an account: issued, listed and revoked by the owner or an operator. The key itself is returned once and never stored. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { endOfDay, isUpcomingDay } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { createAccount } from './accounts.ts';
import { accountById, accountRow } from './accounts-table.ts';
import { assertChangeable } from './demo-account.ts';
import { queueNotice } from './emails.ts';
import { type Origin, recordEventWhere } from './events.ts';
import { digestOf, generateKey, hintOf } from './keys.ts';
import {
  addKey,
  KEYS_MAX,
  type KeyRow,
  keyExists,
  keyNames,
  keyOwnerByDigest,
  keyRow,
  openKeyExists,
  openKeyRows,
  revokeOwnKey,
} from './keys-table.ts';
import type { AuthContext, SiteContext } from './sign-in.ts';
import { keysWork } from './subscription.ts';

/** Fits on one line of the list. */
export const KEY_NAME_MAX = 60;
/** Names that the usage page looks up; older keys appear by id. */
const NAMES_MAX = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface KeyForm {
  /** Id from `newForm`: a form that is sent twice creates one key. */
  form: string;
  /** Empty for none. */
  name: string;
  /** Last day; empty for a key that does not expire. */
  expires: string;
}

export type OwnerKeys = ReturnType<typeof ownerKeys>;

export function ownerKeys({
  state,
  pepper,
  ...notices
}: Pick<AuthContext, 'state' | 'mail' | 'pagePath'> & { pepper: string }) {
  /** Throws if the account has no such key. */
  const find = async (account: string, id: string): Promise<KeyRow> => {
    const row = UUID.test(id) ? await keyRow(state, account, id) : null;
    if (row === null) throw new ApiError('NOT_FOUND', messages.accounts.unknownOwnKey());
    return row;
  };
  const noticeOf = async (
    kind: 'keyMade' | 'keyRevoked',
    account: string,
    hint: string,
    event: Statement,
    context: SiteContext,
  ): Promise<Statement[]> => {
    const owner = await accountById(state, account);
    return owner ? queueNotice(notices, kind, owner, context, { about: hint, event }) : [];
  };
  return {
    most: KEYS_MAX,
    /** Keys that work, or would with Pro; oldest first. */
    list: (account: string, now: number): Promise<KeyRow[]> => openKeyRows(state, account, new Date(now).toISOString()),
    find,
    newForm: (): string => randomUUID(),
    /** Returns the key itself, the only time. */
    async issue(account: string, { form, name, expires }: KeyForm, origin: Origin, context: SiteContext) {
      const { now } = context;
      assertChangeable(account);
      if (name.length > KEY_NAME_MAX)
        throw new ApiError('INVALID_PARAMETER', messages.accounts.keyName({ most: KEY_NAME_MAX }));
      const expiresAt = expires === '' ? null : expiryOf(expires, now);
      const id = UUID.test(form) ? form : randomUUID();
      const keyNotices = (hint: string, event: Statement) => noticeOf('keyMade', account, hint, event, context);
      return issueKey(state, pepper, { account, id, name: name || null, expiresAt, origin, notices: keyNotices }, now);
    },
    /** The key stops working within a second on every host. */
    async revoke(account: string, id: string, origin: Origin, context: SiteContext): Promise<KeyRow> {
      const { now } = context;
      const row = await find(account, id);
      const event = recordEventWhere(openKeyExists(account, id), account, 'keyRevoked', now, {
        about: row.hint,
        origin,
      });
      const emails = await noticeOf('keyRevoked', account, row.hint, event, context);
      await revokeOwnKey(state, { account, id, now: new Date(now).toISOString() }, [event], emails);
      return row;
    },
    /** Names by key id, revoked keys included. */
    async names(account: string): Promise<Map<string, string>> {
      const rows = await keyNames(state, account, NAMES_MAX);
      return new Map(rows.map(({ id, name, hint }) => [id, name ?? hint]));
    },
  };
}

export interface KeyRequest {
  account: string;
  name: string | null;
  /** Instant, from `expiryOf`. */
  expiresAt: string | null;
  /** Idempotency: a second request with the same id creates no second key. */
  id?: string;
  /** The requesting browser; absent for an operator. */
  origin?: Origin | null;
  /** Notice emails about the key, queued if the event is recorded. */
  notices?: (hint: string, event: Statement) => Promise<Statement[]>;
}

/** The end of a key's last day, in Romanian time. */
export function expiryOf(day: string, now: number): string {
  if (!isUpcomingDay(day, now)) throw new ApiError('INVALID_PARAMETER', messages.accounts.expiry({ day }));
  return endOfDay(day);
}

export interface IssuedKey {
  key: string;
  id: string;
  hint: string;
}

export async function issueKey(state: Database, pepper: string, request: KeyRequest, now: number): Promise<IssuedKey> {
  const instant = new Date(now).toISOString();
  const account = await accountRow(state, request.account, instant);
  if (!account) throw new ApiError('NOT_FOUND', messages.accounts.unknown({ account: request.account }));
  if (!keysWork(account, now)) throw new ApiError('SUBSCRIPTION_INACTIVE', messages.accounts.keysNeedPro());
  const key = generateKey();
  const { id = randomUUID(), name, expiresAt, origin = null, notices } = request;
  const [digest, hint] = [digestOf(pepper, key), hintOf(key)];
  const row = { id, account: account.id, name, expiresAt, digest, hint, tier: 'pro', now: instant } as const;
  const event = recordEventWhere(keyExists(digest), account.id, 'keyMade', now, { about: hint, origin });
  const last = notices ? await notices(hint, event) : [];
  if (!(await addKey(state, row, [event, ...last]))) throw await refusal(state, account.id, id);
  return { key, id, hint };
}

async function refusal(state: Database, account: string, id: string): Promise<ApiError> {
  const existing = await keyRow(state, account, id);
  return existing
    ? new ApiError('INVALID_BODY', messages.accounts.keySentTwice({ hint: existing.hint }))
    : new ApiError('INVALID_PARAMETER', messages.accounts.keysMax({ most: KEYS_MAX }));
}

/** Imports a key of the former free tier: it gives no access, but its owner gets a specific error. False if the key exists. */
export async function rememberFreeKey(state: Database, pepper: string, key: string, now: number): Promise<boolean> {
  const digest = digestOf(pepper, key);
  if ((await keyOwnerByDigest(state, digest)) !== null) return false;
  const account = await createAccount(state, { email: null, password: null }, now);
  const row = { id: randomUUID(), account, name: null, hint: hintOf(key), now: new Date(now).toISOString() };
  return addKey(state, { ...row, digest, tier: 'free', expiresAt: null });
}
