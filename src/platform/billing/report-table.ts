/** What operators look at: who pays, what waits, and what went wrong. */
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

/** All that an account pays or paid, oldest first: for its owner. */
export const exportedBilling = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    `select c.customer, c.told_email as "toldEmail", s.id as subscription, s.status, s.created_at as "createdAt", s.period_end as "periodEnd",
       s.ends_at as "endsAt", s.place, s.surplus, s.invoice from billing_customer c left join billing_subscription s on s.account_id = c.account_id
     where c.account_id = $1 order by s.created_at, s.id`,
    [account],
  );

/** The payment that it opened last, without its address: whoever has that could pay. */
export const exportedCheckouts = (state: Database, account: string): AsyncIterable<Row> =>
  state.stream(
    'select session, language, origin, created_at as "createdAt" from billing_checkout where account_id = $1',
    [account],
  );

/** What the provider told about it. */
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

/** Subscriptions that were one too many, those first that an operator has to pay back. */
export const surplusRows = (state: Database, most: number): Promise<SurplusSubscription[]> =>
  state.all<SurplusSubscription>(
    `select id as subscription, account_id as account, surplus, invoice from billing_subscription where surplus is not null
     order by case surplus when 'refused' then 0 else 1 end, created_at desc, id limit ${most}`,
  );

/** All that wait, and all customers that the provider did not answer about, are due now. */
export async function dueNow(state: Database, now: string): Promise<void> {
  await state.write([{ sql: 'update billing_customer set next_at = $1 where next_at > $1', params: [now] }]);
}

/** An operator paid it back at the provider's desk. False when there is no such subscription. */
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
  /** Events that wait for the provider's answer. */
  waiting: number;
  oldest: string | null;
  /** Accounts about which the provider did not answer the last time. */
  unheard: number;
  /** Subscriptions too many that an operator has to pay back. */
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
