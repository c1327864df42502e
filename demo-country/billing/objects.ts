/** The provider's objects and errors in Stripe's shape; the types of Stripe's package check that no field is missing. */

import { randomBytes } from 'node:crypto';
import type Stripe from 'stripe';

const DAY = 86_400;
/** Stripe bills by calendar month; the stand-in by thirty days. */
const PERIODS: Record<string, number> = { day: DAY, week: 7 * DAY, month: 30 * DAY, year: 365 * DAY };
const SESSION_SECONDS = DAY;

type Names<Text extends string> = Text extends `${infer First} ${infer Rest}` ? First | Names<Rest> : Text;

/** Fields that are null in every object of the stand-in. */
const nulls = <Text extends string>(...names: Text[]) =>
  Object.fromEntries(names.flatMap((line) => line.split(' ')).map((name) => [name, null])) as Record<Names<Text>, null>;

export const customerOf = (
  { email, preferred_locales, metadata }: Pick<Stripe.Customer, 'email' | 'metadata'> & { preferred_locales: string[] },
  now: number,
): Stripe.Customer => ({
  id: newId('cus', 14),
  object: 'customer',
  balance: 0,
  created: now,
  delinquent: false,
  email,
  invoice_prefix: newId('', 8).toUpperCase(),
  livemode: false,
  metadata,
  next_invoice_sequence: 1,
  invoice_settings: { custom_fields: null, default_payment_method: null, footer: null, rendering_options: null },
  preferred_locales,
  tax_exempt: 'none',
  ...nulls('address currency customer_account default_source description discount name phone shipping', 'test_clock'),
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
  livemode: false,
  metadata: {},
  product: newId('prod', 14),
  recurring: { interval: per, interval_count: 1, meter: null, trial_period_days: null, usage_type: 'licensed' },
  tax_behavior: 'unspecified',
  type: 'recurring',
  unit_amount: amount,
  // A text in JSON, an object in the types.
  unit_amount_decimal: String(amount) as unknown as Stripe.Price['unit_amount_decimal'],
  ...nulls('custom_unit_amount lookup_key nickname tiers_mode transform_quantity'),
});

/** The price under its older name, as subscription items repeat it. */
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
  product,
  usage_type: 'licensed',
  ...nulls('meter nickname tiers_mode transform_usage trial_period_days'),
});

export const periodEnd = ({ recurring }: Stripe.Price, from: number): number =>
  from + (PERIODS[recurring?.interval ?? 'month'] ?? 30 * DAY);

export function subscriptionOf(
  {
    customer,
    price,
    status,
    metadata,
  }: Pick<Stripe.Subscription, 'customer' | 'status' | 'metadata'> & { price: Stripe.Price },
  now: number,
): Stripe.Subscription {
  const id = newId('sub', 24);
  const item: Stripe.SubscriptionItem = {
    id: newId('si', 14),
    object: 'subscription_item',
    created: now,
    current_period_start: now,
    current_period_end: periodEnd(price, now),
    discounts: [],
    metadata: {},
    plan: planOf(price),
    price,
    quantity: 1,
    subscription: id,
    tax_rates: [],
    billing_thresholds: null,
    current_trial: null,
  };
  return {
    id,
    object: 'subscription',
    automatic_tax: { disabled_reason: null, enabled: false, liability: null },
    billing_cycle_anchor: now,
    // The package requires details that the service does not read.
    billing_mode: { type: 'flexible' } as never,
    billing_schedules: [],
    cancel_at_period_end: false,
    cancellation_details: { comment: null, feedback: null, feedback_option: null, reason: null },
    collection_method: 'charge_automatically',
    created: now,
    currency: price.currency,
    customer,
    default_tax_rates: [],
    discounts: [],
    invoice_settings: {
      account_tax_ids: null,
      custom_fields: null,
      description: null,
      footer: null,
      issuer: { type: 'self' },
    },
    items: listOf([item], `/v1/subscription_items?subscription=${id}`),
    livemode: false,
    metadata,
    start_date: now,
    status,
    ...nulls(
      'application application_fee_percent billing_cycle_anchor_config billing_thresholds cancel_at',
      'canceled_at customer_account days_until_due default_payment_method default_source description',
      'ended_at latest_invoice managed_payments on_behalf_of next_pending_invoice_item_invoice',
      'pause_collection payment_settings pending_invoice_item_interval pending_setup_intent',
      'pending_update schedule test_clock transfer_data trial_end trial_settings trial_start',
    ),
  };
}

