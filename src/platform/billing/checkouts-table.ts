/** The one checkout that an account may have open. */

import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';

export interface CheckoutRow {
  account_id: string;
  /** Idempotency key at the provider. */
  attempt: string;
  language: Language;
  /** Origin to which the customer returns. */
  origin: string;
  created_at: string;
  session: string | null;
  url: string | null;
}

/** The account's existing checkout, else `fresh`. */
export async function checkoutOf(
  state: Database,
  fresh: Pick<CheckoutRow, 'account_id' | 'attempt' | 'language' | 'origin' | 'created_at'>,
): Promise<CheckoutRow> {
  await state.write([
    {
      sql: `insert into billing_checkout (account_id, attempt, language, origin, created_at) values ($1, $2, $3, $4, $5)
            on conflict (account_id) do nothing`,
      params: [fresh.account_id, fresh.attempt, fresh.language, fresh.origin, fresh.created_at],
    },
  ]);
  return (await openCheckout(state, fresh.account_id)) ?? { ...fresh, session: null, url: null };
}

export const openCheckout = (state: Database, account: string): Promise<CheckoutRow | null> =>
  state.one<CheckoutRow>('select * from billing_checkout where account_id = $1', [account]);

/** Finds a checkout without a stored session. Parameters numbered for `addEventWhere`. */
export const isUnopened = ({ account_id, attempt }: CheckoutRow): Statement => ({
  sql: 'select 1 from billing_checkout where account_id = $8 and attempt = $9 and session is null',
  params: [account_id, attempt],
});

/**
 * Stores the session with `event`. Concurrent writes for the same checkout wait for the first one, whose event alone is recorded. False:
 * another browser replaced the checkout meanwhile.
 */
export async function storeSession(
  state: Database,
  { account_id, attempt }: CheckoutRow,
  { session, url }: { session: string; url: string },
  event: Statement,
): Promise<boolean> {
  const results = await state.write([
    lockAccount(account_id),
    {
      sql: 'update billing_checkout set created_at = created_at where account_id = $1 and attempt = $2',
      params: [account_id, attempt],
    },
    event,
    {
      sql: 'update billing_checkout set session = $3, url = $4 where account_id = $1 and attempt = $2 returning session',
      params: [account_id, attempt, session, url],
    },
  ]);
  return results.at(-1)?.length === 1;
}

/** Deletes the checkout unless another browser replaced or opened it since it was read. */
export async function dropCheckout(state: Database, { account_id, attempt, session }: CheckoutRow): Promise<void> {
  await state.write([
    {
      sql: `delete from billing_checkout where account_id = $1 and attempt = $2 and coalesce(session, '') = $3`,
      params: [account_id, attempt, session ?? ''],
    },
  ]);
}
