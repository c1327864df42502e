/** Subscription states, the transitions between them, and in which of them API keys work. */

export const SUBSCRIPTION_STATES = ['none', 'incomplete', 'active', 'past_due', 'canceling', 'canceled'] as const;
export type SubscriptionState = (typeof SUBSCRIPTION_STATES)[number];

export interface Subscription {
  state: SubscriptionState;
  /** Instant of the last transition. */
  since: string;
  /** Instant at which a `canceling` subscription ends; null in every other state. */
  until: string | null;
}

/** A canceled customer may subscribe again. A payment provider may also end a subscription at once. */
const STEPS: Record<SubscriptionState, readonly SubscriptionState[]> = {
  none: ['incomplete'],
  incomplete: ['active', 'canceled'],
  active: ['canceling', 'past_due', 'canceled'],
  past_due: ['active', 'canceled'],
  canceling: ['active', 'canceled'],
  canceled: ['incomplete'],
};

/** Grace period of an unpaid subscription. */
const PAST_DUE_DAYS = 7;
const DAY_MS = 86_400_000;

export const isStep = (from: SubscriptionState, to: SubscriptionState): boolean => STEPS[from].includes(to);

/** The shortest path to a state, without the first state; null if there is none. */
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

/** Instant in ms until which keys work in this state; null if they do not work. */
export function keysWorkUntil({ state, since, until }: Subscription): number | null {
  if (state === 'active') return Number.POSITIVE_INFINITY;
  if (state === 'past_due') return Date.parse(since) + PAST_DUE_DAYS * DAY_MS;
  if (state === 'canceling') return until === null ? Number.POSITIVE_INFINITY : Date.parse(until);
  return null;
}

export const keysWork = (subscription: Subscription, now: number): boolean => now < (keysWorkUntil(subscription) ?? 0);
