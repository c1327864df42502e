/** Passkeys in the state store, and the challenges that were answered. */
import type { Database, Statement } from '#data/store/database.ts';
import { lockAccount } from './accounts-table.ts';
import type { OpenChallenge } from './passkey-challenges.ts';

export interface PasskeyRow {
  id: string;
  account_id: string;
  /** As the authenticator calls it. */
  credential_id: string;
  public_key: string;
  counter: number;
  /** A list as JSON. */
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

/** Of an account that is not blocked. */
export const passkeyByCredential = (state: Database, credential: string): Promise<PasskeyRow | null> =>
  state.one<PasskeyRow>(
    `select p.* from passkey p join account a on a.id = p.account_id
     where p.credential_id = $1 and a.blocked_at is null`,
    [credential],
  );

/** Every challenge is answered once: the write of whoever was slower does not happen. */
export const challengeUsed = ({ digest, expiresAt }: OpenChallenge, now: string): Statement[] => [
  { sql: 'delete from passkey_challenge where expires_at <= $1', params: [now] },
  {
    sql: `insert into passkey_challenge (digest, expires_at) values ($1, $2)
          on conflict (digest) do nothing returning digest`,
    params: [digest, expiresAt],
    isCondition: true,
  },
];

/** False where the account has as many as it may have, or the authenticator is known. `told` is written with it. */
export async function addPasskey(state: Database, row: PasskeyRow, told: readonly Statement[]): Promise<boolean> {
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
    ...told,
  ]);
  return (added?.length ?? 0) > 0;
}

/** For an event: whether it is there, and of that account. */
export const isPasskey = (account: string, id: string): Statement => ({
  sql: 'select 1 from passkey where id = $8 and account_id = $9',
  params: [id, account],
});

/** For a write that does not happen where its counter did not go on: a copy of the authenticator may have been used. Those that count nothing stay at zero. */
export const passkeyUsed = (id: string, counter: number, isBackedUp: boolean, now: string): Statement => ({
  sql: `update passkey set counter = $2, backed_up = $3, last_used_at = $4
        where id = $1 and (counter < $2 or (counter = 0 and $2 = 0)) returning id`,
  params: [id, counter, isBackedUp ? 1 : 0, now],
  isCondition: true,
});

/** `told` is written before it, `letters` after. */
export async function removePasskey(
  state: Database,
  account: string,
  id: string,
  told: readonly Statement[],
  letters: readonly Statement[],
): Promise<void> {
  await state.write([
    lockAccount(account),
    ...told,
    { sql: 'delete from passkey where id = $1 and account_id = $2', params: [id, account] },
    ...letters,
  ]);
}

/** All of an account. */
export const removePasskeys = (account: string): Statement => ({
  sql: 'delete from passkey where account_id = $1',
  params: [account],
});
