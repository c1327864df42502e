/** Stripe as a payment provider, through its official package. */
import type Stripe from 'stripe';
import type { Language } from '#lib/i18n/message.ts';
import { sha256 } from '#lib/values/hash.ts';
import {
  type Checkout,
  type CheckoutOptions,
  PROVIDER_STATUSES,
  type ProviderEvent,
  type ProviderPrice,
  ProviderRefused,
  type ProviderStatus,
  type ProviderSubscription,
  ProviderUnavailable,
  type Refund,
} from './provider.ts';
import type { BillingSettings } from './settings.ts';

/** Interactive: the customer waits for the page. */
const TIMEOUT_MS = 10_000;
/** The package pauses half a second or more between retries, and sends an idempotency key with each request. */
const RETRIES = 2;
/** Bounds the list of a customer's subscriptions. */
const SUBSCRIPTIONS_MAX = 300;
/** Age limit of an event's signature, the package's default. */
const EVENT_AGE_SECONDS_MAX = 300;

export type PaymentProvider = ReturnType<typeof stripeProvider>;

export function stripeProvider(settings: BillingSettings) {
  // Loading takes half a second and 40 MB, so it is done on first use.
  let opened: Promise<Stripe> | null = null;
  const stripe = (): Promise<Stripe> => {
    opened ??= openClient(settings);
    return opened;
  };
  const call = async <Answer>(run: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    const client = await stripe();
    try {
      return await run(client);
    } catch (error) {
      throw asProviderError(error);
    }
  };
  const withKey = (idempotencyKey: string): Stripe.RequestOptions => ({
    idempotencyKey: `firmoteca-${idempotencyKey}`,
  });

  return {
    /** Whether payments move real money. */
    isLive: /^[sr]k_live_/.test(settings.secretKey),

    /** Creates the account's customer; repeated calls within a day return the same id. `deleted`: the id of the customer it replaces. */
    customerFor: (account: string, email: string | null, language: Language, deleted: string | null): Promise<string> =>
      call(async ({ customers }) => {
        const params = { ...(email !== null && { email }), preferred_locales: [language], metadata: { account } };
        // The idempotency key covers the parameters: a changed email address needs a key of its own.
        const key = sha256(JSON.stringify([params, ...(deleted === null ? [] : [deleted])])).slice(0, 32);
        return (await customers.create(params, withKey(`customer-${key}`))).id;
      }),

    /** Changes the address of bills and reminders; does nothing if the customer does not exist. */
    async updateAddress(customer: string, email: string): Promise<void> {
      await orNull(call(({ customers }) => customers.update(customer, { email })));
    },

    /** Null if the customer does not exist. */
    openCheckout: (options: CheckoutOptions): Promise<Checkout | null> =>
      orNull(
        call(async ({ checkout }) => {
          const { customer, account, attempt, language, successUrl, cancelUrl } = options;
          const session = await checkout.sessions.create(
            {
              mode: 'subscription',
              customer,
              client_reference_id: account,
              locale: language,
              success_url: successUrl,
              cancel_url: cancelUrl,
              line_items: [{ ...lineItemOf(settings), quantity: 1 }],
              metadata: { account },
              subscription_data: { metadata: { account } },
              ...(settings.hasTax && {
                automatic_tax: { enabled: true },
                tax_id_collection: { enabled: true },
                customer_update: { address: 'auto', name: 'auto' },
              }),
            },
            withKey(`checkout-${attempt}`),
          );
          return checkoutIn(session);
        }),
        'customer',
      ),

    /** Null if it does not exist. */
    checkoutOf: (id: string): Promise<Checkout | null> =>
      orNull(call(async ({ checkout }) => checkoutIn(await checkout.sessions.retrieve(id)))),

    /** A checkout that was paid meanwhile stays paid. */
    async closeCheckout(id: string): Promise<void> {
      // The provider refuses to expire a closed checkout.
      await call(({ checkout }) => checkout.sessions.expire(id)).catch(unlessRefused);
    },

    /** Address of the page on which a customer manages cards, bills and the end of a subscription. */
    openPortal: (customer: string, returnTo: string, language: Language): Promise<string> =>
      call(async ({ billingPortal }) => {
        const params = { customer, return_url: returnTo, locale: language };
        return (await billingPortal.sessions.create(params)).url;
      }),

    /** All subscriptions, ended ones included; null if the customer does not exist. */
    subscriptionsOf: (customer: string): Promise<ProviderSubscription[] | null> =>
      orNull(
        call(async ({ subscriptions }) => {
          const list: ProviderSubscription[] = [];
          for await (const each of subscriptions.list({ customer, status: 'all', limit: 100 }))
            if (list.push(subscriptionIn(each)) >= SUBSCRIPTIONS_MAX) break;
          return list;
        }),
      ),

    async cancelAtPeriodEnd(id: string): Promise<void> {
      await call(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: true }));
    },

    async resume(id: string): Promise<void> {
      await call(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: false }));
    },

    /** Ends the subscription at once, without a further charge. */
    async cancelNow(id: string): Promise<void> {
      const params = { invoice_now: false, prorate: false };
      await orNull(call(({ subscriptions }) => subscriptions.cancel(id, params)));
    },

    /** Refunds a bill in full, once for any number of calls. */
    refund: (invoice: string, subscription: string): Promise<Refund> =>
      call(async (client) => {
        const payments = await client.invoicePayments.list({ invoice, status: 'paid', limit: 10 });
        const intents = payments.data.flatMap(({ payment: { payment_intent: intent } }) => idOf(intent) ?? []);
        if (intents.length === 0) return payments.data.length === 0 ? 'nothingPaid' : 'refused';
        let outcome: Refund = 'refunded';
        for (const payment_intent of intents) {
          const params = { payment_intent, reason: 'duplicate', metadata: { subscription } } as const;
          const error = await client.refunds
            .create(params, withKey(`refund-${payment_intent}`))
            .then(() => null, asProviderError);
          if (error instanceof ProviderUnavailable) throw error;
          if (error instanceof ProviderRefused && error.code !== 'charge_already_refunded') outcome = 'refused';
        }
        return outcome;
      }),

    /** Ends all subscriptions of the customer and deletes its cards. The provider retains the bills, as the law requires. */
    async deleteCustomer(customer: string): Promise<void> {
      await orNull(call(({ customers }) => customers.del(customer)));
    },

    /** Null for a wrong signature, or one whose time is not current. */
    async eventOf(body: Uint8Array, signature: string, now: number): Promise<ProviderEvent | null> {
      if (!isSignedNow(signature, now, EVENT_AGE_SECONDS_MAX)) return null;
      const { webhooks } = await stripe();
      try {
        const text = Buffer.from(body);
        return eventIn(
          webhooks.constructEvent(text, signature, settings.webhookSecret, EVENT_AGE_SECONDS_MAX, undefined, now),
        );
      } catch {
        return null;
      }
    },

    /** The price of a subscription, for the check of the settings; null if the provider does not have it. */
    price: (): Promise<ProviderPrice | null> =>
      orNull(
        call(async ({ prices }) => {
          if (settings.priceId === null) {
            // The price is sent with each checkout: this request checks the key only.
            await prices.list({ limit: 1 });
            const { amount, currency, per } = settings.price;
            return { amount: coins(amount), currency: currency.toLowerCase(), per, isActive: true };
          }
          const { unit_amount: amount, currency, recurring, active } = await prices.retrieve(settings.priceId);
          return {
            amount,
            currency,
            per: recurring?.interval_count === 1 ? recurring.interval : null,
            isActive: active,
          };
        }),
      ),
  };
}

