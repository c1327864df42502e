/** The provider's objects in its own shape: the types of its official package say whether a field is missing. */
import type Stripe from 'stripe';
import { newId } from './new-id.ts';

const DAY = 86_400;
/** The provider's bills are due by the month of the calendar; thirty days do here. */
const PERIODS: Record<string, number> = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };
const SESSION_SECONDS = DAY;

interface CustomerWish {
  email: string | null;
  locales: string[];
  metadata: Record<string, string>;
  now: number;
}

export const customerOf = ({ email, locales, metadata, now }: CustomerWish): Stripe.Customer => ({
  id: newId('cus', 14),
  object: 'customer',
  address: null,
  balance: 0,
  created: now,
  currency: null,
  customer_account: null,
  default_source: null,
  delinquent: false,
  description: null,
  discount: null,
  email,
  invoice_prefix: newId('', 8).toUpperCase(),
  livemode: false,
  metadata,
  name: null,
  next_invoice_sequence: 1,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  phone: null,
  preferred_locales: locales,
  shipping: null,
  tax_exempt: 'none',
  test_clock: null,
});

export interface Priced {
  amount: number;
  currency: string;
  per: 'day' | 'week' | 'month' | 'year';
}

export const priceOf = ({ amount, currency, per }: Priced, now: number, id = newId('price', 24)): Stripe.Price => ({
  id,
  object: 'price',
  active: true,
  billing_scheme: 'per_unit',
  created: now,
  currency,
  custom_unit_amount: null,
  livemode: false,
  lookup_key: null,
  metadata: {},
  nickname: null,
  product: newId('prod', 14),
  recurring: { interval: per, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  tiers_mode: null,
  transform_quantity: null,
  type: 'recurring',
  unit_amount: amount,
  // A text on the wire.
  unit_amount_decimal: String(amount) as unknown as Stripe.Price['unit_amount_decimal'],
});

/** Older answers name the price so, too. */
const planOf = ({
  id,
  created,
  currency,
  recurring,
  unit_amount,
  unit_amount_decimal,
  product,
}: Stripe.Price): Stripe.Plan => ({
  id,
  object: 'plan',
  active: true,
  amount: unit_amount,
  amount_decimal: unit_amount_decimal,
  billing_scheme: 'per_unit',
  created,
  currency,
  interval: recurring?.interval ?? 'month',
  interval_count: 1,
  livemode: false,
  metadata: {},
  meter: null,
  nickname: null,
  product,
  tiers_mode: null,
  transform_usage: null,
  trial_period_days: null,
  usage_type: 'licensed',
});

export const periodEnd = ({ recurring }: Stripe.Price, from: number): number =>
  from + (PERIODS[recurring?.interval ?? 'month'] ?? 30 * DAY);

interface SubscriptionWish {
  customer: string;
  price: Stripe.Price;
  status: Stripe.Subscription.Status;
  metadata: Record<string, string>;
  now: number;
}

export function subscriptionOf({ customer, price, status, metadata, now }: SubscriptionWish): Stripe.Subscription {
  const id = newId('sub', 24);
  const item: Stripe.SubscriptionItem = {
    id: newId('si', 14),
    object: 'subscription_item',
    billing_thresholds: null,
    created: now,
    current_period_start: now,
    current_period_end: periodEnd(price, now),
    current_trial: null,
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
  };
  return {
    id,
    object: 'subscription',
    application: null,
    application_fee_percent: null,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    billing_cycle_anchor_config: null,
    billing_mode: { type: 'flexible' } as never,
    billing_schedules: [],
    billing_thresholds: null,
    cancel_at: null,
    cancel_at_period_end: false,
    canceled_at: null,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    customer_account: null,
    days_until_due: null,
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    ended_at: null,
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    latest_invoice: null,
    livemode: false,
    managed_payments: null,
    metadata,
    on_behalf_of: null,
    next_pending_invoice_item_invoice: null,
    pause_collection: null,
    payment_settings: null,
    pending_invoice_item_interval: null,
    pending_setup_intent: null,
    pending_update: null,
    schedule: null,
    start_date: now,
    status,
    test_clock: null,
    transfer_data: null,
    trial_end: null,
    trial_settings: null,
    trial_start: null,
  };
}

interface SessionWish {
  customer: string;
  reference: string | null;
  price: Stripe.Price;
  successUrl: string;
  cancelUrl: string | null;
  locale: string | null;
  metadata: Record<string, string>;
  now: number;
  urlOf(id: string): string;
}

export function sessionOf(wish: SessionWish): Stripe.Checkout.Session {
  const { customer, price, now } = wish;
  const id = `cs_test_${newId('', 58)}`;
  return {
    id,
    object: 'checkout.session',
    adaptive_pricing: null,
    after_expiration: null,
    allow_promotion_codes: null,
    allowed_payment_method_types: null,
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    billing_address_collection: null,
    cancel_url: wish.cancelUrl,
    client_reference_id: wish.reference,
    client_secret: null,
    collected_information: null,
    consent: null,
    consent_collection: null,
    created: now,
    currency: price.currency,
    currency_conversion: null,
    custom_fields: [],
    customer,
    customer_account: null,
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    customer_creation: null,
    customer_details: null,
    customer_email: null,
    discounts: [],
    expires_at: now + SESSION_SECONDS,
    integration_identifier: null,
    invoice: null,
    invoice_creation: null,
    livemode: false,
    locale: wish.locale as Stripe.Checkout.Session['locale'],
    managed_payments: null,
    metadata: wish.metadata,
    mode: 'subscription',
    origin_context: null,
    payment_intent: null,
    payment_link: null,
    payment_method_collection: 'always',
    payment_method_configuration_details: null,
    payment_method_options: null,
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    permissions: null,
    recovered_from: null,
    saved_payment_method_options: null,
    setup_intent: null,
    shipping_address_collection: null,
    shipping_cost: null,
    shipping_options: [],
    status: 'open',
    submit_type: null,
    subscription: null,
    success_url: wish.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    ui_mode: null,
    url: wish.urlOf(id),
    wallet_options: null,
  };
}

export const listOf = <One>(data: One[], url: string, has_more = false): Stripe.ApiList<One> => ({
  object: 'list',
  data,
  has_more,
  url,
});
