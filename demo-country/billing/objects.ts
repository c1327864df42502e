/** The provider's objects in its own shape: the types of its official package say whether a field is missing. */

import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

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

interface BillWish {
  subscription: Stripe.Subscription;
  reason: Stripe.Invoice.BillingReason;
  isPaid: boolean;
  now: number;
}

export function invoiceOf({ subscription, reason, isPaid, now }: BillWish): Stripe.Invoice {
  const id = newId('in', 24);
  const [item] = subscription.items.data;
  const amount = item?.price.unit_amount ?? 0;
  return {
    id,
    object: 'invoice',
    account_country: 'RO',
    account_name: null,
    account_tax_ids: null,
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    amount_shipping: 0,
    application: null,
    attempt_count: 1,
    attempted: true,
    auto_advance: !isPaid,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    automatically_finalizes_at: null,
    billing_reason: reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    custom_fields: null,
    customer: subscription.customer,
    customer_account: null,
    customer_address: null,
    customer_email: null,
    customer_name: null,
    customer_phone: null,
    customer_shipping: null,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_payment_method: null,
    default_source: null,
    default_tax_rates: [],
    description: null,
    discounts: [],
    due_date: null,
    effective_at: now,
    ending_balance: 0,
    footer: null,
    from_invoice: null,
    hosted_invoice_url: null,
    invoice_pdf: null,
    issuer: { type: 'self' },
    last_finalization_error: null,
    latest_revision: null,
    lines: listOf([], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: isPaid ? null : now + 3 * 86_400,
    number: newId('', 8),
    on_behalf_of: null,
    parent: {
      quote_details: null,
      subscription_details: { metadata: subscription.metadata, subscription: subscription.id },
      type: 'subscription_details',
    },
    payment_settings: { default_mandate: null, payment_method_options: null, payment_method_types: null },
    period_end: now,
    period_start: now,
    post_payment_credit_notes_amount: 0,
    pre_payment_credit_notes_amount: 0,
    receipt_number: null,
    rendering: null,
    shipping_cost: null,
    shipping_details: null,
    starting_balance: 0,
    statement_descriptor: null,
    status: isPaid ? 'paid' : 'open',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: isPaid ? now : null,
      voided_at: null,
    },
    test_clock: null,
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
  };
}

export const paymentOf = (invoice: Stripe.Invoice, now: number): Stripe.InvoicePayment => ({
  id: newId('inpay', 24),
  object: 'invoice_payment',
  amount_paid: invoice.amount_due,
  amount_requested: invoice.amount_due,
  created: now,
  currency: invoice.currency,
  invoice: invoice.id,
  is_default: true,
  livemode: false,
  payment: { payment_intent: newId('pi', 24), type: 'payment_intent' },
  status: 'paid',
  status_transitions: { canceled_at: null, paid_at: now },
});

export const refundOf = (intent: string, amount: number, currency: string, now: number): Stripe.Refund => ({
  id: newId('re', 24),
  object: 'refund',
  amount,
  balance_transaction: null,
  charge: newId('ch', 24),
  created: now,
  currency,
  customer: null,
  customer_account: null,
  metadata: {},
  payment_intent: intent,
  payment_method: null,
  reason: 'duplicate',
  receipt_number: null,
  source_transfer_reversal: null,
  status: 'succeeded',
  transfer_reversal: null,
});

const LETTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

export function newId(kind: string, length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => LETTERS[byte % LETTERS.length]).join('');
  return kind === '' ? letters : `${kind}_${letters}`;
}

/** An error as the provider tells it. */
export class Refusal extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(status: number, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { message, type: 'invalid_request_error', ...more } };
  }
}

export const missing = (what: string, id: string, param = 'id'): Refusal =>
  new Refusal(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    param,
  });

export const lacking = (param: string): Refusal =>
  new Refusal(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
