/** Values and errors of the payment provider (stripe.ts). */
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
  /** Return addresses after the payment, and without it. */
  successUrl: string;
  cancelUrl: string;
}

export interface Checkout {
  id: string;
  /** Null if the checkout is closed. */
  url: string | null;
  state: 'open' | 'complete' | 'expired';
  /** Null until paid. */
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
