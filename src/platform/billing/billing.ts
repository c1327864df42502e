/** Billing of an installation that sells Pro: checkout, portal, webhook events, and the end of an account's payments. */

import { ApiError } from '#api/api-error.ts';
import type { Context } from '#api/context.ts';
import { messages } from '#locales/messages.ts';
import { asApiErrors, type Buyer, type CheckoutContext, type CheckoutResult, sendToCheckout } from './checkout.ts';
import { openCheckout } from './checkouts-table.ts';
import { accountOf, customerOf } from './customers-table.ts';
import { addEvent } from './events-table.ts';
import { type ProviderEvent, ProviderUnavailable } from './provider.ts';
import type { PaymentProvider } from './stripe.ts';
import { type SubscriptionRow, subscriptionRows } from './subscriptions-table.ts';
import { type BillingContext, sync } from './sync.ts';

export interface Billing {
  /** Opens a checkout, unless the account has already paid. */
  subscribe(buyer: Buyer): Promise<CheckoutResult>;
  /** Address of the provider's billing portal. */
  manage(buyer: Buyer): Promise<string>;
  /** The main subscription as last reported by the provider; null if there is none. */
  paidBy(account: string): Promise<SubscriptionRow | null>;
  /** Whether the account is a customer of the provider. */
  isCustomer(account: string): Promise<boolean>;
  /** Address of the account's last checkout; null if there is none. */
  checkoutAt(account: string): Promise<string | null>;
  /** Cancels the subscription at the end of its period, or resumes it. The plan changes when the provider confirms. */
  renew(account: string, isRenewed: boolean): Promise<void>;
  /** Stores a webhook event. False if its signature is wrong. */
  receiveEvent(body: Uint8Array, signature: string, now: number): Promise<boolean>;
  /** Ends all subscriptions of the account and deletes its customer at the provider. `waiting`: the provider does not answer; try again. */
  endBilling(account: string): Promise<BillingEnd>;
  /** Resolves when running synchronizations have ended. */
  close(): Promise<void>;
}

/** Concurrent synchronizations of one thread; the leader job handles further events within seconds. */
const SYNCS_MAX = 20;

export function billing(context: CheckoutContext & Pick<Context, 'report'>): Billing {
  const { state, provider, tally, report } = context;
  const running = new Set<Promise<unknown>>();

  /** In the background: the provider waits for our answer, and the leader job retries failures. */
  const syncSoon = (account: string): void => {
    if (running.size >= SYNCS_MAX) return;
    const syncing = sync(context, account)
      .catch(report)
      .finally(() => running.delete(syncing));
    running.add(syncing);
  };

  const paidBy: Billing['paidBy'] = async (account) =>
    (await subscriptionRows(state, account)).find(({ place }) => place === 'main') ?? null;

  return {
    subscribe: (buyer) => sendToCheckout(context, buyer),
    async manage({ account, language, origin }) {
      const row = await customerOf(state, account);
      if (!row) throw new ApiError('NOT_FOUND', messages.billing.noCustomer());
      return asApiErrors(provider.openPortal(row.customer, `${origin}${context.page(language)}`, language));
    },
    paidBy,
    isCustomer: async (account) => (await customerOf(state, account)) !== null,
    checkoutAt: async (account) => (await openCheckout(state, account))?.url ?? null,
    async renew(account, isRenewed) {
      const paid = await paidBy(account);
      if (!paid) throw new ApiError('NOT_FOUND', messages.billing.noSubscription());
      await asApiErrors(isRenewed ? provider.resume(paid.id) : provider.cancelAtPeriodEnd(paid.id));
    },
    async receiveEvent(body, signature, now) {
      const event = await provider.eventOf(body, signature, now);
      if (event === null) {
        tally('refused');
        return false;
      }
      const result = await acceptEvent({ state, provider }, event, now);
      tally(result.is);
      if (result.is === 'taken') syncSoon(result.account);
      return true;
    },
    endBilling: (account) => endBilling(context, account),
    async close() {
      await Promise.all(running);
    },
  };
}

export type BillingEnd = 'ended' | 'waiting';

/**
 * Ends all payments of an account before its deletion. Our rows stay until the account is deleted: a process killed in between leaves an
 * account without a plan, which can still be deleted or subscribe again.
 */
export async function endBilling(
  { state, provider, tally }: Pick<BillingContext, 'state' | 'provider' | 'tally'>,
  account: string,
): Promise<BillingEnd> {
  const [row, checkout] = [await customerOf(state, account), await openCheckout(state, account)];
  try {
    // The open checkout closes first: a payment must not arrive for a deleted customer.
    if (checkout?.session) await provider.closeCheckout(checkout.session);
    if (row) await provider.deleteCustomer(row.customer);
  } catch (error) {
    if (!(error instanceof ProviderUnavailable)) throw error;
    tally('providerFault');
    return 'waiting';
  }
  return 'ended';
}

/** Event types after which a customer's subscriptions may have changed. */
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

/** Also the names of the counts in the table: `taken`, stored for that account; `again`, a duplicate; `ignored`, stored with the reason. */
type EventResult = { is: 'taken'; account: string } | { is: 'again' | 'ignored' };

async function acceptEvent(
  { state, provider }: Pick<BillingContext, 'state' | 'provider'>,
  event: ProviderEvent,
  now: number,
): Promise<EventResult> {
  const account = event.customer === null ? null : await accountOf(state, event.customer);
  const outcome = reasonToIgnore(event, account, provider);
  const isNew = await addEvent(state, {
    id: event.id,
    type: event.type,
    // The ids of unknown customers are not stored: their account may just have been deleted.
    customer: account === null ? null : event.customer,
    account_id: outcome === null ? account : null,
    created_at: event.createdAt,
    received_at: new Date(now).toISOString(),
    state: outcome === null ? 'waiting' : 'ignored',
    outcome,
  });
  if (!isNew) return { is: 'again' };
  return outcome === null && account !== null ? { is: 'taken', account } : { is: 'ignored' };
}

/** Null for an event to process. */
function reasonToIgnore(event: ProviderEvent, account: string | null, provider: PaymentProvider): string | null {
  if (event.isLive !== provider.isLive) return 'otherMode';
  if (!TYPES.has(event.type)) return 'type';
  return account === null ? 'unknownCustomer' : null;
}
