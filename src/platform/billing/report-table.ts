/** Billing as read by operators, owners and metrics: paying accounts, waiting events, failures. */
import type { Database, Row } from '#data/store/database.ts';
import { BILLING_COUNTS, type BillingCount } from './tally-table.ts';

export interface PayingAccount {
  account: string;
  email: string | null;
  plan: string;
  grantedBy: string;
  customer: string;
  subscription: string | null;
  status: string | null;
  periodEnd: string | null;
  endsAt: string | null;
  heardAt: string | null;
  waiting: number;
  failures: number;
  fault: string | null;
}

/** Oldest first. */
export const payingAccounts = (state: Database, most: number): Promise<PayingAccount[]> =>
  state.all<PayingAccount>(
    `select c.account_id as account, a.email, coalesce(p.state, 'none') as plan, coalesce(p.granted_by, 'operator') as "grantedBy",
       c.customer, s.id as subscription, s.status, s.period_end as "periodEnd", s.ends_at as "endsAt", c.heard_at as "heardAt",
       (select count(*) from billing_event e where e.account_id = c.account_id and e.state = 'waiting') as waiting,
       c.failures, c.fault
     from billing_customer c left join account a on a.id = c.account_id left join subscription p on p.account_id = c.account_id
       left join billing_subscription s on s.account_id = c.account_id and s.place = 'main'
     order by c.created_at, c.account_id limit ${most}`,
  );

/** The account's subscriptions for its export, oldest first. */
export const exportedBilling = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select c.customer, c.told_email as "toldEmail", s.id as subscription, s.status, s.created_at as "createdAt", s.period_end as "periodEnd",
       s.ends_at as "endsAt", s.place, s.surplus, s.invoice from billing_customer c left join billing_subscription s on s.account_id = c.account_id
     where c.account_id = $1 order by s.created_at, s.id`,
    [account],
  );

/** The account's last checkout without its address, which is the payment page. */
export const exportedCheckouts = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    'select session, language, origin, created_at as "createdAt" from billing_checkout where account_id = $1',
    [account],
  );

export const exportedBillingEvents = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select id, type, created_at as "createdAt", received_at as "receivedAt", state, outcome, done_at as "doneAt"
     from billing_event
     where account_id = $1 or customer = (select customer from billing_customer where account_id = $1)
     order by received_at, id`,
    [account],
  );

export interface SurplusSubscription {
  subscription: string;
  account: string;
  surplus: string;
  invoice: string | null;
}

/** Surplus subscriptions; first those that an operator has to refund. */
export const surplusRows = (state: Database, most: number): Promise<SurplusSubscription[]> =>
  state.all<SurplusSubscription>(
    `select id as subscription, account_id as account, surplus, invoice from billing_subscription where surplus is not null
     order by case surplus when 'refused' then 0 else 1 end, created_at desc, id limit ${most}`,
  );

/** Makes every pending synchronization due now. */
export async function dueNow(state: Database, now: string): Promise<void> {
  await state.write([{ sql: 'update billing_customer set next_at = $1 where next_at > $1', params: [now] }]);
}

/** Records a refund that an operator made at the provider. False if the subscription waits for none. */
export async function markRefunded(state: Database, id: string): Promise<boolean> {
  const [rows = []] = await state.write([
    {
      sql: `update billing_subscription set surplus = 'refunded' where id = $1 and surplus = 'refused' returning id`,
      params: [id],
    },
  ]);
  return rows.length > 0;
}

export interface BillingFigures {
  counts: Record<BillingCount, number>;
  /** Events that wait for a query of the provider. */
  waiting: number;
  oldest: string | null;
  /** Accounts whose last query the provider did not answer. */
  unheard: number;
  /** Surplus subscriptions that an operator has to refund. */
  toPayBack: number;
}

export async function billingFigures(state: Database): Promise<BillingFigures> {
  const rows = await state.all<{ event: BillingCount; times: number }>('select event, times from billing_tally');
  const { waiting = 0, oldest = null } =
    (await state.one<{ waiting: number; oldest: string | null }>(
      `select count(*) as waiting, min(received_at) as oldest from billing_event where state = 'waiting'`,
    )) ?? {};
  const counted = async (sql: string): Promise<number> => (await state.one<{ times: number }>(sql))?.times ?? 0;
  return {
    counts: Object.fromEntries(
      BILLING_COUNTS.map((name) => [name, rows.find(({ event }) => event === name)?.times ?? 0]),
    ) as Record<BillingCount, number>,
    waiting,
    oldest,
    unheard: await counted('select count(*) as times from billing_customer where failures > 0'),
    toPayBack: await counted(`select count(*) as times from billing_subscription where surplus = 'refused'`),
  };
}
