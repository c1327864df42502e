/** Records of the authorization server in the state store. Secret ids are digests: a stolen database gives no access. */
import type { Database, Statement } from '#data/store/database.ts';

export interface RecordRow {
  kind: string;
  digest: string;
  /** JSON, without the id. */
  payload: string;
  account_id: string | null;
  client_id: string | null;
  /** Id of its grant. */
  grant_id: string | null;
  expires_at: string | null;
  consumed_at: string | null;
}

export const putRecord = (row: Omit<RecordRow, 'consumed_at'>, now: string): Statement => ({
  sql: `insert into oauth_record
          (kind, digest, payload, account_id, client_id, grant_id, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8)
        on conflict (kind, digest) do update set payload = excluded.payload, account_id = excluded.account_id,
          client_id = excluded.client_id, grant_id = excluded.grant_id, expires_at = excluded.expires_at`,
  params: [row.kind, row.digest, row.payload, row.account_id, row.client_id, row.grant_id, now, row.expires_at],
});

/** Null if unknown or expired. */
export const recordByDigest = (state: Database, kind: string, digest: string, now: string): Promise<RecordRow | null> =>
  state.one<RecordRow>(
    `select kind, digest, payload, account_id, client_id, grant_id, expires_at, consumed_at
     from oauth_record where kind = $1 and digest = $2 and (expires_at is null or expires_at > $3)`,
    [kind, digest, now],
  );

/** Returns a row to the first caller only, however many consume the record at once. */
export const consumeRecord = (kind: string, digest: string, now: string): Statement => ({
  sql: `update oauth_record set consumed_at = $3 where kind = $1 and digest = $2 and consumed_at is null
        returning digest`,
  params: [kind, digest, now],
});

export const removeRecord = (kind: string, digest: string): Statement => ({
  sql: 'delete from oauth_record where kind = $1 and digest = $2',
  params: [kind, digest],
});

/** Removes codes and tokens of a grant; the grant itself stays. */
export const removeTokensOf = (grant: string): Statement => ({
  sql: 'delete from oauth_record where grant_id = $1',
  params: [grant],
});

/** Records the use of a grant, and of its app if the app is registered here. */
export const noteUse = (grant: string, now: string): Statement => ({
  sql: `update oauth_record set used_at = $2
        where (kind = 'Grant' and digest = $1 or kind = 'Client' and digest in
            (select g.client_id from oauth_record g where g.kind = 'Grant' and g.digest = $1))
          and (used_at is null or used_at < $2)`,
  params: [grant, now],
});

/** Stores the metadata document of an app under its address, only if the app is connected to an account. */
export const upsertDocument = (url: string, payload: string, now: Date, expires: string): Statement => ({
  sql: `insert into oauth_record (kind, digest, payload, created_at, expires_at)
        select 'Document', $1, $2, $3, $4 where exists
          (select 1 from oauth_record g where g.kind = 'Grant' and g.client_id = $1)
        on conflict (kind, digest) do update set payload = excluded.payload, expires_at = excluded.expires_at`,
  params: [url, payload, now.toISOString(), expires],
});

/** Whether the app is connected to any account. */
export const isAppConnected = async (state: Database, client: string): Promise<boolean> =>
  (await state.one(`select 1 from oauth_record where kind = 'Grant' and client_id = $1 limit 1`, [client])) !== null;

export const recordsOf = async (state: Database, kind: string): Promise<number> =>
  (await state.one<{ n: number }>('select count(*) as n from oauth_record where kind = $1', [kind]))?.n ?? 0;

/** Evicts the oldest apps that were never used, or the oldest undecided requests. */
export const evictUnused = (kind: string, before: string, most: number): Statement => ({
  sql: `delete from oauth_record where kind = $1 and digest in
          (select r.digest from oauth_record r
           where r.kind = $1 and r.used_at is null and r.consumed_at is null and r.created_at < $2
           order by r.created_at, r.digest limit $3)
        returning digest`,
  params: [kind, before, most],
});

/** Deletes expired records, and registered apps that were never used, or not for long. */
export const clearRecords = (now: string, unusedBefore: string, idleBefore: string): Statement[] => [
  { sql: 'delete from oauth_record where expires_at < $1', params: [now] },
  {
    sql: `delete from oauth_record
          where kind = 'Client' and (used_at is null and created_at < $1 or used_at < $2)`,
    params: [unusedBefore, idleBefore],
  },
];

export interface TokenHolderRow {
  payload: string;
  account_id: string;
  client_id: string;
  grant_id: string;
  expires_at: string;
}

/** The account and grant of an access token. Null also if the account is blocked, or the grant ended while the token was issued. */
export const tokenHolder = (state: Database, digest: string, now: string): Promise<TokenHolderRow | null> =>
  state.one<TokenHolderRow>(
    `select r.payload, r.account_id, r.client_id, r.grant_id, r.expires_at
     from oauth_record r
       join oauth_record g on g.kind = 'Grant' and g.digest = r.grant_id
       join account a on a.id = r.account_id
     where r.kind = 'AccessToken' and r.digest = $1 and r.expires_at > $2 and a.blocked_at is null`,
    [digest, now],
  );
