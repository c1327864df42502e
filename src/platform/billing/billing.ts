/** Everything that an installation which sells Pro does with its payment provider. */
import { ApiError } from '#api/api-error.ts';
import type { Database } from '#data/store/database.ts';
import type { Language } from '#lib/i18n/sentence.ts';
import { asApiErrors, type Buyer, type CheckoutNeeds, type CheckoutResult, sendToCheckout } from './checkout.ts';
import { openCheckout } from './checkouts-table.ts';
import { accountOf, customerOf } from './customers-table.ts';
import { addEvent } from './events-table.ts';
import { type PaymentProvider, type ProviderEvent, ProviderUnavailable } from './provider.ts';
import { said } from './sentences.ts';
import { type SubscriptionRow, subscriptionRows } from './subscriptions-table.ts';
import { type SyncNeeds, sync } from './sync.ts';

export interface Billing {
  /** Where the account goes to pay; nobody is sent there who has paid. */
  subscribe(buyer: Buyer): Promise<CheckoutResult>;
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
  endBilling(account: string): Promise<BillingEnd>;
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
  const rebuildState = new Set<Promise<unknown>>();
  const pages = (language: Language) => ({
    paid: `${needs.page(language)}?back=${BACK.paid}`,
    left: `${needs.page(language)}?back=${BACK.left}`,
  });

  /** The provider does not wait for it: what fails is done by the duty. */
  const syncSoon = (account: string): void => {
    if (rebuildState.size >= ASKED_MAX) return;
    const running = sync(needs, account)
      .catch(report)
      .finally(() => rebuildState.delete(running));
    rebuildState.add(running);
  };

  const paidBy: Billing['paidBy'] = async (account) =>
    (await subscriptionRows(state, account)).find(({ place }) => place === 'main') ?? null;

  return {
    subscribe: (buyer) => sendToCheckout({ ...needs, pages }, buyer),
    async manage({ account, language, origin }) {
      const known = await customerOf(state, account);
      if (!known) throw new ApiError('NOT_FOUND', said.noCustomer());
      return asApiErrors(provider.openPortal(known.customer, `${origin}${needs.page(language)}`, language));
    },
    paidBy,
    isCustomer: async (account) => (await customerOf(state, account)) !== null,
    checkoutAt: async (account) => (await openCheckout(state, account))?.url ?? null,
    async renew(account, isRenewed) {
      const paid = await paidBy(account);
      if (!paid) throw new ApiError('NOT_FOUND', said.noSubscription());
      await asApiErrors(isRenewed ? provider.goOn(paid.id) : provider.cancelAtPeriodEnd(paid.id));
    },
    async take(body, signature, now) {
      const event = await provider.eventOf(body, signature, now);
      if (event === null) {
        tally('refused');
        return false;
      }
      const taken = await acceptEvent({ state, provider }, event, now);
      tally(taken.is);
      if (taken.is === 'taken') syncSoon(taken.account);
      return true;
    },
    endBilling: (account) => endBilling(needs, account),
    async close() {
      await Promise.all(rebuildState);
    },
  };
}

// §§ ending.ts: The end of what an account pays, before it is deleted: nobody pays for an account that is not there any more.

export type BillingEnd = 'ended' | 'waiting';

/**
 * Ends all of it, and has the provider forget its cards. `waiting`: the provider does not answer, ask again. What we keep of it stays
 * until the account is deleted: whoever is killed in between leaves an account that has no plan any more, and can go, or buy another.
 */
export async function endBilling(
  { state, provider, tally }: Pick<SyncNeeds, 'state' | 'provider' | 'tally'>,
  account: string,
): Promise<BillingEnd> {
  const [known, checkout] = [await customerOf(state, account), await openCheckout(state, account)];
  try {
    // Nobody pays while it is ended.
    if (checkout?.session) await provider.closeCheckout(checkout.session);
    if (known) await provider.deleteCustomer(known.customer);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    tally('providerFault');
    return 'waiting';
  }
  return 'ended';
}

// §§ take-event.ts: Takes an event of the provider: kept before it is answered, so that nothing is lost, and each counts once.

/** After these the provider may say something else about a customer's subscriptions. */
const TYPES: ReadonlySet<string> = new Set([
  'checkout.session.completed',
  'checkout.session.async_payment_succeeded',
  'checkout.session.async_payment_failed',
  'customer.subscription.created',
  'customer.subscription.updated',
  'customer.subscription.deleted',
  'customer.subscription.paused',
  'customer.subscription.resumed',
  'customer.deleted',
  'invoice.paid',
  'invoice.payment_failed',
  'invoice.payment_action_required',
]);

/** `taken`: about that account. `again`: it came before. `ignored`: none of ours, and why is kept. */
export type EventResult =
  | { is: 'taken'; account: string }
  | { is: 'again'; account: string | null }
  | { is: 'ignored' };

async function acceptEvent(
  { state, provider }: { state: Database; provider: PaymentProvider },
  event: ProviderEvent,
  now: number,
): Promise<EventResult> {
  const account = event.customer === null ? null : await accountOf(state, event.customer);
  const outcome = reasonToIgnore(event, account, provider);
  const isNew = await addEvent(state, {
    id: event.id,
    type: event.type,
    // Of customers that are nobody's nothing is kept: they may be those of accounts that were deleted a moment ago.
    customer: account === null ? null : event.customer,
    account_id: outcome === null ? account : null,
    created_at: event.createdAt,
    received_at: new Date(now).toISOString(),
    state: outcome === null ? 'waiting' : 'ignored',
    outcome,
  });
  if (!isNew) return { is: 'again', account: outcome === null ? account : null };
  return outcome === null && account !== null ? { is: 'taken', account } : { is: 'ignored' };
}

/** Null for what is ours. */
function reasonToIgnore(event: ProviderEvent, account: string | null, provider: PaymentProvider): string | null {
  if (event.isLive !== provider.isLive) return 'otherMode';
  if (!TYPES.has(event.type)) return 'type';
  return account === null ? 'unknownCustomer' : null;
}
