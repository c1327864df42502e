/** `subscribe`: pay for it. The others lead to the provider: cards, bills, cancel; go on after all; only look back. */
export type Offer = 'subscribe' | 'manage' | 'resume' | 'lookBack';

/** `until`: the day to which keys work, where there is one. */
export type PlanWords = Record<
  'none' | 'incomplete' | 'active' | 'past_due' | 'unpaid' | 'canceling' | 'canceled' | 'granted' | 'grantedUntil',
  (until: string) => string
>;
