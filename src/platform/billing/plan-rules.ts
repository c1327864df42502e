/** Pure rules: which of an account's subscriptions is the main one, which are surplus, and which plan follows. */
import { keysWorkUntil, type SubscriptionState, stepsTo } from '#platform/accounts/subscription.ts';
import type { ProviderStatus, ProviderSubscription } from './provider.ts';
import type { Plan, SubscriptionRole } from './subscriptions-table.ts';

const STATES: Record<ProviderStatus, SubscriptionState> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  // The provider stopped charging. Keys stop seven days after the first failure in either state.
  unpaid: 'past_due',
  // Paused until the customer adds a card.
  paused: 'canceled',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

/** The lowest rank becomes the main subscription. */
const RANKS: Partial<Record<SubscriptionState, number>> = { active: 0, past_due: 1, incomplete: 2 };

const rankOf = ({ status, endsAt }: ProviderSubscription): number => {
  const rank = RANKS[STATES[status]] ?? Number.POSITIVE_INFINITY;
  // A subscription that renews comes before one that ends.
  return endsAt === null ? rank : rank + 0.5;
};

const isLive = (one: ProviderSubscription): boolean => rankOf(one) < Number.POSITIVE_INFINITY;

interface RoleAssignment {
  subscription: ProviderSubscription;
  role: SubscriptionRole;
}

/**
 * The main subscription is the live one with the best rank; among equals the former main one, else the oldest. Other subscriptions that
 * renew are surplus; canceled ones end by themselves. `subscriptions` are ordered newest first.
 */
export function assignRoles(
  subscriptions: readonly ProviderSubscription[],
  formerMain: string | null,
): RoleAssignment[] {
  const order = ({ id }: ProviderSubscription): number => (id === formerMain ? 0 : 1);
  const [main, ...others] = subscriptions
    .filter(isLive)
    .toReversed()
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) || order(one) - order(other) || one.createdAt.localeCompare(other.createdAt),
    );
  return subscriptions.map((subscription) => {
    if (subscription === main) return { subscription, role: 'main' };
    if (!others.includes(subscription)) return { subscription, role: 'ended' };
    return { subscription, role: subscription.endsAt === null ? 'surplus' : 'other' };
  });
}

/** The new plan; null if nothing changes. */
export function planAfter(plan: Plan, main: ProviderSubscription | null, now: string): Plan | null {
  const next = main ? planIn(main, now) : ended(plan, now);
  if (next === null) return null;
  // A plan that an operator granted for longer stays.
  if (plan.granted_by === 'operator' && !lastsLonger(next, plan)) return null;
  if (next.state === plan.state && next.until === plan.until && plan.granted_by === 'provider') return null;
  if (stepsTo(plan.state, next.state) === null) return null;
  return next.state === plan.state && plan.granted_by === 'provider' ? { ...next, since: plan.since } : next;
}

function planIn({ status, endsAt }: ProviderSubscription, now: string): Plan {
  const state = STATES[status];
  const ends = state === 'active' && endsAt !== null;
  return { state: ends ? 'canceling' : state, since: now, until: ends ? endsAt : null, granted_by: 'provider' };
}

const ended = (plan: Plan, now: string): Plan | null =>
  plan.granted_by === 'operator' || plan.state === 'none' || plan.state === 'canceled'
    ? null
    : { state: 'canceled', since: now, until: null, granted_by: 'provider' };

/** A granted plan without effect does not block a paid one. */
const lastsLonger = (next: Plan, granted: Plan): boolean => {
  const until = keysWorkUntil(granted) ?? Number.NEGATIVE_INFINITY;
  return until <= Date.parse(next.since) || (keysWorkUntil(next) ?? Number.NEGATIVE_INFINITY) > until;
};
