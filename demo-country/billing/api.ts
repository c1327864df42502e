/** The part of the provider's interface that is used: which path does what. */
import type Stripe from 'stripe';
import type { Book } from './book.ts';
import { customerOf, lacking, listOf, missing, newId, type Priced, priceOf, Refusal, sessionOf } from './objects.ts';

interface Asked {
  method: string;
  path: string;
  query: URLSearchParams;
  sent: Sent;
}

interface ApiNeeds {
  book: Book;
  /** Seconds. */
  now(): number;
  /** Where a page of the provider is found by whoever comes from that address. */
  pageFor(from: string, path: string): string;
}

type Does = (id: string, asked: Asked) => object;

/** Objects become JSON, errors are thrown as `Refusal`. */
export function api({ book, now, pageFor }: ApiNeeds): (asked: Asked) => object {
  const { pages } = book;

  const createSession: Does = (_, { sent }) => {
    const customer = textIn(sent, 'customer');
    const successUrl = textIn(sent, 'success_url');
    if (textIn(sent, 'mode') !== 'subscription') throw lacking('mode');
    if (customer === null || successUrl === null) throw lacking(customer === null ? 'customer' : 'success_url');
    if (!pages.customers[customer]) throw missing('customer', customer, 'customer');
    const price = boughtIn(partIn(partIn(sent, 'line_items'), '0'));
    const session = sessionOf({
      customer,
      price,
      successUrl,
      now: now(),
      reference: textIn(sent, 'client_reference_id'),
      cancelUrl: textIn(sent, 'cancel_url'),
      locale: textIn(sent, 'locale'),
      metadata: textsIn(partIn(sent, 'metadata')),
      urlOf: (id) => pageFor(successUrl, `/c/pay/${id}`),
    });
    const metadata = textsIn(partIn(partIn(sent, 'subscription_data'), 'metadata'));
    pages.sessions[session.id] = { session, price, metadata };
    return session;
  };

  function boughtIn(item: Sent): Stripe.Price {
    const id = textIn(item, 'price');
    if (id !== null) {
      const known = pages.prices[id];
      if (!known) throw missing('price', id, 'line_items[0][price]');
      return known;
    }
    const data = partIn(item, 'price_data');
    const [currency, amount] = [textIn(data, 'currency'), Number(textIn(data, 'unit_amount') ?? Number.NaN)];
    const per = textIn(partIn(data, 'recurring'), 'interval') as Priced['per'] | null;
    if (
      currency === null ||
      per === null ||
      !Number.isSafeInteger(amount) ||
      textIn(partIn(data, 'product_data'), 'name') === null
    )
      throw lacking('line_items[0][price_data]');
    return priceOf({ amount, currency, per }, now());
  }

  const createPortal: Does = (_, { sent }) => {
    const [customer, returnUrl] = [textIn(sent, 'customer'), textIn(sent, 'return_url')];
    if (customer === null) throw lacking('customer');
    if (!pages.customers[customer]) throw missing('customer', customer, 'customer');
    const id = newId('bps', 24);
    const made: Stripe.BillingPortal.Session = {
      id,
      object: 'billing_portal.session',
      configuration: newId('bpc', 24),
      created: now(),
      customer,
      customer_account: null,
      flow: null,
      livemode: false,
      locale: textIn(sent, 'locale') as never,
      on_behalf_of: null,
      return_url: returnUrl,
      url: pageFor(returnUrl ?? '', `/p/session/${id}`),
    };
    pages.portals[id] = made;
    return made;
  };

  const listSubscriptions: Does = (_, { query }) => {
    const limit = Math.min(Number(query.get('limit') ?? 10), 100);
    const all = book
      .subscriptionsOf(query.get('customer') ?? '')
      .filter(({ status }) => query.get('status') === 'all' || status !== 'canceled');
    const from = all.findIndex(({ id }) => id === query.get('starting_after')) + 1;
    return listOf(all.slice(from, from + limit), '/v1/subscriptions', from + limit < all.length);
  };

  const routes: Record<string, Does> = {
    'POST /v1/customers': (_, { sent }) => {
      const locales = Object.values(textsIn(partIn(sent, 'preferred_locales')));
      const made = customerOf({
        email: textIn(sent, 'email'),
        locales,
        metadata: textsIn(partIn(sent, 'metadata')),
        now: now(),
      });
      pages.customers[made.id] = made;
      book.tell('customer.created', made);
      return made;
    },
    'GET /v1/customers/{id}': (id) => found(pages.customers[id], 'customer', id),
    'POST /v1/customers/{id}': (id, { sent }) => book.changeCustomer(id, textIn(sent, 'email')),
    'DELETE /v1/customers/{id}': (id) => book.deleteCustomer(id),
    'POST /v1/checkout/sessions': createSession,
    'GET /v1/checkout/sessions/{id}': (id) => book.session(id),
    'POST /v1/checkout/sessions/{id}/expire': (id) => book.expire(id),
    'POST /v1/billing_portal/sessions': createPortal,
    'GET /v1/subscriptions': listSubscriptions,
    'GET /v1/subscriptions/{id}': (id) => book.subscription(id),
    'POST /v1/subscriptions/{id}': (id, { sent }) =>
      book.cancelAtPeriodEnd(id, textIn(sent, 'cancel_at_period_end') === 'true'),
    'DELETE /v1/subscriptions/{id}': (id) => book.cancel(id),
    'GET /v1/invoice_payments': (_, { query }) =>
      listOf(
        Object.values(pages.payments).filter(
          ({ invoice, status }) => invoice === query.get('invoice') && status === (query.get('status') ?? status),
        ),
        '/v1/invoice_payments',
      ),
    'POST /v1/refunds': (_, { sent }) => book.refund(textIn(sent, 'payment_intent')),
    'GET /v1/prices': () => listOf(Object.values(pages.prices), '/v1/prices'),
    'GET /v1/prices/{id}': (id) => found(pages.prices[id], 'price', id),
  };

  return (asked) => {
    const [, kind = '', id = '', after = ''] =
      /^(\/v1\/(?:checkout\/|billing_portal\/)?[a-z_]+)(?:\/([A-Za-z0-9_]+)(\/[a-z]+)?)?$/.exec(asked.path) ?? [];
    const does = routes[`${asked.method} ${kind}${id === '' ? '' : '/{id}'}${after}`];
    if (!does) throw new Refusal(404, `Unrecognized request URL (${asked.method}: ${asked.path}).`);
    return does(id, asked);
  };
}

