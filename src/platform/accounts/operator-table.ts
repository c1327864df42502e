/** Accounts as operators look at them: many at a time by what they have in common, one with all that hangs on it; blocked and let in again. */
import { raise } from '#data/store/changes/counter.ts';
import type { Database, Statement } from '#data/store/database.ts';
import { ACCOUNT_COLUMNS, type AccountRow } from './accounts-table.ts';
import type { SubscriptionState } from './subscription.ts';

/** What accounts have in common; what is left out matches all. */
export interface AccountFilter {
  state: SubscriptionState | null;
  /** In its address, in any case. */
  email: string | null;
  isBlocked: boolean;
}

const WHERE = `($2 = '' or a.email like $2 escape '!') and ($3 = '' or coalesce(s.state, 'none') = $3)
  and ($4 = 0 or a.blocked_at is not null)`;

const filterParams = ({ email, state, isBlocked }: AccountFilter): (string | number)[] => [
  email === null ? '' : `%${email.toLowerCase().replace(/[!%_]/g, '!$&')}%`,
  state ?? '',
  isBlocked ? 1 : 0,
];

/** Oldest first, behind the account `after`; null for the first of them. */
export const accountPage = (
  state: Database,
  filter: AccountFilter,
  { after, most, now }: { after: Pick<AccountRow, 'id' | 'created_at'> | null; most: number; now: string },
): Promise<AccountRow[]> =>
  state.all<AccountRow>(
    `select ${ACCOUNT_COLUMNS} from account a left join subscription s on s.account_id = a.id
     where ${WHERE} and (a.created_at, a.id) > ($5, $6) order by a.created_at, a.id limit $7`,
    [now, ...filterParams(filter), after?.created_at ?? '', after?.id ?? '', most],
  );

/** However many pages they are. $1 is the instant of the other question, which shares its conditions. */
export async function accountsMatching(state: Database, filter: AccountFilter): Promise<number> {
  const row = await state.one<{ accounts: number }>(
    `select count(*) as accounts from account a left join subscription s on s.account_id = a.id
     where $1 = '' and ${WHERE}`,
    ['', ...filterParams(filter)],
  );
  return row?.accounts ?? 0;
}

export interface AccountCounts {
  sessions: number;
  passkeys: number;
  events: number;
  /** Instant of the last event; null without one. */
  last_event_at: string | null;
}

export async function accountCounts(state: Database, account: string, now: string): Promise<AccountCounts> {
  const row = await state.one<AccountCounts>(
    `select (select count(*) from browser_session where account_id = $1 and expires_at > $2) as sessions,
       (select count(*) from passkey where account_id = $1) as passkeys,
       (select count(*) from account_event where account_id = $1) as events,
       (select max(at) from account_event where account_id = $1) as last_event_at`,
    [account, now],
  );
  return row ?? { sessions: 0, passkeys: 0, events: 0, last_event_at: null };
}

/** Nothing of its write happens when another account has the address. */
export const setEmail = (id: string, email: string): Statement => ({
  sql: 'update account set email = $2 where id = $1 and not exists (select 1 from account o where o.email = $2) returning id',
  params: [id, email],
  isCondition: true,
});

/** Threads forget within a second that it was let in. */
export const setBlock = (account: string, block: { at: string; reason: string } | null): Statement[] => [
  {
    sql: 'update account set blocked_at = $2, block_reason = $3 where id = $1',
    params: [account, block?.at ?? null, block?.reason ?? null],
  },
  raise('access'),
];
