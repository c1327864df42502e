/** The part of Stripe's API that the service uses, by path. */
import type Stripe from 'stripe';
import type { Ledger } from './ledger.ts';
import {
  customerOf,
  listOf,
  missingParam,
  newId,
  noSuch,
  type Priced,
  priceOf,
  StripeFailure,
  sessionOf,
} from './objects.ts';

interface ApiRequest {
  method: string;
  path: string;
  query: URLSearchParams;
  form: Form;
}

type Handler = (id: string, request: ApiRequest) => object;

/** `now`: in seconds. `pageFor`: the address of a provider's page for a browser that comes from `from`. */
export function openApi(
  ledger: Ledger,
  now: () => number,
  pageFor: (from: string, path: string) => string,
): (request: ApiRequest) => object {
  const { data } = ledger;

  const createSession: Handler = (_, { form }) => {
    const customer = textIn(form, 'customer');
    const successUrl = textIn(form, 'success_url');
    if (textIn(form, 'mode') !== 'subscription') throw missingParam('mode');
    if (customer === null || successUrl === null) throw missingParam(customer === null ? 'customer' : 'success_url');
    if (!data.customers[customer]) throw noSuch('customer', customer, 'customer');
    const price = priceIn(partIn(partIn(form, 'line_items'), '0'));
    const session = sessionOf({
      customer,
      price,
      successUrl,
      now: now(),
      reference: textIn(form, 'client_reference_id'),
      cancelUrl: textIn(form, 'cancel_url'),
      locale: textIn(form, 'locale'),
      metadata: textsIn(partIn(form, 'metadata')),
      urlOf: (id) => pageFor(successUrl, `/c/pay/${id}`),
    });
    const metadata = textsIn(partIn(partIn(form, 'subscription_data'), 'metadata'));
    data.sessions[session.id] = { session, price, metadata };
    return session;
  };

  function priceIn(item: Form): Stripe.Price {
    const id = textIn(item, 'price');
    if (id !== null) {
      const price = data.prices[id];
      if (!price) throw noSuch('price', id, 'line_items[0][price]');
      return price;
    }
    const priceData = partIn(item, 'price_data');
    const [currency, amount] = [textIn(priceData, 'currency'), Number(textIn(priceData, 'unit_amount') ?? Number.NaN)];
    const per = textIn(partIn(priceData, 'recurring'), 'interval') as Priced['per'] | null;
    if (
      currency === null ||
      per === null ||
      !Number.isSafeInteger(amount) ||
      textIn(partIn(priceData, 'product_data'), 'name') === null
    )
      throw missingParam('line_items[0][price_data]');
    return priceOf({ amount, currency, per }, now());
  }

  const createPortal: Handler = (_, { form }) => {
    const [customer, returnUrl] = [textIn(form, 'customer'), textIn(form, 'return_url')];
    if (customer === null) throw missingParam('customer');
    if (!data.customers[customer]) throw noSuch('customer', customer, 'customer');
    const id = newId('bps', 24);
    const created: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration: newId('bpc', 24),
      created: now(),
      customer,
      customer_account: null,
      flow: null,
      livemode: false,
      // Any text here; the package lists its locales.
      locale: textIn(form, 'locale') as never,
      on_behalf_of: null,
      return_url: returnUrl,
      url: pageFor(returnUrl ?? '', `/p/session/${id}`),
    };
    data.portals[id] = created;
    return created;
  };

  const listSubscriptions: Handler = (_, { query }) => {
    const limit = Math.min(Number(query.get('limit') ?? 10), 100);
    const all = ledger
      .subscriptionsOf(query.get('customer') ?? '')
      .filter(({ status }) => query.get('status') === 'all' || status !== 'canceled');
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    return listOf(all.slice(from, from + limit), '/v1/subscriptions', from + limit < all.length);
  };

  const routes: Record<string, Handler> = {
    'POST /v1/customers': (_, { form }) => {
      const locales = Object.values(textsIn(partIn(form, 'preferred_locales')));
      const metadata = textsIn(partIn(form, 'metadata'));
      const created = customerOf({ email: textIn(form, 'email'), preferred_locales: locales, metadata }, now());
      data.customers[created.id] = created;
      ledger.emit('customer.created', created);
      return created;
    },
    'GET /v1/customers/{id}': (id) => existing(data.customers[id], 'customer', id),
    'POST /v1/customers/{id}': (id, { form }) => ledger.changeCustomer(id, textIn(form, 'email')),
    'DELETE /v1/customers/{id}': (id) => ledger.deleteCustomer(id),
    'POST /v1/checkout/sessions': createSession,
    'GET /v1/checkout/sessions/{id}': (id) => ledger.session(id),
    'POST /v1/checkout/sessions/{id}/expire': (id) => ledger.expire(id),
    'POST /v1/billing_portal/sessions': createPortal,
    'GET /v1/subscriptions': listSubscriptions,
    'GET /v1/subscriptions/{id}': (id) => ledger.subscription(id),
    'POST /v1/subscriptions/{id}': (id, { form }) =>
      ledger.cancelAtPeriodEnd(id, textIn(form, 'cancel_at_period_end') === 'true'),
    'DELETE /v1/subscriptions/{id}': (id) => ledger.cancel(id),
    'GET /v1/invoice_payments': (_, { query }) =>
      listOf(
        Object.values(data.payments).filter(
          ({ invoice, status }) => invoice === query.get('invoice') && status === (query.get('status') ?? status),
        ),
        '/v1/invoice_payments',
      ),
    'POST /v1/refunds': (_, { form }) => ledger.refund(textIn(form, 'payment_intent')),
    'GET /v1/prices': () => listOf(Object.values(data.prices), '/v1/prices'),
    'GET /v1/prices/{id}': (id) => existing(data.prices[id], 'price', id),
  };

  return (request) => {
    const [, kind = '', id = '', after = ''] =
      /^(\/v1\/(?:checkout\/|billing_portal\/)?[a-z_]+)(?:\/([A-Za-z0-9_]+)(\/[a-z]+)?)?$/.exec(request.path) ?? [];
    const handle = routes[`${request.method} ${kind}${id === '' ? '' : '/{id}'}${after}`];
    if (!handle) throw new StripeFailure(404, `Unrecognized request URL (${request.method}: ${request.path}).`);
    return handle(id, request);
  };
}

function existing<One>(one: One | undefined, what: string, id: string): One {
  if (one === undefined) throw noSuch(what, id);
  return one;
}

/** A decoded form; names such as `line_items[0][price_data][currency]` are paths. */
type Form = { [name: string]: string | Form };

/** Deeper than any form of the service. */
const DEPTH_MAX = 8;

export function readForm(text: string): Form {
  const form: Form = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(form, name.replaceAll(']', '').split('['), value);
  return form;
}

function put(into: Form, path: readonly string[], value: string): void {
  let at = into;
  for (const step of path.slice(0, Math.min(path.length, DEPTH_MAX) - 1)) {
    const next = at[step];
    const deeper: Form = typeof next === 'object' ? next : Object.create(null);
    at[step] = deeper;
    at = deeper;
  }
  at[path.at(-1) ?? ''] = value;
}

export const textIn = (form: Form, name: string): string | null => {
  const value = form[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const partIn = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

/** The texts directly in a part: `metadata[account]`. */
const textsIn = (form: Form): Record<string, string> =>
  Object.fromEntries(Object.entries(form).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
