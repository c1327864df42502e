/**
 * Synchronizes an account's plan with the provider. An event only triggers a query of the current subscriptions, under a lease per
 * customer, so neither the order nor the number of events matters.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Condition, Database, Statement } from '#data/store/database.ts';
import { lockAccount } from '#platform/accounts/accounts-table.ts';
import {
  acquireLease,
  customerOf,
  type Lease,
  leaseIsHeld,
  markAddressSent,
  releaseLease,
  releaseLeaseFailed,
  unsentAddress,
} from './customers-table.ts';
import { doneEvents, waitingEvents } from './events-table.ts';
import { assignPlaces, planAfter } from './plan-rules.ts';
import { type PaymentProvider, ProviderRefused, type ProviderSubscription, ProviderUnavailable } from './provider.ts';
import {
  beginPlan,
  isStill,
  openSurplus,
  type Plan,
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
/** Each round handles events that came in during the one before. */
const ROUNDS_MAX = 10;
/** Wait for a concurrent synchronization: ten seconds in all. */
const WAIT_MS = 100;
const WAITS_MAX = 100;
const PAUSE_MS = 5_000;
const PAUSE_MS_MAX = 900_000;

/** `busy`: a concurrent synchronization will see the same news. `unheard`: no answer, retried later. */
export type SyncResult = 'heard' | 'busy' | 'unheard' | 'noCustomer';

export async function sync(needs: SyncNeeds, account: string): Promise<SyncResult> {
  const { state } = needs;
  let isHeard = false;
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const lease: Lease = { account, holder: randomUUID() };
    const now = Date.now();
    const customer = await acquireLease(state, lease, instant(now), instant(now + LEASE_MS));
    if (customer === null) {
      if (isHeard) break;
      return (await customerOf(state, account)) ? 'busy' : 'noCustomer';
    }
    const outcome = await oneRound(needs, lease, customer);
    if (outcome === 'unheard' || outcome === 'outrun') return 'unheard';
    isHeard = outcome === 'written';
    // Events that came in after the query, also those of `busy` callers, need another round.
    if (isHeard && (await waitingEvents(state, account)).length === 0) break;
  }
  return isHeard && (await settleSurplusSubscriptions(needs, account)) ? 'heard' : 'unheard';
}

/** Synchronizes, waiting for a concurrent synchronization. */
export async function syncNow(needs: SyncNeeds, account: string): Promise<SyncResult> {
  let outcome = await sync(needs, account);
  for (let waits = 0; outcome === 'busy' && waits < WAITS_MAX; waits++) {
    await sleep(WAIT_MS);
    outcome = await sync(needs, account);
  }
  return outcome;
}

/** `outrun`: the lease was lost to a newer query. `changed`: an operator changed the plan meanwhile. */
type Written = 'written' | 'outrun' | 'changed';

async function oneRound(needs: SyncNeeds, lease: Lease, customer: string): Promise<Written | 'unheard'> {
  const { state, provider, tally } = needs;
  try {
    const events = await waitingEvents(state, lease.account);
    await sendNewAddress(needs, lease.account, customer);
    const subscriptions = (await provider.subscriptionsOf(customer)) ?? [];
    return await write(needs, lease, subscriptions, events);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable) && !(error instanceof ProviderRefused)) throw error;
    tally('providerFault');
    const failures = (await customerOf(state, lease.account))?.failures ?? 0;
    const pauseMs = Math.min(PAUSE_MS * 2 ** failures, PAUSE_MS_MAX);
    await releaseLeaseFailed(state, lease, error.message, instant(Date.now() + pauseMs));
    return 'unheard';
  }
}

/** An address that the provider rejects is not retried: the plan does not depend on it. */
async function sendNewAddress({ state, provider, tally }: SyncNeeds, account: string, customer: string): Promise<void> {
  const email = await unsentAddress(state, account);
  if (email === null) return;
  try {
    await provider.tellAddress(customer, email);
  } catch (error) {
    if (!(error instanceof ProviderRefused)) throw error;
    tally('providerFault');
  }
  await markAddressSent(state, account, email);
}

async function write(
  needs: SyncNeeds,
  lease: Lease,
  subscriptions: readonly ProviderSubscription[],
  events: readonly { id: string }[],
): Promise<Written> {
  const now = instant(Date.now());
  const known = await subscriptionRows(needs.state, lease.account);
  const places = assignPlaces(subscriptions, known.find(({ place }) => place === 'main')?.id ?? null);
  const main = places.find(({ place }) => place === 'main')?.subscription ?? null;
  const before = await planOf(needs.state, lease.account);
  const after = before && planAfter(before, main, now);
  const step = before && after && { account: lease.account, before, after };
  const [, held, ...results] = await needs.state.write([
    lockAccount(lease.account),
    leaseIsHeld(lease, now),
    ...(step ? beginPlan(lease.account) : []),
    ...places.map(({ subscription, place }) => storeSubscription(lease, now, place, subscription)),
    ...known
      .filter(({ id }) => !subscriptions.some((one) => one.id === id))
      .map(({ id }) => storeMissing(lease, now, id)),
    ...doneEvents(lease, now, events),
    ...(step ? await needs.told(step, isStill(lease, now, step.before)) : []),
    ...(step ? [storePlan(lease, now, step.before, step.after)] : []),
    releaseLease(lease, now),
  ]);
  if (held?.length !== 1) return 'outrun';
  if (step === null) return 'written';
  if (results.at(-2)?.length !== 1) return 'changed';
  if (events.length === 0) needs.tally('differed');
  return 'written';
}

const instant = (ms: number): string => new Date(ms).toISOString();

export interface PlanStep {
  account: string;
  before: Plan;
  after: Plan;
}

export interface SyncNeeds {
  state: Database;
  provider: PaymentProvider;
  tally(count: BillingCount): void;
  /** Statements written with a plan change: its event and email. */
  told(step: PlanStep, where: Condition): Promise<Statement[]>;
}

/**
 * Cancels surplus subscriptions and refunds their bills; a refused refund waits for an operator. False if the provider does not answer: the
 * next round continues. Every step is idempotent.
 */
async function settleSurplusSubscriptions(
  { state, provider, tally }: Pick<SyncNeeds, 'state' | 'provider' | 'tally'>,
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
