/** Customers of the payment provider, and the lease of a running synchronization. */
import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/message.ts';

export interface CustomerRow {
  account_id: string;
  customer: string;
  created_at: string;
  /** Last answer of the provider; null if never. */
  heard_at: string | null;
  holder: string | null;
  held_until: string | null;
  /** Consecutive unanswered queries. */
  failures: number;
  next_at: string;
  /** Error of the last failure. */
  fault: string | null;
  /** The email address last sent to the provider; null if unknown. */
  told_email: string | null;
}

/** Of two concurrent inserts the first one wins. */
export async function addCustomer(
  state: Database,
  { account, customer, email, now }: { account: string; customer: string; email: string | null; now: string },
): Promise<void> {
  await state.write([
    {
      sql: `insert into billing_customer (account_id, customer, told_email, created_at, failures, next_at)
            values ($1, $2, $3, $4, 0, $4) on conflict (account_id) do nothing`,
      params: [account, customer, email, now],
    },
  ]);
}

export const customerOf = (state: Database, account: string): Promise<CustomerRow | null> =>
  state.one<CustomerRow>('select * from billing_customer where account_id = $1', [account]);

export const accountOf = async (state: Database, customer: string): Promise<string | null> =>
  (await state.one<{ account_id: string }>('select account_id from billing_customer where customer = $1', [customer]))
    ?.account_id ?? null;

export interface Lease {
  account: string;
  holder: string;
}

/** Returns the customer; null while another process has the lease. */
export async function acquireLease(
  state: Database,
  { account, holder }: Lease,
  now: string,
  until: string,
): Promise<string | null> {
  const [rows = []] = await state.write([
    {
      sql: `update billing_customer set holder = $2, held_until = $4
            where account_id = $1 and (holder is null or held_until <= $3) returning customer`,
      params: [account, holder, now, until],
    },
  ]);
  return (rows[0]?.customer as string | undefined) ?? null;
}

/** After `lockAccount`: locks the customer's row for the rest of the write; returns no row if the lease is lost. */
export const confirmLease = ({ account, holder }: Lease, now: string): Statement => ({
  sql: `update billing_customer set heard_at = $3 where account_id = $1 and holder = $2 and held_until > $3
        returning account_id`,
  params: [account, holder, now],
});

/** Condition: the lease is still valid. Parameters: account `$1`, holder `$2`, instant `$3`. */
export const LEASE_VALID = `exists (select 1 from billing_customer h where h.account_id = $1 and h.holder = $2 and h.held_until > $3)`;

export const releaseLease = ({ account, holder }: Lease, now: string): Statement => ({
  sql: `update billing_customer set holder = null, held_until = null, failures = 0, fault = null, next_at = $3
        where account_id = $1 and holder = $2`,
  params: [account, holder, now],
});

export async function releaseLeaseAfterFailure(
  state: Database,
  { account, holder }: Lease,
  fault: string,
  nextAt: string,
): Promise<void> {
  await state.write([
    {
      sql: `update billing_customer set holder = null, held_until = null, failures = failures + 1, fault = $3, next_at = $4
            where account_id = $1 and holder = $2`,
      params: [account, holder, fault, nextAt],
    },
  ]);
}

/** The account of customer `c` has another address than the provider. */
const HAS_NEW_ADDRESS = `exists (select 1 from account a where a.id = c.account_id and a.email <> coalesce(c.told_email, ''))`;

/** Null if the provider has the address, or the account has none. */
export const unsentAddress = async (state: Database, account: string): Promise<string | null> =>
  (
    await state.one<{ email: string }>(
      `select o.email from billing_customer c join account o on o.id = c.account_id
       where c.account_id = $1 and ${HAS_NEW_ADDRESS}`,
      [account],
    )
  )?.email ?? null;

export async function markAddressSent(state: Database, account: string, email: string): Promise<void> {
  await state.write([
    { sql: 'update billing_customer set told_email = $2 where account_id = $1', params: [account, email] },
  ]);
}

/**
 * Accounts to synchronize, the longest waiting first: an event waits, a surplus subscription is not settled, the provider lacks the current
 * address, or the last answer is too old.
 */
export const dueAccounts = (
  state: Database,
  now: string,
  answeredBefore: string,
  most: number,
): Promise<{ account_id: string }[]> =>
  state.all(
    `select account_id from billing_customer c
     where next_at <= $1 and (holder is null or held_until <= $1)
       and (heard_at is null or heard_at < $2 or ${HAS_NEW_ADDRESS}
         or exists (select 1 from billing_event e where e.account_id = c.account_id and e.state = 'waiting')
         or exists (select 1 from billing_subscription s where s.account_id = c.account_id
           and s.surplus in ('toCancel', 'toRefund')))
     order by next_at, account_id limit ${most}`,
    [now, answeredBefore],
  );

/** Aborts the write unless the account has this customer. PostgreSQL locks the row. */
export const whileCustomer = (account: string, customer: string): Statement => ({
  sql: 'update billing_customer set customer = customer where account_id = $1 and customer = $2 returning account_id',
  params: [account, customer],
  isCondition: true,
});

/** Deletes an account's billing rows after the provider deleted the customer. Events stay, without account and customer. */
export const deleteCustomerRows = (account: string): Statement[] => [
  // PostgreSQL locks this row first, in the same order as writes of events.
  { sql: 'update billing_customer set customer = customer where account_id = $1', params: [account] },
  {
    sql: `update billing_event set account_id = null, customer = null,
            outcome = case when state = 'waiting' then 'unknownCustomer' else outcome end,
            state = case when state = 'waiting' then 'ignored' else state end
          where account_id = $1 or customer = (select customer from billing_customer where account_id = $1)`,
    params: [account],
  },
  { sql: 'delete from billing_subscription where account_id = $1', params: [account] },
  { sql: 'delete from billing_checkout where account_id = $1', params: [account] },
  { sql: 'delete from billing_customer where account_id = $1', params: [account] },
];

/** Recipient of billing emails; null if the account has no address. */
export const recipientOf = (state: Database, account: string): Promise<{ email: string; language: Language } | null> =>
  state.one(`select email, coalesce(language, 'ro') as language from account where id = $1 and email is not null`, [
    account,
  ]);