function found<One>(one: One | undefined, what: string, id: string): One {
  if (one === undefined) throw missing(what, id);
  return one;
}

/** Reads what the provider's clients send: forms with names such as `line_items[0][price_data][currency]`. */

type Sent = { [name: string]: string | Sent };

/** So deep goes nothing that is asked here. */
const DEPTH_MAX = 8;

export function readForm(text: string): Sent {
  const sent: Sent = Object.create(null);
  for (const [name, value] of new URLSearchParams(text)) put(sent, name.replaceAll(']', '').split('['), value);
  return sent;
}

function put(into: Sent, path: readonly string[], value: string): void {
  let at = into;
  for (const step of path.slice(0, Math.min(path.length, DEPTH_MAX) - 1)) {
    const next = at[step];
    const deeper: Sent = typeof next === 'object' ? next : Object.create(null);
    at[step] = deeper;
    at = deeper;
  }
  at[path.at(-1) ?? ''] = value;
}

export const textIn = (sent: Sent, name: string): string | null => {
  const value = sent[name];
  return typeof value === 'string' && value !== '' ? value : null;
};

const partIn = (sent: Sent, name: string): Sent => {
  const value = sent[name];
  return typeof value === 'object' ? value : {};
};

/** The texts directly in it: `metadata[account]`. */
const textsIn = (sent: Sent): Record<string, string> =>
  Object.fromEntries(Object.entries(sent).filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
