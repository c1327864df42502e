/** The stand-in of the payment provider, tested with the provider’s official package. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import Stripe from 'stripe';
import { readForm } from './api.ts';
import { priceOf } from './objects.ts';
import { type StandIn, standIn } from './stand-in.ts';
import { signatureOf } from './webhooks.ts';

let own: StandIn;
let stripe: Stripe;
const client = (key: string): Stripe => {
  const { hostname: host, port } = new URL(own.address);
  return new Stripe(key, { host, port, protocol: 'http', maxNetworkRetries: 0, telemetry: false });
};
before(async () => {
  own = await standIn({ secretKey: 'sk_test_own', webhookSecret: 'whsec_own' });
  stripe = client('sk_test_own');
});
after(() => own.close());

const subscribed = (customer: string): Stripe.Checkout.SessionCreateParams => {
  const price = {
    currency: 'ron',
    unit_amount: 4_900,
    recurring: { interval: 'month' },
    product_data: { name: 'Pro' },
  } as const;
  return {
    mode: 'subscription',
    customer,
    success_url: 'http://127.0.0.1/paid',
    line_items: [{ quantity: 1, price_data: price }],
  };
};

test('an idempotency key executes a request once and refuses a different request', async () => {
  const once = { idempotencyKey: 'one' };
  const first = await stripe.customers.create({ email: 'ana@example.ro', metadata: { account: 'a' } }, once);
  const second = await stripe.customers.create({ email: 'ana@example.ro', metadata: { account: 'a' } }, once);
  assert.equal(second.id, first.id);
  assert.deepEqual(first.metadata, { account: 'a' });
  await assert.rejects(stripe.customers.create({ email: 'ion@example.ro' }, once), { type: 'StripeIdempotencyError' });
});

test('errors have the provider’s format, which its package recognises', async () => {
  await assert.rejects(client('sk_test_other').customers.create({}), {
    type: 'StripeAuthenticationError',
    statusCode: 401,
  });
  await assert.rejects(stripe.customers.retrieve('cus_none'), {
    type: 'StripeInvalidRequestError',
    code: 'resource_missing',
    statusCode: 404,
  });
  await assert.rejects(stripe.subscriptions.list({ customer: 'cus_none' }).autoPagingToArray({ limit: 10 }), {
    code: 'resource_missing',
  });
  await assert.rejects(stripe.checkout.sessions.create(subscribed('cus_none')), {
    code: 'resource_missing',
    param: 'customer',
  });
  await assert.rejects(stripe.products.list(), { statusCode: 404 });
  own.faults.broken = 1;
  await assert.rejects(stripe.customers.create({}), { type: 'StripeAPIError', statusCode: 500 });
});

test('a checkout session is open until it is paid or expired', async () => {
  const { id: customer } = await stripe.customers.create({});
  const session = await stripe.checkout.sessions.create(subscribed(customer));
  assert.deepEqual([session.status, session.amount_total, session.currency], ['open', 4_900, 'ron']);
  assert.match(session.url ?? '', /\/c\/pay\/cs_test_/);
  own.ledger.complete(session.id, true);
  const paid = await stripe.checkout.sessions.retrieve(session.id);
  assert.deepEqual([paid.status, paid.payment_status, paid.url], ['complete', 'paid', null]);
  await assert.rejects(stripe.checkout.sessions.expire(session.id), { type: 'StripeInvalidRequestError' });
  const subscription = await stripe.subscriptions.retrieve(String(paid.subscription));
  assert.equal(subscription.items.data[0]?.price.unit_amount, 4_900);
  const payments = await stripe.invoicePayments.list({ invoice: String(subscription.latest_invoice), status: 'paid' });
  assert.equal(payments.data[0]?.amount_paid, 4_900);
});

test('a long list is paginated to its end, newest first', async () => {
  const { id: customer } = await stripe.customers.create({});
  const price = priceOf({ amount: 100, currency: 'ron', per: 'month' }, 1);
  const created = Array.from({ length: 25 }, () => own.ledger.subscribe(customer, price).id);
  own.ledger.cancel(created[0] ?? '');
  const all = await stripe.subscriptions.list({ customer, status: 'all', limit: 10 }).autoPagingToArray({ limit: 100 });
  assert.deepEqual(
    all.map(({ id }) => id),
    created.toReversed(),
  );
  assert.equal((await stripe.subscriptions.list({ customer, limit: 100 })).data.length, 24);
});

test('events are signed as the package expects and contain the object as it was at that time', async () => {
  const { id: customer } = await stripe.customers.create({});
  own.webhookFaults.paused = true;
  const one = own.ledger.subscribe(customer, priceOf({ amount: 100, currency: 'ron', per: 'month' }, 1));
  own.ledger.cancelAtPeriodEnd(one.id, true);
  const event = own.webhooks.queued.find(({ type }) => type === 'customer.subscription.created');
  const body = JSON.stringify(event);
  const seconds = Math.floor(Date.now() / 1000);
  const read = stripe.webhooks.constructEvent(body, signatureOf(body, 'whsec_own', seconds), 'whsec_own');
  assert.equal(read.type === 'customer.subscription.created' && read.data.object.cancel_at_period_end, false);
  assert.throws(() => stripe.webhooks.constructEvent(body, signatureOf(body, 'whsec_x', seconds), 'whsec_own'));
  own.webhookFaults.paused = false;
});

test('names of form fields cannot pollute prototypes', () => {
  assert.deepEqual(JSON.parse(JSON.stringify(readForm('a[b][0][c]=1&a[b][0][d]=2&e=%3C'))), {
    a: { b: { 0: { c: '1', d: '2' } } },
    e: '<',
  });
  readForm('__proto__[polluted]=1&constructor[prototype][polluted]=1&a[__proto__][polluted]=1');
  assert.equal(({} as { polluted?: string }).polluted, undefined);
  readForm(`${'a['.repeat(10_000)}=1`);
});
