/** The interface of a payment provider; stripe.ts implements it. */
import type { Language } from '#lib/i18n/message.ts';

/** Subscription states of the provider; any other value is rejected. */
export const PROVIDER_STATUSES = [
  'incomplete',
  'incomplete_expired',
  'trialing',
  'active',
  'past_due',
  'unpaid',
  'paused',
  'canceled',
] as const;
export type ProviderStatus = (typeof PROVIDER_STATUSES)[number];

export interface ProviderSubscription {
  id: string;
  status: ProviderStatus;
  /** Instants. */
  createdAt: string;
  periodEnd: string | null;
  /** End of a canceled subscription; null if it renews. */
  endsAt: string | null;
  /** The newest bill. */
  invoice: string | null;
}

export interface CheckoutOptions {
  customer: string;
  account: string;
  /** Idempotency key of the checkout. */
  attempt: string;
  language: Language;
  /** Where the customer comes back to. */
  paidAt: string;
  leftAt: string;
}

export interface Checkout {
  id: string;
  /** Null if the checkout is closed. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** What was bought; null until then. */
  subscription: string | null;
}

/** An event with a valid signature. Only its customer is used; the current state is queried. */
export interface ProviderEvent {
  id: string;
  type: string;
  createdAt: string;
  customer: string | null;
  isLive: boolean;
}

export type Refund = 'refunded' | 'nothingPaid' | 'refused';

export interface PaymentProvider {
  /** Of real money. */
  readonly isLive: boolean;
  /** The customer's id: the same whenever it is asked for within a day. `instead`: of one that is gone. */
  customerFor(account: string, email: string | null, language: Language, instead: string | null): Promise<string>;
  /** Bills and reminders go to this address from now on; nothing where there is no such customer any more. */
  tellAddress(customer: string, email: string): Promise<void>;
  /** Null when there is no such customer any more. */
  openCheckout(wish: CheckoutOptions): Promise<Checkout | null>;
  /** Null when there is no such checkout. */
  checkoutOf(id: string): Promise<Checkout | null>;
  /** One that is paid meanwhile stays so. */
  closeCheckout(id: string): Promise<void>;
  /** The address of the page on which a customer manages cards, bills and the end of a subscription. */
  openPortal(customer: string, returnTo: string, language: Language): Promise<string>;
  /** All there ever were, ended ones too; null when there is no such customer any more. */
  subscriptionsOf(customer: string): Promise<ProviderSubscription[] | null>;
  cancelAtPeriodEnd(subscription: string): Promise<void>;
  /** One that was canceled so goes on after all. */
  goOn(subscription: string): Promise<void>;
  /** At once, and nothing is charged any more. */
  cancelNow(subscription: string): Promise<void>;
  /** Pays a bill back in full, once however often it is asked. */
  refund(invoice: string, subscription: string): Promise<Refund>;
  /** Ends all of its subscriptions and forgets its cards; bills stay with the provider, as the law wants. */
  deleteCustomer(customer: string): Promise<void>;
  /** Null when it is no event of theirs: a wrong signature, one of long ago, or of a time to come. */
  eventOf(body: Uint8Array, signature: string, now: number): Promise<ProviderEvent | null>;
  /** What a subscription costs there; null when it is not known there. For whoever checks the settings. */
  price(): Promise<ProviderPrice | null>;
}

export interface ProviderPrice {
  /** In the smallest coin. */
  amount: number | null;
  currency: string;
  per: string | null;
  isActive: boolean;
}

/** The provider does not answer: retry later. */
export class ProviderUnavailable extends Error {}

/** The provider rejected the request: a retry is useless. */
export class ProviderRefused extends Error {
  readonly code: string | null;
  /** The provider's name of the rejected parameter. */
  readonly about: string | null;

  constructor(message: string, code: string | null, about: string | null = null) {
    super(message);
    this.code = code;
    this.about = about;
  }
}
