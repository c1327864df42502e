/** The leader job for plans: retries unanswered events, checks customers daily, and ends granted plans. */

import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { type Poller, pollOnSignal } from '#data/store/changes/poller.ts';
import type { Database } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { dueAccounts } from './customers-table.ts';
import type { planNotices } from './emails.ts';
import { closeOrphans, dropEvents } from './events-table.ts';
import { beginPlan, endedGrants, endGrant, isGrantTo } from './subscriptions-table.ts';
import { type BillingContext, sync } from './sync.ts';

const EVERY_MS = 2_000;
/** Poll interval for timed work; events wake the job. */
const REST_MS = 30_000;
/** Accounts per round. */
const ROUND = 50;
const HOUR_MS = 3_600_000;
/** Age of the last answer after which a customer is synchronized. */
const STALE_MS = 24 * HOUR_MS;
/** The provider repeats an event for three days; operators look back a month. */
const EVENT_RETENTION_MS = 40 * 24 * HOUR_MS;

/** One round; returns the number of synchronized accounts, including those whose last answer is older than `staleMs`. */
export async function reconcileRound(context: BillingContext, staleMs: number = STALE_MS): Promise<number> {
  const now = Date.now();
  const due = await dueAccounts(context.state, instant(now), instant(now - staleMs), ROUND);
  for (const { account_id } of due) await sync(context, account_id);
  await context.state.write([closeOrphans(instant(now)), dropEvents(instant(now - EVENT_RETENTION_MS))]);
  return due.length;
}

/** Ends plans that operators granted until a past day, also where nothing is sold. */
export async function endGrants(
  state: Database,
  statementsOf: ReturnType<typeof planNotices>['grantEndStatements'],
): Promise<number> {
  const now = instant(Date.now());
  const ended = await endedGrants(state, now, ROUND);
  for (const { account_id, until } of ended)
    await state.write([
      lockAccount(account_id),
      ...beginPlan(account_id),
      ...(await statementsOf(account_id, isGrantTo(account_id, until))),
      endGrant(account_id, until, now),
    ]);
  return ended.length;
}

/** Runs until it is stopped; a failed round is reported and retried. `provider` is null if nothing is sold. */
export const startPlanReconciliation = (
  {
    provider,
    grantEndStatements,
    ...context
  }: Omit<BillingContext, 'provider'> &
    ReturnType<typeof planNotices> & { provider: BillingContext['provider'] | null },
  report: (error: unknown) => void,
  changes: ChangeState = changeState(),
): Poller =>
  pollOnSignal(
    async () => {
      await endGrants(context.state, grantEndStatements);
      if (provider) await reconcileRound({ ...context, provider });
    },
    { changes, signal: 'billing', everyMs: EVERY_MS, restMs: REST_MS },
    report,
  );

const instant = (ms: number): string => new Date(ms).toISOString();
