/** Events of the payment provider: each is stored once, and waits until a query of the provider covers it. */
import type { Database, Statement } from '#data/store/database.ts';
import { LEASE_VALID, type Lease } from './customers-table.ts';

export interface EventRow {
  id: string;
  type: string;
  customer: string | null;
  account_id: string | null;
  /** Instant at the provider. */
  created_at: string;
  received_at: string;
  state: 'waiting' | 'done' | 'ignored';
  /** Reason why the event was ignored. */
  outcome: string | null;
  done_at: string | null;
}

/** False for a duplicate. */
export async function addEvent(state: Database, row: Omit<EventRow, 'done_at'>): Promise<boolean> {
  const [added = []] = await state.write([
    {
      sql: `insert into billing_event (id, type, customer, account_id, created_at, received_at, state, outcome)
            values ($1, $2, $3, $4, $5, $6, $7, $8) on conflict (id) do nothing returning id`,
      params: [row.id, row.type, row.customer, row.account_id, row.created_at, row.received_at, row.state, row.outcome],
    },
  ]);
  return added.length > 0;
}

/** Events per round; the same answer of the provider covers the others, which the next round closes. */
const ROUND = 200;

export const waitingEvents = (state: Database, account: string): Promise<{ id: string }[]> =>
  state.all(
    `select id from billing_event where account_id = $1 and state = 'waiting' order by received_at, id limit ${ROUND}`,
    [account],
  );

/** Closes events that waited before the query of the provider, whose answer covers them. */
export const doneEvents = ({ account, holder }: Lease, now: string, events: readonly { id: string }[]): Statement[] =>
  events.map(({ id }) => ({
    sql: `update billing_event set state = 'done', done_at = $3
          where account_id = $1 and id = $4 and state = 'waiting' and ${LEASE_VALID}`,
    params: [account, holder, now, id],
  }));

/** Newest first. */
export const eventRows = (state: Database, most: number, only: EventRow['state'] | null): Promise<EventRow[]> =>
  state.all<EventRow>(
    `select * from billing_event where state = $1 or cast($1 as text) is null order by received_at desc, id limit ${most}`,
    [only],
  );

/** Closes waiting events of customers that were deleted since. */
export const closeOrphans = (now: string): Statement => ({
  sql: `update billing_event set state = 'ignored', outcome = 'unknownCustomer', account_id = null, customer = null, done_at = $1
        where state = 'waiting' and not exists (select 1 from billing_customer c where c.account_id = billing_event.account_id)`,
  params: [now],
});

/** Deletes events received before an instant, except waiting ones. The provider repeats an event for three days. */
export const dropEvents = (before: string): Statement => ({
  sql: `delete from billing_event where state <> 'waiting' and received_at < $1`,
  params: [before],
});
