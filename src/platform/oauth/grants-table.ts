/** Access tokens with the account behind them. */
import type { Database } from '#data/store/database.ts';

export interface TokenHolderRow {
  payload: string;
  account_id: string;
  client_id: string;
  grant_id: string;
  expires_at: string;
}

/** Null also for a token of an account that an operator blocked, and for one whose app was disconnected while it was being made. */
export const tokenHolder = (state: Database, digest: string, now: string): Promise<TokenHolderRow | null> =>
  state.one<TokenHolderRow>(
    `select r.payload, r.account_id, r.client_id, r.grant_id, r.expires_at
     from oauth_record r
       join oauth_record g on g.kind = 'Grant' and g.digest = r.grant_id
       join account a on a.id = r.account_id
     where r.kind = 'AccessToken' and r.digest = $1 and r.expires_at > $2 and a.blocked_at is null`,
    [digest, now],
  );
