/** The leader job for plans: retries unanswered events, checks customers daily, and ends granted plans. */

import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { type Poller, pollOnSignal } from '#data/store/changes/poller.ts';
import type { Condition, Database, Statement } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { dueAccounts } from './customers-table.ts';
import { closeOrphans, dropEvents } from './events-table.ts';
import { beginPlan, endedGrants, endGrant, isGrantTo } from './subscriptions-table.ts';
import { type SyncNeeds, sync } from './sync.ts';

const EVERY_MS = 2_000;
/** Poll interval for timed work; events wake the job. */
const REST_MS = 30_000;
/** Accounts per round. */
const ROUND = 50;
const HOUR_MS = 3_600_000;
/** Customers without an answer for so long are synchronized. */
const SILENT_MS = 24 * HOUR_MS;
/** The provider repeats an event for three days; operators look back a month. */
const EVENTS_KEPT_MS = 40 * 24 * HOUR_MS;

/** One round; returns the number of synchronized accounts, among them those without an answer for `silentMs`. */
export async function reconcileRound(needs: SyncNeeds, silentMs: number = SILENT_MS): Promise<number> {
  const now = Date.now();
  const due = await dueAccounts(needs.state, instant(now), instant(now - silentMs), ROUND);
  for (const { account_id } of due) await sync(needs, account_id);
  await needs.state.write([closeOrphans(instant(now)), dropEvents(instant(now - EVENTS_KEPT_MS))]);
  return due.length;
}

/** Ends plans that operators granted until a past day, also where nothing is sold. */
export async function endGrants(
  state: Database,
  statementsOf: PlanReconcileNeeds['grantEndStatements'],
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

export interface PlanReconcileNeeds extends Omit<SyncNeeds, 'provider'> {
  /** Null if nothing is sold. */
  provider: SyncNeeds['provider'] | null;
  grantEndStatements(account: string, where: Condition): Promise<Statement[]>;
}

/** Runs until it is stopped; a failed round is reported and retried. */
export const startPlanReconciliation = (
  { provider, grantEndStatements, ...needs }: PlanReconcileNeeds,
  report: (error: unknown) => void,
  changes: ChangeState = changeState(),
): Poller =>
  pollOnSignal(
    async () => {
      await endGrants(needs.state, grantEndStatements);
      if (provider) await reconcileRound({ ...needs, provider });
    },
    { changes, signal: 'billing', everyMs: EVERY_MS, restMs: REST_MS },
    report,
  );

const instant = (ms: number): string => new Date(ms).toISOString();
