/** Signed-in browsers in the state store: digests of their cookies only. */
import { raise } from '#store/change-counter.ts';
import type { Database } from '#store/database.ts';
import type { Subscription } from './subscription.ts';

export interface SessionRow extends Subscription {
  account_id: string;
  expires_at: string;
}

export const sessionByDigest = (state: Database, digest: string): Promise<SessionRow | null> =>
  state.one<SessionRow>(
    `select b.account_id, b.expires_at,
       coalesce(s.state, 'none') as state, coalesce(s.since, b.created_at) as since, s.until
     from browser_session b left join subscription s on s.account_id = b.account_id where b.digest = $1`,
    [digest],
  );

/** Null for who has none. */
export const accountSubscription = (state: Database, account: string): Promise<Subscription | null> =>
  state.one<Subscription>('select state, since, until from subscription where account_id = $1', [account]);

/** Sessions that are over go with it. */
export async function addSession(
  state: Database,
  session: { digest: string; account: string; now: string; expiresAt: string },
): Promise<void> {
  await state.write([
    { sql: 'delete from browser_session where expires_at <= $1', params: [session.now] },
    {
      sql: 'insert into browser_session (digest, account_id, created_at, expires_at) values ($1, $2, $3, $4)',
      params: [session.digest, session.account, session.now, session.expiresAt],
    },
  ]);
}

export async function removeSession(state: Database, digest: string): Promise<void> {
  await state.write([{ sql: 'delete from browser_session where digest = $1', params: [digest] }, raise('access')]);
}
