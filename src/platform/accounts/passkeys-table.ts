/** Passkeys, and the used challenges, in the state store. */
import type { Database, Statement } from '#data/store/database.ts';
import { lockAccount } from './accounts-table.ts';

export interface PasskeyRow {
  id: string;
  account_id: string;
  /** The authenticator's id of the credential. */
  credential_id: string;
  public_key: string;
  counter: number;
  /** JSON array. */
  transports: string;
  name: string;
  backed_up: number;
  created_at: string;
  last_used_at: string | null;
}

/** Passkeys one account may have. */
export const PASSKEYS_MAX = 10;

/** Oldest first. */
export const passkeyRows = (state: Database, account: string): Promise<PasskeyRow[]> =>
  state.all<PasskeyRow>('select * from passkey where account_id = $1 order by created_at, id', [account]);

/** Null also if the account is blocked. */
export const passkeyByCredential = (state: Database, credential: string): Promise<PasskeyRow | null> =>
  state.one<PasskeyRow>(
    `select p.* from passkey p join account a on a.id = p.account_id
     where p.credential_id = $1 and a.blocked_at is null`,
    [credential],
  );

/** A challenge is used once: a concurrent second write is aborted. */
export const consumeChallenge = (
  { digest, expiresAt }: { digest: string; expiresAt: string },
  now: string,
): Statement[] => [
  { sql: 'delete from passkey_challenge where expires_at <= $1', params: [now] },
  {
    sql: `insert into passkey_challenge (digest, expires_at) values ($1, $2)
          on conflict (digest) do nothing returning digest`,
    params: [digest, expiresAt],
    isCondition: true,
  },
];

/** False if the account has the maximum of passkeys, or the credential exists. `events` are written with it. */
export async function addPasskey(state: Database, row: PasskeyRow, events: readonly Statement[]): Promise<boolean> {
  const [, added] = await state.write([
    lockAccount(row.account_id),
    {
      sql: `insert into passkey (id, account_id, credential_id, public_key, counter, transports, name, backed_up, created_at)
            select $1, a.id, $3, $4, $5, $6, $7, $8, $9 from account a where a.id = $2
              and (select count(*) from passkey p where p.account_id = $2) < ${PASSKEYS_MAX}
            on conflict (credential_id) do nothing returning id`,
      params: [
        row.id,
        row.account_id,
        row.credential_id,
        row.public_key,
        row.counter,
        row.transports,
        row.name,
        row.backed_up,
        row.created_at,
      ],
    },
    ...events,
  ]);
  return (added?.length ?? 0) > 0;
}

/** For an event: finds the passkey if the account has it. */
export const passkeyExists = (account: string, id: string): Statement => ({
  sql: 'select 1 from passkey where id = $8 and account_id = $9',
  params: [id, account],
});

/** Aborts the write if the counter did not increase: the authenticator may have been cloned. Authenticators without a counter always send zero. */
export const recordPasskeyUse = (id: string, counter: number, isBackedUp: boolean, now: string): Statement => ({
  sql: `update passkey set counter = $2, backed_up = $3, last_used_at = $4
        where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
  params: [id, counter, isBackedUp ? 1 : 0, now],
  isCondition: true,
});

/** `events` are written before the removal, `emails` after it. */
export async function removePasskey(
  state: Database,
  account: string,
  id: string,
  events: readonly Statement[],
  emails: readonly Statement[],
): Promise<void> {
  await state.write([
    lockAccount(account),
    ...events,
    { sql: 'delete from passkey where id = $1 and account_id = $2', params: [id, account] },
    ...emails,
  ]);
}

export const removePasskeys = (account: string): Statement => ({
  sql: 'delete from passkey where account_id = $1',
  params: [account],
});
