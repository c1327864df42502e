/** Customers of the payment provider, and who asks about them at the moment. */
import type { Database, Statement } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';

export interface CustomerRow {
  account_id: string;
  customer: string;
  created_at: string;
  /** When the provider last told how its subscriptions are; null: never. */
  heard_at: string | null;
  holder: string | null;
  held_until: string | null;
  /** Questions in a row that the provider left without an answer. */
  failures: number;
  next_at: string;
  /** What went wrong with the last of them. */
  fault: string | null;
  /** The address that the provider has, as we told it; null: we do not know. */
  told_email: string | null;
}

/** Where two ask at once, the first one's customer is the account's. */
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

/** The customer, for whoever holds it from now on; null while somebody else does. */
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

/** Begins, after `lockAccount`, a write of the holder of the customer, and keeps others out until its end. The others of the write are `heldBy`. */
export const leaseIsHeld = ({ account, holder }: Lease, now: string): Statement => ({
  sql: `update billing_customer set heard_at = $3 where account_id = $1 and holder = $2 and held_until > $3
        returning account_id`,
  params: [account, holder, now],
});

/** What was heard counts for nothing when somebody else asked later. Takes the account as `$1`, the holder as `$2`, the instant as `$3`. */
export const LEASE_HELD = `exists (select 1 from billing_customer h where h.account_id = $1 and h.holder = $2 and h.held_until > $3)`;

export const releaseLease = ({ account, holder }: Lease, now: string): Statement => ({
  sql: `update billing_customer set holder = null, held_until = null, failures = 0, fault = null, next_at = $3
        where account_id = $1 and holder = $2`,
  params: [account, holder, now],
});

export async function releaseLeaseFailed(
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

/** Of a customer `c`: the account has another address than the provider was told. */
const HAS_NEW_ADDRESS = `exists (select 1 from account a where a.id = c.account_id and a.email <> coalesce(c.told_email, ''))`;

/** Null when the provider has it already, or the account has none. */
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
 * Accounts about which the provider has to be asked: something happened there, a subscription too many is not settled, it
 * does not know the account's address yet, or nothing was heard since an instant. Those that waited longest first.
 */
export const dueAccounts = (
  state: Database,
  now: string,
  heardBefore: string,
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
    [now, heardBefore],
  );

/** For a write that happens only while the account has this customer. PostgreSQL locks the row. */
export const whileCustomer = (account: string, customer: string): Statement => ({
  sql: 'update billing_customer set customer = customer where account_id = $1 and customer = $2 returning account_id',
  params: [account, customer],
  isCondition: true,
});

/** Everything that we keep about an account's payments, when the provider has deleted the customer. Its events stay, without a name. */
export const deleteCustomerRows = (account: string): Statement[] => [
  // PostgreSQL locks the row first, as writes of the provider's events do.
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

// §§ recipient-table.ts: To whom letters about payments go.

/** Null when the account has no address. */
export const recipientOf = (state: Database, account: string): Promise<{ email: string; language: Language } | null> =>
  state.one(`select email, coalesce(language, 'ro') as language from account where id = $1 and email is not null`, [
    account,
  ]);
