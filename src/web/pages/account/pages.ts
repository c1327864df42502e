/** The pages of accounts, from the entrance to the last farewell. */
import type { Page } from '#web/door/page.ts';
import { type SubscriptionPageNeeds, subscriptionPage } from './subscription/subscription.ts';

/** What its pages do things with. */
export interface AccountPagesNeeds {
  subscription: SubscriptionPageNeeds;
}

export const accountPages = ({ subscription }: AccountPagesNeeds): Page[] => [subscriptionPage(subscription)];
