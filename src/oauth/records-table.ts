/** What the authorization server keeps, in the state store: digests of ids only, so that a stolen database opens nothing. */
import type { Database, Statement } from '#store/database.ts';

export interface RecordRow {
  kind: string;
  digest: string;
  /** JSON, without the id. */
  payload: string;
  account_id: string | null;
  client_id: string | null;
  grant_digest: string | null;
  uid_digest: string | null;
  expires_at: string | null;
  consumed_at: string | null;
}

export const putRecord = (row: Omit<RecordRow, 'consumed_at'>, now: string): Statement => ({
  sql: `insert into oauth_record
          (kind, digest, payload, account_id, client_id, grant_digest, uid_digest, created_at, expires_at)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9)
        on conflict (kind, digest) do update set payload = excluded.payload, account_id = excluded.account_id,
          client_id = excluded.client_id, grant_digest = excluded.grant_digest, uid_digest = excluded.uid_digest,
          expires_at = excluded.expires_at`,
  params: [
    row.kind,
    row.digest,
    row.payload,
    row.account_id,
    row.client_id,
    row.grant_digest,
    row.uid_digest,
    now,
    row.expires_at,
  ],
});

/** Null when there is none, or it has ended. */
export const recordByDigest = (state: Database, kind: string, digest: string, now: string): Promise<RecordRow | null> =>
  state.one<RecordRow>(
    `select kind, digest, payload, account_id, client_id, grant_digest, uid_digest, expires_at, consumed_at
     from oauth_record where kind = $1 and digest = $2 and (expires_at is null or expires_at > $3)`,
    [kind, digest, now],
  );
