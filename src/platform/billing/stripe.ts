/** Stripe as a payment provider, through its official package. */
import type Stripe from 'stripe';
import { sha256 } from '#lib/values/hash.ts';
import {
  type Checkout,
  type PaymentProvider,
  PROVIDER_STATUSES,
  type ProviderEvent,
  ProviderRefused,
  type ProviderStatus,
  type ProviderSubscription,
  ProviderUnavailable,
  type Refund,
} from './provider.ts';
import type { BillingSettings } from './settings.ts';

/** A customer waits in front of the screen. */
const TIMEOUT_MS = 10_000;
/** The package waits half a second and more between them, and names each request, so that none is done twice. */
const RETRIES = 2;
/** More subscriptions than any customer has had. */
const SUBSCRIPTIONS_MAX = 300;
/** Seconds for which an event may have been on its way: the package's own. */
const EVENT_AGE_SECONDS_MAX = 300;

export function stripeProvider(settings: BillingSettings): PaymentProvider {
  // Loading takes half a second and 40 MB, so it is done on first use.
  let opened: Promise<Stripe> | null = null;
  const stripe = (): Promise<Stripe> => {
    opened ??= open(settings);
    return opened;
  };
  const ask = async <Answer>(question: (stripe: Stripe) => Promise<Answer>): Promise<Answer> => {
    const client = await stripe();
    try {
      return await question(client);
    } catch (error) {
      throw asProviderError(error);
    }
  };
  const named = (idempotencyKey: string): Stripe.RequestOptions => ({ idempotencyKey: `firmoteca-${idempotencyKey}` });

  return {
    isLive: /^[sr]k_live_/.test(settings.secretKey),
    customerFor: (account, email, language, instead) =>
      ask(async ({ customers }) => {
        const params = { ...(email !== null && { email }), preferred_locales: [language], metadata: { account } };
        // The same question under the same name: whoever has another address by now asks another one.
        const name = sha256(JSON.stringify([params, ...(instead === null ? [] : [instead])])).slice(0, 32);
        return (await customers.create(params, named(`customer-${name}`))).id;
      }),
    async tellAddress(customer, email) {
      await orNull(ask(({ customers }) => customers.update(customer, { email })));
    },
    openCheckout: (wish) =>
      orNull(
        ask(async ({ checkout }) => {
          const { customer, account, attempt, language, paidAt, leftAt } = wish;
          const session = await checkout.sessions.create(
            {
              mode: 'subscription',
              customer,
              client_reference_id: account,
              locale: language,
              success_url: paidAt,
              cancel_url: leftAt,
              line_items: [{ ...boughtOf(settings), quantity: 1 }],
              metadata: { account },
              subscription_data: { metadata: { account } },
              ...(settings.hasTax && {
                automatic_tax: { enabled: true },
                tax_id_collection: { enabled: true },
                customer_update: { address: 'auto', name: 'auto' },
              }),
            },
            named(`checkout-${attempt}`),
          );
          return checkoutIn(session);
        }),
        'customer',
      ),
    checkoutOf: (id) => orNull(ask(async ({ checkout }) => checkoutIn(await checkout.sessions.retrieve(id)))),
    async closeCheckout(id) {
      // Refused when it is open no more.
      await ask(({ checkout }) => checkout.sessions.expire(id)).catch(unlessRefused);
    },
    openPortal: (customer, returnTo, language) =>
      ask(async ({ billingPortal }) => {
        const params = { customer, return_url: returnTo, locale: language };
        return (await billingPortal.sessions.create(params)).url;
      }),
    subscriptionsOf: (customer) =>
      orNull(
        ask(async ({ subscriptions }) => {
          const found: ProviderSubscription[] = [];
          for await (const each of subscriptions.list({ customer, status: 'all', limit: 100 }))
            if (found.push(subscriptionIn(each)) >= SUBSCRIPTIONS_MAX) break;
          return found;
        }),
      ),
    async cancelAtPeriodEnd(id) {
      await ask(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: true }));
    },
    async goOn(id) {
      await ask(({ subscriptions }) => subscriptions.update(id, { cancel_at_period_end: false }));
    },
    async cancelNow(id) {
      const params = { invoice_now: false, prorate: false };
      await orNull(ask(({ subscriptions }) => subscriptions.cancel(id, params)));
    },
    refund: (invoice, subscription) =>
      ask(async (client) => {
        const payments = await client.invoicePayments.list({ invoice, status: 'paid', limit: 10 });
        const intents = payments.data.flatMap(({ payment: { payment_intent: intent } }) => idOf(intent) ?? []);
        if (intents.length === 0) return payments.data.length === 0 ? 'nothingPaid' : 'refused';
        let outcome: Refund = 'refunded';
        for (const payment_intent of intents) {
          const params = { payment_intent, reason: 'duplicate', metadata: { subscription } } as const;
          const error = await client.refunds
            .create(params, named(`refund-${payment_intent}`))
            .then(() => null, asProviderError);
          if (error instanceof ProviderUnavailable) throw error;
          if (error instanceof ProviderRefused && error.code !== 'charge_already_refunded') outcome = 'refused';
        }
        return outcome;
      }),
    async deleteCustomer(customer) {
      await orNull(ask(({ customers }) => customers.del(customer)));
    },
    async eventOf(body, signature, now) {
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
    price: () =>
      orNull(
        ask(async ({ prices }) => {
          if (settings.priceId === null) {
            // A price that stands in each checkout: what can be wrong is the key.
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

async function open({ secretKey, apiUrl }: BillingSettings): Promise<Stripe> {
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

/** A price that the operator made there, or one that stands in the checkout itself. */
const boughtOf = ({ priceId, price: { amount, currency, per } }: BillingSettings) =>
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
  const known = PROVIDER_STATUSES.find((status) => status === word);
  // An unknown status must fail: guessing could end a paid plan.
  if (known === undefined)
    throw new ProviderUnavailable(`The payment provider calls a subscription “${word.slice(0, 40)}”.`);
  return known;
}

/** All of theirs are: what no store takes or what moves the cursor of who reads it is not. */
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

const idOf = (named: string | { id: string } | null | undefined): string | null =>
  (typeof named === 'string' ? named : named?.id) ?? null;

const instant = (seconds: number): string => new Date(seconds * 1000).toISOString();

/** Maps Stripe's errors to ours, without their message, which may quote what we sent. */
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
const AHEAD_SECONDS_MAX = 30;
/** One timestamp, and a signature for each valid secret. */
const SIGNATURES = /^t=([0-9]{10,11})(?:,v[0-9]=[0-9a-f]{64}){1,10}$/;

/** Whether the signature's timestamp is current: an old event may be a replay, a future one could be kept for later. Stripe's package accepts any future time. */
function isSignedNow(header: string, now: number, ageSecondsMax: number): boolean {
  const [, seconds] = SIGNATURES.exec(header) ?? [];
  const age = Math.floor(now / 1000) - Number(seconds);
  return age <= ageSecondsMax && age >= -AHEAD_SECONDS_MAX;
}
