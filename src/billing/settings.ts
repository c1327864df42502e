/** With which payment provider an installation sells Pro, and for how much: put together from the settings once. */
import type { SubscriptionPrice } from '#base/subscription-price.ts';

export interface BillingSettings {
  secretKey: string;
  /** Checks signatures of events. */
  webhookSecret: string;
  /** A price that was made at the provider; null: `price` stands in each checkout. */
  priceId: string | null;
  price: SubscriptionPrice;
  /** The provider adds tax by the customer's address and asks for tax numbers. */
  hasTax: boolean;
  /** Of the provider's interface; null: the real one. */
  apiUrl: string | null;
}

export interface BillingTexts {
  secretKey: string | null;
  webhookSecret: string | null;
  priceId: string | null;
  price: SubscriptionPrice | null;
  hasTax: boolean;
  apiUrl: string | null;
}

/** Null: nothing is sold. `wrong` makes the error for settings that do not go together. */
export function billingOf(
  texts: BillingTexts,
  wrong: (name: string, expected: string) => Error,
): BillingSettings | null {
  const { secretKey, webhookSecret, price, apiUrl } = texts;
  if (secretKey === null) return null;
  if (!/^[sr]k_(?:live|test)_[A-Za-z0-9_]{4,250}$/.test(secretKey))
    throw wrong(
      'STRIPE_SECRET_KEY',
      'a secret or restricted key of Stripe, which begins with sk_live_, sk_test_, rk_live_ or rk_test_',
    );
  if (webhookSecret === null || !/^whsec_[A-Za-z0-9+/=_-]{8,250}$/.test(webhookSecret))
    throw wrong(
      'STRIPE_WEBHOOK_SECRET',
      'the signing secret of the webhook, which begins with whsec_: without it no payment is ever heard of',
    );
  if (price === null) throw wrong('FIRMOTECA_PRO_PRICE', 'given where Pro is sold, such as 49 RON/month');
  if (apiUrl !== null && !isSafe(apiUrl))
    throw wrong('STRIPE_API_URL', 'an https address without a path, or one of this machine');
  return { ...texts, secretKey, webhookSecret, price };
}

/** Whoever sits on the way could say that something was paid. */
function isSafe(url: string): boolean {
  const { protocol, hostname, pathname } = new URL(url);
  return pathname === '/' && (protocol === 'https:' || ['127.0.0.1', '[::1]', 'localhost'].includes(hostname));
}
