/** Pure rules: which of an account's subscriptions is the main one, which are surplus, and which plan follows. */
import { keysWorkUntil, type SubscriptionState, stepsTo } from '#platform/accounts/subscription.ts';
import type { ProviderStatus, ProviderSubscription } from './provider.ts';
import type { Place, Plan } from './subscriptions-table.ts';

const STATES: Record<ProviderStatus, SubscriptionState> = {
  incomplete: 'incomplete',
  trialing: 'active',
  active: 'active',
  past_due: 'past_due',
  // The provider gave up asking for money: seven days after the first failure keys stop, as ours do.
  unpaid: 'past_due',
  // Rests until its customer gives a card.
  paused: 'canceled',
  incomplete_expired: 'canceled',
  canceled: 'canceled',
};

/** The better one counts where there are several. */
const RANKS: Partial<Record<SubscriptionState, number>> = { active: 0, past_due: 1, incomplete: 2 };

const rankOf = ({ status, endsAt }: ProviderSubscription): number => {
  const rank = RANKS[STATES[status]] ?? Number.POSITIVE_INFINITY;
  // One that goes on before one that ends.
  return endsAt === null ? rank : rank + 0.5;
};

const isLive = (one: ProviderSubscription): boolean => rankOf(one) < Number.POSITIVE_INFINITY;

export interface Placed {
  subscription: ProviderSubscription;
  place: Place;
}

/**
 * Of several that live, the one that was paid counts, and of those the one that counted before, or else the oldest: they come
 * newest first. Whatever else would be charged again is one too many; one that its customer canceled ends by itself.
 */
export function assignPlaces(told: readonly ProviderSubscription[], countedBefore: string | null): Placed[] {
  const isOther = ({ id }: ProviderSubscription): number => (id === countedBefore ? 0 : 1);
  const [main, ...others] = told
    .filter(isLive)
    .toReversed()
    .toSorted(
      (one, other) =>
        rankOf(one) - rankOf(other) || isOther(one) - isOther(other) || one.createdAt.localeCompare(other.createdAt),
    );
  return told.map((subscription) => {
    if (subscription === main) return { subscription, place: 'main' };
    if (!others.includes(subscription)) return { subscription, place: 'ended' };
    return { subscription, place: subscription.endsAt === null ? 'surplus' : 'other' };
  });
}

/** The new plan; null if nothing changes. */
export function planAfter(plan: Plan, main: ProviderSubscription | null, now: string): Plan | null {
  const next = main ? planIn(main, now) : ended(plan, now);
  if (next === null) return null;
  // What an operator gave for longer stays given.
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
