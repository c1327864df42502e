/** The life of a subscription: its states, the steps between them, and in which of them keys work. The only place that knows. */

export const SUBSCRIPTION_STATES = ['none', 'incomplete', 'active', 'past_due', 'canceling', 'canceled'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export interface Subscription {
  state: SubscriptionState;
  /** Instant since when. */
  since: string;
  /** Instant at which a subscription that is being canceled ends; null in every other state. */
  until: string | null;
}

/** A customer who canceled may come back; there is no other way out of `canceled`. A payment provider ends one at once, too. */
const STEPS: Record<SubscriptionState, readonly SubscriptionState[]> = {
  none: ['incomplete'],
  incomplete: ['active', 'canceled'],
  active: ['canceling', 'past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceling: ['active', 'canceled'],
  canceled: ['incomplete'],
};

/** Unpaid subscriptions go on for this long: time to mend a card. */
const PAST_DUE_DAYS = 7;
const DAY_MS = 86_400_000;

export const isStep = (from: SubscriptionState, to: SubscriptionState): boolean => STEPS[from].includes(to);

/** The fewest steps from one state to another, without the first; null when none lead there. */
export function stepsTo(from: SubscriptionState, to: SubscriptionState): SubscriptionState[] | null {
  const paths: SubscriptionState[][] = [[from]];
  const visited = new Set([from]);
  for (const path of paths) {
    const last = path.at(-1) ?? from;
    if (last === to) return path.slice(1);
    for (const next of STEPS[last]) {
      if (visited.has(next)) continue;
      visited.add(next);
      paths.push([...path, next]);
    }
  }
  return null;
}

/** Instant, ms, until which keys work as things stand; null when they do not work. */
export function keysWorkUntil({ state, since, until }: Subscription): number | null {
  if (state === 'active') return Number.POSITIVE_INFINITY;
  if (state === 'past_due') return Date.parse(since) + PAST_DUE_DAYS * DAY_MS;
  if (state === 'canceling') return until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  return null;
}

export const keysWork = (subscription: Subscription, now: number): boolean => now < (keysWorkUntil(subscription) ?? 0);
