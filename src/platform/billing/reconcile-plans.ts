/** Keeps plans true when nobody asks: events that the provider's silence left, customers not heard of for a day, granted plans whose day is over. */

import { type ChangeState, changeState } from '#data/store/changes/change-state.ts';
import { lookWhenCalled, type Poller } from '#data/store/changes/poller.ts';
import type { Condition, Database, Statement } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import { dueAccounts } from './customers-table.ts';
import { closeOrphans, dropEvents } from './events-table.ts';
import { beginPlan, endedGrants, endGrant, isGrantTo } from './subscriptions-table.ts';
import { type SyncNeeds, sync } from './sync.ts';

const EVERY_MS = 2_000;
/** What is due by its time alone may wait for so long, where events call. */
const REST_MS = 30_000;
/** Looked at in one round. */
const ROUND = 50;
const HOUR_MS = 3_600_000;
/** Whoever was not heard of for that long is asked about. */
const SILENT_MS = 24 * HOUR_MS;
/** The provider sends an event again for three days; operators look back over a month. */
const EVENTS_KEPT_MS = 40 * 24 * HOUR_MS;

/** One round; how many accounts were asked about. `silentMs`: also of those not heard of for so long. */
export async function reconcileRound(needs: SyncNeeds, silentMs: number = SILENT_MS): Promise<number> {
  const now = Date.now();
  const due = await dueAccounts(needs.state, instant(now), instant(now - silentMs), ROUND);
  for (const { account_id } of due) await sync(needs, account_id);
  await needs.state.write([closeOrphans(instant(now)), dropEvents(instant(now - EVENTS_KEPT_MS))]);
  return due.length;
}

/** Plans that operators granted to a day end with it, where something is sold and where nothing is. `told`: what is written with it. */
export async function endGrants(state: Database, told: PlanReconcileNeeds['grantEndStatements']): Promise<number> {
  const now = instant(Date.now());
  const ended = await endedGrants(state, now, ROUND);
  for (const { account_id, until } of ended)
    await state.write([
      lockAccount(account_id),
      ...beginPlan(account_id),
      ...(await told(account_id, isGrantTo(account_id, until))),
      endGrant(account_id, until, now),
    ]);
  return ended.length;
}

export interface PlanReconcileNeeds extends Omit<SyncNeeds, 'provider'> {
  /** Null where nothing is sold. */
  provider: SyncNeeds['provider'] | null;
  grantEndStatements(account: string, where: Condition): Promise<Statement[]>;
}

/** Runs until it is stopped; a round that fails is reported, and tried again with the next. */
export const startPlanReconciliation = (
  { provider, grantEndStatements, ...needs }: PlanReconcileNeeds,
  report: (error: unknown) => void,
  changes: ChangeState = changeState(),
): Poller =>
  lookWhenCalled(
    async () => {
      await endGrants(needs.state, grantEndStatements);
      if (provider) await reconcileRound({ ...needs, provider });
    },
    { changes, call: 'billing', everyMs: EVERY_MS, restMs: REST_MS },
    report,
  );

const instant = (ms: number): string => new Date(ms).toISOString();
