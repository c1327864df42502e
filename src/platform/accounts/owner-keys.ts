/** The keys of an account in the hands of its owner: listed, made, revoked; nothing of it reaches another account. */
import { randomUUID } from 'node:crypto';
import { ApiError } from '#api/api-error.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { assertChangeable } from './demo-account.ts';
import { accountOfId } from './entrance-table.ts';
import { happenedWhere, type Origin } from './events.ts';
import { expiryOf, type IssuedKey, issueKey } from './key-issue.ts';
import { isOpen, KEYS_MAX, type KeyRow, keyNames, keyRow, openKeyRows, revokeOwnKey } from './keys-table.ts';
import { type NoticeNeeds, notice } from './notices.ts';
import { said } from './sentences.ts';
import type { Asking } from './sign-in-context.ts';

/** As long as a line in a list can be read. */
export const KEY_NAME_MAX = 60;
/** Names that are looked up for figures of usage: who makes new keys all the time sees ids for the oldest. */
const NAMES_MAX = 200;
const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

export interface KeyForm {
  /** Of the form, from `newForm`: a form that is sent twice makes one key. */
  form: string;
  /** Empty where it has none. */
  name: string;
  /** Last day; empty for a key without end. */
  expires: string;
}

export interface OwnerKeys {
  readonly most: number;
  /** Keys that work, or would with Pro; oldest first. */
  list(account: string, now: number): Promise<KeyRow[]>;
  /** Throws where there is none. */
  find(account: string, id: string): Promise<KeyRow>;
  newForm(): string;
  /** The key itself is told here, once, and never again. */
  make(account: string, form: KeyForm, origin: Origin, asking: Asking): Promise<IssuedKey>;
  /** Stops it within a second, everywhere. */
  revoke(account: string, id: string, origin: Origin, now: number): Promise<KeyRow>;
  /** Of keys by id, revoked ones too. */
  names(account: string): Promise<Map<string, string>>;
}

interface Needs extends NoticeNeeds {
  state: Database;
  pepper: string;
}

export function ownerKeys({ state, pepper, ...notices }: Needs): OwnerKeys {
  const find = async (account: string, id: string): Promise<KeyRow> => {
    const row = UUID.test(id) ? await keyRow(state, account, id) : null;
    if (row === null) throw new ApiError('NOT_FOUND', said.unknownOwnKey());
    return row;
  };
  return {
    most: KEYS_MAX,
    list: (account, now) => openKeyRows(state, account, new Date(now).toISOString()),
    find,
    newForm: randomUUID,
    async make(account, { form, name, expires }, origin, asking) {
      const { now } = asking;
      assertChangeable(account);
      if (name.length > KEY_NAME_MAX) throw new ApiError('INVALID_PARAMETER', said.keyName({ most: KEY_NAME_MAX }));
      const expiresAt = expires === '' ? null : expiryOf(expires, now);
      const id = UUID.test(form) ? form : randomUUID();
      const letters = async (hint: string, event: Statement): Promise<Statement[]> => {
        const owner = await accountOfId(state, account);
        return owner ? notice(notices, 'keyMade', owner, asking, { about: hint, event }) : [];
      };
      return issueKey(state, pepper, { account, id, name: name || null, expiresAt, origin, letters }, now);
    },
    async revoke(account, id, origin, now) {
      const row = await find(account, id);
      const told = happenedWhere(isOpen(account, id), account, 'keyRevoked', now, { about: row.hint, origin });
      await revokeOwnKey(state, { account, id, now: new Date(now).toISOString() }, [told]);
      return row;
    },
    async names(account) {
      const rows = await keyNames(state, account, NAMES_MAX);
      return new Map(rows.map(({ id, name, hint }) => [id, name ?? hint]));
    },
  };
}