interface SessionRequest {
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

export function sessionOf(request: SessionRequest): Stripe.Checkout.Session {
  const { customer, price, now } = request;
  const id = `cs_test_${newId('', 58)}`;
  return {
    id,
    object: 'checkout.session',
    amount_subtotal: price.unit_amount,
    amount_total: price.unit_amount,
    automatic_tax: { enabled: false, liability: null, provider: null, status: null },
    cancel_url: request.cancelUrl,
    client_reference_id: request.reference,
    created: now,
    currency: price.currency,
    custom_fields: [],
    customer,
    custom_text: { after_submit: null, shipping_address: null, submit: null, terms_of_service_acceptance: null },
    discounts: [],
    expires_at: now + SESSION_SECONDS,
    livemode: false,
    locale: request.locale as Stripe.Checkout.Session['locale'],
    metadata: request.metadata,
    mode: 'subscription',
    payment_method_collection: 'always',
    payment_method_types: ['card'],
    payment_status: 'unpaid',
    shipping_options: [],
    status: 'open',
    success_url: request.successUrl,
    total_details: { amount_discount: 0, amount_shipping: 0, amount_tax: 0 },
    url: request.urlOf(id),
    ...nulls(
      'adaptive_pricing after_expiration allow_promotion_codes allowed_payment_method_types',
      'billing_address_collection client_secret collected_information consent consent_collection',
      'currency_conversion customer_account customer_creation customer_details customer_email',
      'integration_identifier invoice invoice_creation managed_payments origin_context payment_intent',
      'payment_link payment_method_configuration_details payment_method_options permissions',
      'recovered_from saved_payment_method_options setup_intent shipping_address_collection',
      'shipping_cost submit_type subscription ui_mode wallet_options',
    ),
  };
}

export const listOf = <One>(data: One[], url: string, has_more = false): Stripe.ApiList<One> => ({
  object: 'list',
  data,
  has_more,
  url,
});

export function invoiceOf(
  subscription: Stripe.Subscription,
  billing_reason: Stripe.Invoice.BillingReason,
  isPaid: boolean,
  now: number,
): Stripe.Invoice {
  const id = newId('in', 24);
  const [item] = subscription.items.data;
  const amount = item?.price.unit_amount ?? 0;
  return {
    id,
    object: 'invoice',
    account_country: 'RO',
    amount_due: amount,
    amount_overpaid: 0,
    amount_paid: isPaid ? amount : 0,
    amount_remaining: isPaid ? 0 : amount,
    amount_shipping: 0,
    attempt_count: 1,
    attempted: true,
    auto_advance: !isPaid,
    automatic_tax: { disabled_reason: null, enabled: false, liability: null, provider: null, status: null },
    billing_reason,
    collection_method: 'charge_automatically',
    created: now,
    currency: subscription.currency,
    customer: subscription.customer,
    customer_tax_exempt: 'none',
    customer_tax_ids: [],
    default_tax_rates: [],
    discounts: [],
    effective_at: now,
    ending_balance: 0,
    issuer: { type: 'self' },
    lines: listOf([], `/v1/invoices/${id}/lines`),
    livemode: false,
    metadata: {},
    next_payment_attempt: isPaid ? null : now + 3 * 86_400,
    number: newId('', 8),
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
    starting_balance: 0,
    status: isPaid ? 'paid' : 'open',
    subtotal: amount,
    subtotal_excluding_tax: amount,
    status_transitions: {
      finalized_at: now,
      marked_uncollectible_at: null,
      paid_at: isPaid ? now : null,
      voided_at: null,
    },
    total: amount,
    total_discount_amounts: [],
    total_excluding_tax: amount,
    total_pretax_credit_amounts: [],
    total_taxes: [],
    webhooks_delivered_at: now,
    ...nulls(
      'account_name account_tax_ids application automatically_finalizes_at custom_fields',
      'customer_account customer_address customer_email customer_name customer_phone customer_shipping',
      'default_payment_method default_source description due_date footer from_invoice',
      'hosted_invoice_url invoice_pdf last_finalization_error latest_revision on_behalf_of',
      'receipt_number rendering shipping_cost shipping_details statement_descriptor test_clock',
    ),
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
  charge: newId('ch', 24),
  created: now,
  currency,
  metadata: {},
  payment_intent: intent,
  reason: 'duplicate',
  status: 'succeeded',
  ...nulls(
    'balance_transaction customer customer_account payment_method receipt_number',
    'source_transfer_reversal transfer_reversal',
  ),
});

const ALPHABET = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789';

/** `evt_…`: a prefix for the kind, then letters and digits. */
export function newId(kind: string, length: number): string {
  const letters = Array.from(randomBytes(length), (byte) => ALPHABET[byte % ALPHABET.length]).join('');
  return kind === '' ? letters : `${kind}_${letters}`;
}

/** An error with Stripe's status and body. */
export class StripeFailure extends Error {
  readonly status: number;
  readonly body: { error: Record<string, string> };

  constructor(status: number, message: string, more: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.body = { error: { message, type: 'invalid_request_error', ...more } };
  }
}

export const noSuch = (what: string, id: string, param = 'id'): StripeFailure =>
  new StripeFailure(param === 'id' ? 404 : 400, `No such ${what}: '${id}'`, {
    code: 'resource_missing',
    doc_url: 'https://stripe.com/docs/error-codes/resource-missing',
    param,
  });

export const missingParam = (param: string): StripeFailure =>
  new StripeFailure(400, `Missing required param: ${param}.`, { code: 'parameter_missing', param });
