/**
 * Synchronizes an account's plan with the provider. An event only triggers a query of the current subscriptions, under a lease per
 * customer, so neither the order nor the number of events matters.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Context } from '#api/context.ts';
import type { Condition, Statement } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import {
  acquireLease,
  confirmLease,
  customerOf,
  type Lease,
  markAddressSent,
  releaseLease,
  releaseLeaseAfterFailure,
  unsentAddress,
} from './customers-table.ts';
import { doneEvents, waitingEvents } from './events-table.ts';
import { assignRoles, planAfter } from './plan-rules.ts';
import { ProviderRefused, type ProviderSubscription, ProviderUnavailable } from './provider.ts';
import type { PaymentProvider } from './stripe.ts';
import {
  beginPlan,
  openSurplus,
  type Plan,
  planIsUnchanged,
  planOf,
  settleSurplus,
  storeMissing,
  storePlan,
  storeSubscription,
  subscriptionRows,
} from './subscriptions-table.ts';
import type { BillingCount } from './tally-table.ts';

/** Longer than the slowest query with retries: an expired lease belongs to a dead process. */
const LEASE_MS = 120_000;
/** Each round handles events that arrived during the one before. */
const ROUNDS_MAX = 10;
/** Polls for the end of a concurrent synchronization: ten seconds in all. */
const POLL_MS = 100;
const POLLS_MAX = 100;
const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 900_000;

/** Displayed by `billing reconcile`. `busy`: a concurrent synchronization covers this call. `unheard`: no answer, retried later. */
export type SyncResult = 'heard' | 'busy' | 'unheard' | 'noCustomer';

export async function sync(context: BillingContext, account: string): Promise<SyncResult> {
  const { state } = context;
  let isSynced = false;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const lease: Lease = { account, holder: randomUUID() };
    const now = Date.now();
    const customer = await acquireLease(state, lease, instant(now), instant(now + LEASE_MS));
    if (customer === null) {
      if (isSynced) break;
      return (await customerOf(state, account)) ? 'busy' : 'noCustomer';
    }
    const outcome = await syncOnce(context, lease, customer);
    if (outcome === 'unheard' || outcome === 'leaseLost') return 'unheard';
    isSynced = outcome === 'stored';
    // Events that came in after the query, also those of `busy` callers, need another round.
    if (isSynced && (await waitingEvents(state, account)).length === 0) break;
  }
  return isSynced && (await settleSurplusSubscriptions(context, account)) ? 'heard' : 'unheard';
}

/** Synchronizes, waiting for a concurrent synchronization. */
export async function syncNow(context: BillingContext, account: string): Promise<SyncResult> {
  let outcome = await sync(context, account);
  for (let waits = 0; outcome === 'busy' && waits < POLLS_MAX; waits++) {
    await sleep(POLL_MS);
    outcome = await sync(context, account);
  }
  return outcome;
}

/** `leaseLost`: a newer query has the lease. `planChanged`: an operator changed the plan meanwhile. */
type WriteResult = 'stored' | 'leaseLost' | 'planChanged';

async function syncOnce(context: BillingContext, lease: Lease, customer: string): Promise<WriteResult | 'unheard'> {
  const { state, provider, tally } = context;
  try {
    const events = await waitingEvents(state, lease.account);
    await sendNewAddress(context, lease.account, customer);
    const subscriptions = (await provider.subscriptionsOf(customer)) ?? [];
    return await write(context, lease, subscriptions, events);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    tally('providerFault');
    const failures = (await customerOf(state, lease.account))?.failures ?? 0;
    const pauseMs = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX);
    await releaseLeaseAfterFailure(state, lease, error.message, instant(Date.now() + pauseMs));
    return 'unheard';
  }
}

/** An address that the provider rejects is not retried: the plan does not depend on it. */
async function sendNewAddress(
  { state, provider, tally }: BillingContext,
  account: string,
  customer: string,
): Promise<void> {
  const email = await unsentAddress(state, account);
  if (email === null) return;
  try {
    await provider.updateAddress(customer, email);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    tally('providerFault');
  }
  await markAddressSent(state, account, email);
}

async function write(
  { state, tally, planChangeStatements }: BillingContext,
  lease: Lease,
  subscriptions: readonly ProviderSubscription[],
  events: readonly { id: string }[],
): Promise<WriteResult> {
  const now = instant(Date.now());
  const rows = await subscriptionRows(state, lease.account);
  const assigned = assignRoles(subscriptions, rows.find(({ place }) => place === 'main')?.id ?? null);
  const main = assigned.find(({ role }) => role === 'main')?.subscription ?? null;
  const before = await planOf(state, lease.account);
  const after = before && planAfter(before, main, now);
  const step = before && after && { account: lease.account, before, after };
  const [, leased, ...results] = await state.write([
    lockAccount(lease.account),
    confirmLease(lease, now),
    ...(step ? beginPlan(lease.account) : []),
    ...assigned.map(({ subscription, role }) => storeSubscription(lease, now, role, subscription)),
    ...rows
      .filter(({ id }) => !subscriptions.some((one) => one.id === id))
      .map(({ id }) => storeMissing(lease, now, id)),
    ...doneEvents(lease, now, events),
    ...(step ? await planChangeStatements(step, planIsUnchanged(lease, now, step.before)) : []),
    ...(step ? [storePlan(lease, now, step.before, step.after)] : []),
    releaseLease(lease, now),
  ]);
  if (leased?.length !== 1) return 'leaseLost';
  if (step === null) return 'stored';
  if (results.at(-2)?.length !== 1) return 'planChanged';
  if (events.length === 0) tally('differed');
  return 'stored';
}

const instant = (ms: number): string => new Date(ms).toISOString();

export interface PlanStep {
  account: string;
  before: Plan;
  after: Plan;
}

export type BillingContext = Pick<Context, 'state'> & {
  provider: PaymentProvider;
  tally(count: BillingCount): void;
  /** Statements written with a plan change: its event and email. */
  planChangeStatements(step: PlanStep, where: Condition): Promise<Statement[]>;
};

/**
 * Cancels surplus subscriptions and refunds their bills; a refused refund waits for an operator. False if the provider does not answer: the
 * next round continues. Every step is idempotent.
 */
async function settleSurplusSubscriptions(
  { state, provider, tally }: Pick<BillingContext, 'state' | 'provider' | 'tally'>,
  account: string,
): Promise<boolean> {
  for (const { id, surplus, invoice } of await openSurplus(state, account)) {
    try {
      if (surplus === 'toCancel') {
        await provider.cancelNow(id);
        await settleSurplus(state, id, 'toCancel', 'toRefund');
      }
      const outcome = invoice === null ? 'nothingPaid' : await provider.refund(invoice, id);
      await settleSurplus(state, id, 'toRefund', outcome);
    } catch (error) {
      if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
      tally('providerFault');
      if (error instanceof ProviderUnavailable) return false;
      await settleSurplus(state, id, surplus === 'toCancel' ? 'toCancel' : 'toRefund', 'refused');
    }
  }
  return true;
}