async function openClient({ secretKey, apiUrl }: BillingSettings): Promise<Stripe> {
  const { default: Package } = await import('stripe');
  const { protocol, hostname, port } = new URL(apiUrl ?? 'https://api.stripe.com');
  return new Package(secretKey, {
    host: hostname,
    protocol: protocol === 'http:' ? 'http' : 'https',
    ...(port !== '' && { port }),
    timeout: TIMEOUT_MS,
    maxNetworkRetries: RETRIES,
    telemetry: false,
    appInfo: { name: 'Firmoteca' },
  });
}

const coins = (amount: number): number => Math.round(amount * 100);

/** A price that the operator created at the provider, or one described in the checkout. */
const lineItemOf = ({ priceId, price: { amount, currency, per } }: BillingSettings) =>
  priceId !== null
    ? { price: priceId }
    : {
        price_data: {
          currency: currency.toLowerCase(),
          unit_amount: coins(amount),
          recurring: { interval: per },
          product_data: { name: 'Firmoteca Pro' },
        },
      };

const checkoutIn = ({ id, url, status, subscription }: Stripe.Checkout.Session): Checkout => ({
  id,
  url: status === 'open' ? url : null,
  state: status === 'open' ? 'open' : status === 'complete' ? 'complete' : 'expired',
  subscription: idOf(subscription),
});

