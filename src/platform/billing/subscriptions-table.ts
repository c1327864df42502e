/** Subscriptions as the provider reported them, and the plan of an account that follows from them. */

import { recordChange } from '#data/store/changes/counter.ts';
import type { Condition, Database, Statement } from '#data/store/database.ts';
import type { Subscription } from '#platform/accounts/subscription.ts';
import { LEASE_VALID, type Lease } from './customers-table.ts';
import type { ProviderSubscription, Refund } from './provider.ts';

export interface Plan extends Subscription {
  granted_by: 'operator' | 'provider';
}

/** `main`: decides the plan. `surplus`: a second paid subscription, which is canceled and refunded. */
export type SubscriptionRole = 'main' | 'surplus' | 'other' | 'ended';
export type SurplusState = 'toCancel' | 'toRefund' | Refund;

export interface SubscriptionRow {
  id: string;
  account_id: string;
  status: string;
  created_at: string;
  period_end: string | null;
  ends_at: string | null;
  place: SubscriptionRole;
  surplus: SurplusState | null;
  invoice: string | null;
}

export const planOf = (state: Database, account: string): Promise<Plan | null> =>
  state.one<Plan>('select state, since, until, granted_by from subscription where account_id = $1', [account]);

/** A surplus subscription stays surplus until it is settled, with the bill that it had first. */
export const storeSubscription = (
  { account, holder }: Lease,
  now: string,
  role: SubscriptionRole,
  { id, status, createdAt, periodEnd, endsAt, invoice }: ProviderSubscription,
): Statement => ({
  sql: `insert into billing_subscription (id, account_id, status, created_at, period_end, ends_at, place, surplus, invoice)
        select $4, $1, $5, $6, $7, $8, $9, $10, $11 where ${LEASE_VALID}
        on conflict (id) do update set status = excluded.status, period_end = excluded.period_end, ends_at = excluded.ends_at,
          place = excluded.place, surplus = coalesce(billing_subscription.surplus, excluded.surplus),
          invoice = case when billing_subscription.surplus is null then excluded.invoice else billing_subscription.invoice end`,
  params: [
    account,
    holder,
    now,
    id,
    status,
    createdAt,
    periodEnd,
    endsAt,
    role,
    role === 'surplus' ? 'toCancel' : null,
    invoice,
  ],
});

/** Ends a subscription that the provider no longer lists, because its customer was deleted. */
export const storeMissing = ({ account, holder }: Lease, now: string, id: string): Statement => ({
  sql: `update billing_subscription set place = 'ended' where id = $4 and account_id = $1 and ${LEASE_VALID}`,
  params: [account, holder, now, id],
});

/**
 * Begins, after `lockAccount`, a write that changes a plan, and locks the plan's row. Event and email follow, under a condition, before the
 * change: inserting an email locks the queue's counters, behind which no other lock may be taken.
 */
export const beginPlan = (account: string): Statement[] => [
  { sql: 'update subscription set state = state where account_id = $1', params: [account] },
  recordChange('access'),
];

/** Finds the plan while it is unchanged since it was read and the lease is valid. */
export const planIsUnchanged =
  ({ account, holder }: Lease, now: string, { state, granted_by }: Plan): Condition =>
  (first) => ({
    sql: `select 1 from subscription s join billing_customer h on h.account_id = s.account_id
          where s.account_id = $${first} and h.holder = $${first + 1} and h.held_until > $${first + 2}
            and s.state = $${first + 3} and s.granted_by = $${first + 4}`,
    params: [account, holder, now, state, granted_by],
  });

/** Returns a row if the plan was unchanged since it was read. */
export const storePlan = ({ account, holder }: Lease, now: string, before: Plan, after: Plan): Statement => ({
  sql: `update subscription set state = $4, since = $5, until = $6, granted_by = 'provider'
        where account_id = $1 and state = $7 and granted_by = $8 and ${LEASE_VALID} returning account_id`,
  params: [account, holder, now, after.state, after.since, after.until, before.state, before.granted_by],
});

export const subscriptionRows = (state: Database, account: string): Promise<SubscriptionRow[]> =>
  state.all<SubscriptionRow>('select * from billing_subscription where account_id = $1 order by created_at, id', [
    account,
  ]);

/** Surplus subscriptions that are not yet canceled or refunded. */
export const openSurplus = (state: Database, account: string): Promise<SubscriptionRow[]> =>
  state.all<SubscriptionRow>(
    `select * from billing_subscription where account_id = $1 and surplus in ('toCancel', 'toRefund') order by id`,
    [account],
  );

export async function settleSurplus(state: Database, id: string, from: SurplusState, to: SurplusState): Promise<void> {
  await state.write([
    { sql: 'update billing_subscription set surplus = $3 where id = $1 and surplus = $2', params: [id, from, to] },
  ]);
}

/** Plans that an operator granted until a past instant. */
export const endedGrants = (
  state: Database,
  now: string,
  most: number,
): Promise<{ account_id: string; until: string }[]> =>
  state.all(
    `select account_id, until from subscription
     where state = 'canceling' and granted_by = 'operator' and until <= $1 order by until, account_id limit ${most}`,
    [now],
  );

/** Finds a granted plan with this end, unless it was ended or replaced since. */
export const isGrantTo =
  (account: string, until: string): Condition =>
  (first) => ({
    sql: `select 1 from subscription where account_id = $${first} and until = $${first + 1}
            and state = 'canceling' and granted_by = 'operator'`,
    params: [account, until],
  });

/** Does nothing if the plan changed since. */
export const endGrant = (account: string, until: string, now: string): Statement => ({
  sql: `update subscription set state = 'canceled', since = $3, until = null
        where account_id = $1 and state = 'canceling' and granted_by = 'operator' and until = $2`,
  params: [account, until, now],
});
