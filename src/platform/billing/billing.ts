/** Everything that an installation which sells Pro does with its payment provider. */
import { ApiError } from '#api/api-error.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { type Buyer, type CheckoutNeeds, inSentences, type Sent, sendToCheckout } from './checkout.ts';
import { openCheckout } from './checkouts-table.ts';
import { customerOf } from './customers-table.ts';
import { type Ending, endBilling } from './ending.ts';
import { said } from './sentences.ts';
import { type SubscriptionRow, subscriptionRows } from './subscriptions-table.ts';
import { sync } from './sync.ts';
import { takeEvent } from './take-event.ts';

export interface Billing {
  /** Where the account goes to pay; nobody is sent there who has paid. */
  subscribe(buyer: Buyer): Promise<Sent>;
  /** The provider's page on which an account manages what it pays. */
  manage(buyer: Buyer): Promise<string>;
  /** The subscription that counts, as the provider told it last; null when there is none. */
  paidBy(account: string): Promise<SubscriptionRow | null>;
  /** Whether the account ever went to pay: there is something to manage then. */
  isCustomer(account: string): Promise<boolean>;
  /** Where the checkout is that the account was sent to last; null when it never was. */
  checkoutAt(account: string): Promise<string | null>;
  /** Has the provider end the subscription with its paid period, or go on with it after all. The plan follows when the provider says so. */
  renew(account: string, isRenewed: boolean): Promise<void>;
  /** Whether it is an event of the provider; it is kept then. */
  take(body: Uint8Array, signature: string, now: number): Promise<boolean>;
  /** Ends all that the account pays, and has the provider forget its cards. `waiting`: the provider does not answer, ask again. */
  endBilling(account: string): Promise<Ending>;
  /** Ends what is under way. */
  close(): Promise<void>;
}

export interface BillingNeeds extends Omit<CheckoutNeeds, 'pages'> {
  /** Where the account's subscription is shown. */
  page(language: Language): string;
  report(error: unknown): void;
}

/** Questions that events lead to at a time, from one thread; what more of them are about is asked by the duty, within seconds. */
const ASKED_MAX = 20;

/** What the page of the subscription is told by its address: nothing is granted by it. */
export const BACK = { paid: 'paid', left: 'left' } as const;

export function billing(needs: BillingNeeds): Billing {
  const { state, provider, tally, report } = needs;
  const underway = new Set<Promise<unknown>>();
  const pages = (language: Language) => ({
    paid: `${needs.page(language)}?back=${BACK.paid}`,
    left: `${needs.page(language)}?back=${BACK.left}`,
  });

  /** The provider does not wait for it: what fails is done by the duty. */
  const syncSoon = (account: string): void => {
    if (underway.size >= ASKED_MAX) return;
    const running = sync(needs, account)
      .catch(report)
      .finally(() => underway.delete(running));
    underway.add(running);
  };

  const paidBy: Billing['paidBy'] = async (account) =>
    (await subscriptionRows(state, account)).find(({ place }) => place === 'main') ?? null;

  return {
    subscribe: (buyer) => sendToCheckout({ ...needs, pages }, buyer),
    async manage({ account, language, origin }) {
      const known = await customerOf(state, account);
      if (!known) throw new ApiError('NOT_FOUND', said.noCustomer());
      return inSentences(provider.openPortal(known.customer, `${origin}${needs.page(language)}`, language));
    },
    paidBy,
    isCustomer: async (account) => (await customerOf(state, account)) !== null,
    checkoutAt: async (account) => (await openCheckout(state, account))?.url ?? null,
    async renew(account, isRenewed) {
      const paid = await paidBy(account);
      if (!paid) throw new ApiError('NOT_FOUND', said.noSubscription());
      await inSentences(isRenewed ? provider.goOn(paid.id) : provider.cancelAtPeriodEnd(paid.id));
    },
    async take(body, signature, now) {
      const event = await provider.eventOf(body, signature, now);
      if (event === null) {
        tally('refused');
        return false;
      }
      const taken = await takeEvent({ state, provider }, event, now);
      tally(taken.is);
      if (taken.is === 'taken') syncSoon(taken.account);
      return true;
    },
    endBilling: (account) => endBilling(needs, account),
    async close() {
      await Promise.all(underway);
    },
  };
}