function subscriptionIn(one: Stripe.Subscription): ProviderSubscription {
  const ends = one.items.data.map((item) => item.current_period_end);
  const periodEnd = ends.length === 0 ? null : instant(Math.max(...ends));
  return {
    id: one.id,
    status: statusIn(one.status),
    createdAt: instant(one.created),
    periodEnd,
    endsAt: one.cancel_at !== null ? instant(one.cancel_at) : one.cancel_at_period_end ? periodEnd : null,
    invoice: idOf(one.latest_invoice),
  };
}

function statusIn(word: string): ProviderStatus {
  const status = PROVIDER_STATUSES.find((each) => each === word);
  // An unknown status must fail: guessing could end a paid plan.
  if (status === undefined)
    throw new ProviderUnavailable(`The payment provider calls a subscription “${word.slice(0, 40)}”.`);
  return status;
}

/** Ids and types of the provider are short printable ASCII; other text could break the store or an operator's terminal. */
const isShort = (text: unknown): text is string => typeof text === 'string' && /^[ -~]{1,100}$/.test(text);

function eventIn({ id, type, created, livemode, data }: Stripe.Event): ProviderEvent | null {
  const about = data?.object as { object?: unknown; id?: unknown; customer?: unknown } | null | undefined;
  if (!isShort(id) || !isShort(type) || !Number.isSafeInteger(created) || !about) return null;
  const customer = about.object === 'customer' ? about.id : idOf(about.customer as string | { id: string } | null);
  return {
    id,
    type,
    createdAt: instant(created),
    customer: isShort(customer) ? customer : null,
    isLive: livemode === true,
  };
}

const idOf = (reference: string | { id: string } | null | undefined): string | null =>
  (typeof reference === 'string' ? reference : reference?.id) ?? null;

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Maps Stripe's errors to ours, without their message, which may quote the request. */
function asProviderError(error: unknown): unknown {
  if (error instanceof ProviderUnavailable || error instanceof ProviderRefused) return error;
  const { type, code, statusCode, requestId, param } = error as Partial<Stripe.errors.StripeError>;
  if (typeof type !== 'string' || !type.startsWith('Stripe')) return error;
  const details = [type, code, statusCode, requestId].filter((each) => each !== undefined && each !== null).join(', ');
  // 409: a request with the same idempotency key is running.
  if (statusCode === 409) return new ProviderUnavailable(`The payment provider is busy: ${details}.`);
  if (type === 'StripeInvalidRequestError' || type === 'StripeCardError' || type === 'StripeIdempotencyError')
    return new ProviderRefused(`The payment provider refused: ${details}.`, code ?? type, param ?? null);
  return new ProviderUnavailable(`The payment provider did not answer: ${details}.`);
}

function unlessRefused(error: unknown): void {
  if (!(error instanceof ProviderRefused)) throw error;
}

/** Null if the resource is missing; with `about`, only if that parameter names the missing resource. */
const orNull = async <Answer>(answer: Promise<Answer>, about: string | null = null): Promise<Answer | null> => {
  try {
    return await answer;
  } catch (error) {
    const isMissing = error instanceof ProviderRefused && error.code === 'resource_missing';
    if (isMissing && (about === null || error.about === about)) return null;
    throw error;
  }
};

/** Tolerated clock difference. */
const CLOCK_SKEW_SECONDS_MAX = 30;
/** One timestamp, and a signature for each valid secret. */
const SIGNATURES = /^t=([0-9]{10,11})(?:,v[0-9]=[0-9a-f]{64}){1,10}$/;

/** Whether the signature's timestamp is current: an old event may be a replay, a future one could be replayed later. Stripe's package accepts any future time. */
function isSignedNow(header: string, now: number, ageSecondsMax: number): boolean {
  const [, seconds] = SIGNATURES.exec(header) ?? [];
  const age = Math.floor(now / 1000) - Number(seconds);
  return age <= ageSecondsMax && age >= -CLOCK_SKEW_SECONDS_MAX;
}
