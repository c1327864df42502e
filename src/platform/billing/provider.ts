/** Whom accounts pay: what we ask of a payment provider, in our words. stripe.ts is the only file that knows theirs. */
import type { Language } from '#lib/i18n/sentence.ts';

/** As the provider calls them; every other word of theirs is refused at the border. */
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
  /** When it ends without being renewed; null while nobody canceled it. */
  endsAt: string | null;
  /** The newest bill. */
  invoice: string | null;
}

export interface CheckoutOptions {
  customer: string;
  account: string;
  /** Names the checkout: asked for twice, it is the same. */
  attempt: string;
  language: Language;
  /** Where the customer comes back to. */
  paidAt: string;
  leftAt: string;
}

export interface Checkout {
  id: string;
  /** Null when it is open no more. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** What was bought; null until then. */
  subscription: string | null;
}

/** An event whose signature is right. Only which customer it is about is believed; how things are is asked. */
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

/** The provider does not answer, or not now: whatever was to be done is to be tried again. */
export class ProviderUnavailable extends Error {}

/** The provider answered, and does not do it: trying again is no use. */
export class ProviderRefused extends Error {
  readonly code: string | null;
  /** What of the question it is about, as they call it. */
  readonly about: string | null;

  constructor(message: string, code: string | null, about: string | null = null) {
    super(message);
    this.code = code;
    this.about = about;
  }
}
