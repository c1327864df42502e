/** Billing settings: payment provider and price, checked together. */
import { keyedDigest } from '#lib/values/hash.ts';
import type { SubscriptionPrice } from '#lib/values/subscription-price.ts';

export interface BillingSettings {
  secretKey: string;
  /** Checks signatures of events. */
  webhookSecret: string;
  /** A price that exists at the provider; null sends `price` with each checkout. */
  priceId: string | null;
  price: SubscriptionPrice;
  /** The provider adds tax by the customer's address and collects tax numbers. */
  hasTax: boolean;
  /** Address of the provider's API; null for the real one. */
  apiUrl: string | null;
}

/** The settings as read, before they are checked together. */
interface BillingInput {
  isDemo: boolean;
  publicUrl: string | null;
  secretKey: string | null;
  webhookSecret: string | null;
  priceId: string | null;
  price: SubscriptionPrice | null;
  hasTax: boolean;
  apiUrl: string | null;
}

/** Default price of the demo, in play money. */
const DEMO_PRICE: SubscriptionPrice = { amount: 49, currency: 'RON', per: 'month' };

/** Null: nothing is sold. `standIn`: the demo's own provider sells. `wrong` creates the error for settings that contradict each other. */
export function billingOf(
  input: BillingInput,
  wrong: (name: string, expected: string) => Error,
): BillingSettings | 'standIn' | null {
  const { isDemo, secretKey, webhookSecret, priceId, price, hasTax, apiUrl } = input;
  if (secretKey === null) {
    if (webhookSecret !== null || priceId !== null)
      throw wrong(
        'STRIPE_SECRET_KEY',
        'given where STRIPE_WEBHOOK_SECRET or STRIPE_PRICE_ID is: without it nothing is sold',
      );
    return isDemo ? 'standIn' : null;
  }
  if (!/^[sr]k_(?:live|test)_[A-Za-z0-9_]{4,250}$/.test(secretKey))
    throw wrong(
      'STRIPE_SECRET_KEY',
      'a secret or restricted key of Stripe: sk_live_…, sk_test_…, rk_live_… or rk_test_…',
    );
  if (isDemo && /^[sr]k_live_/.test(secretKey))
    throw wrong('STRIPE_SECRET_KEY', 'a test key (sk_test_…): the demo is sold for play money only');
  if (webhookSecret === null || !/^whsec_[A-Za-z0-9+/=_-]{8,250}$/.test(webhookSecret))
    throw wrong(
      'STRIPE_WEBHOOK_SECRET',
      'the signing secret of the webhook (whsec_…): without it no payment is ever heard of',
    );
  if (price === null) throw wrong('FIRMOTECA_PRO_PRICE', 'given where Pro is sold, such as 49 RON/month');
  if (!isDemo && input.publicUrl === null)
    throw wrong('PUBLIC_URL', 'given where Pro is sold: customers come back to it');
  if (apiUrl !== null && !isSafe(apiUrl))
    throw wrong('STRIPE_API_URL', 'an https address without a path, or one of this machine');
  return { secretKey, webhookSecret, priceId, price, hasTax, apiUrl };
}

/** Without TLS an attacker on the network could report payments. */
function isSafe(url: string): boolean {
  const { protocol, hostname, pathname } = new URL(url);
  return pathname === '/' && (protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}

/** Settings of the demo's own provider. Every thread derives the same secret. */
export const standInSettings = (apiUrl: string, secret: string, price: SubscriptionPrice | null): BillingSettings => ({
  secretKey: 'sk_test_playMoneyOfTheDemo',
  webhookSecret: `whsec_${keyedDigest(secret, 'stand-in of the payment provider')}`,
  priceId: null,
  price: price ?? DEMO_PRICE,
  hasTax: false,
  apiUrl,
});

/** Origins of the payment pages, for the form policy of pages that lead there. */
export const payOrigins = ({ apiUrl }: BillingSettings): readonly string[] =>
  apiUrl === null ? ['https://checkout.stripe.com', 'https://billing.stripe.com'] : [new URL(apiUrl).origin];
