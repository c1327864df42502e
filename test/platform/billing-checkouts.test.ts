/** Checkouts under provider outages and concurrent requests: no double payment, and a later checkout always works. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { priceOf } from '#demo-country/billing/objects.ts';
import { sendToCheckout } from '#platform/billing/checkout.ts';
import { openCheckout } from '#platform/billing/checkouts-table.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { eventRows } from '#platform/billing/events-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import type { PaymentProvider } from '#platform/billing/stripe.ts';
import { subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { sync } from '#platform/billing/sync.ts';
import { customersOf, seconds } from '#test/support/billing-customers.ts';
import { type BillingKit, billingKit } from '#test/support/billing-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  before(async () => {
    kit = await billingKit(await engine.place());
  });
  after(() => kit.close());
  const { becomes, buyer, customerFor, mended, paying, quiet, stateOf } = customersOf(() => kit);
  afterEach(mended);

  test('a provider request whose response is lost is repeated and takes effect once', async () => {
    const account = await kit.account();
    const before = Object.keys(kit.standIn.ledger.data.customers).length;
    kit.standIn.faults.lost = 1;
    await kit.checkout(account);
    assert.equal(Object.keys(kit.standIn.ledger.data.customers).length, before + 1);
    const sessions = Object.values(kit.standIn.ledger.data.sessions).length;
    const other = await kit.account();
    await kit.billing.subscribe(buyer(other)).catch(() => {});
    assert.equal(Object.values(kit.standIn.ledger.data.sessions).length, sessions + 1);
  });

  test('a checkout fails with UPSTREAM_UNAVAILABLE while the provider is down and works afterwards', async () => {
    const account = await kit.account();
    kit.standIn.faults.down = 1_000;
    await assert.rejects(kit.billing.subscribe(buyer(account)), { code: 'UPSTREAM_UNAVAILABLE' });
    kit.standIn.faults.down = 0;
    kit.standIn.faults.broken = 1_000;
    await assert.rejects(kit.billing.subscribe(buyer(account)), { code: 'UPSTREAM_UNAVAILABLE' });
    kit.standIn.faults.broken = 0;
    await kit.state.write([{ sql: `update billing_customer set next_at = created_at`, params: [] }]);
    assert.match(await kit.checkout(account), /^cs_test_/);
  });

  test('ten concurrent checkouts share one session, which stays the same until it is paid', async () => {
    const account = await kit.account();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => kit.checkout(account)));
    assert.equal(new Set(sessions).size, 1);
    assert.equal(await kit.checkout(account), sessions[0]);
    const customer = await customerFor(account);
    const open = Object.values(kit.standIn.ledger.data.sessions).filter(({ session }) => session.customer === customer);
    assert.equal(open.length, 1);
    const events = await kit.state.all<{ kind: string }>('select kind from account_event where account_id = $1', [
      account,
    ]);
    assert.deepEqual(events, [{ kind: 'checkoutOpened' }], 'and one account event');
  });

  test('a paid customer gets no second checkout, also before the event of the first payment', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    kit.standIn.webhookFaults.paused = true;
    try {
      kit.standIn.ledger.complete(session, true);
      assert.equal(await kit.billing.subscribe(buyer(account)), 'subscribed');
      assert.equal(await stateOf(account), 'active');
    } finally {
      kit.standIn.webhookFaults.paused = false;
      kit.standIn.webhooks.release();
    }
    await kit.standIn.webhooks.settled();
  });

  test('a checkout that another browser replaces while it is opened is not handed out', async () => {
    const account = await kit.account();
    let opened = 0;
    const provider: PaymentProvider = {
      ...kit.provider,
      async openCheckout(options) {
        const checkout = await kit.provider.openCheckout(options);
        if (opened++ === 0) await kit.state.write([{ sql: 'delete from billing_checkout' }]);
        return checkout;
      },
    };
    const sent = await sendToCheckout({ ...kit.sync, provider, page: () => '/page' }, buyer(account));
    const row = await openCheckout(kit.state, account);
    assert.deepEqual(sent, { to: row?.url });
    assert.equal(opened, 2);
  });

  test('an expired checkout allows a new one', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    kit.standIn.ledger.expire(session);
    const next = await kit.checkout(account);
    assert.notEqual(next, session);
  });

  test('a customer deleted at the provider is created again once for all concurrent requests', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    const gone = await customerFor(account);
    kit.standIn.ledger.deleteCustomer(gone);
    kit.standIn.ledger.expire(session);
    await quiet();
    const sessions = await Promise.all(Array.from({ length: 5 }, () => kit.checkout(account)));
    assert.equal(new Set(sessions).size, 1);
    const created = Object.values(kit.standIn.ledger.data.customers).filter((one) => one.metadata?.account === account);
    assert.deepEqual(
      created.map(({ id }) => id),
      [await customerFor(account)],
    );
    kit.standIn.ledger.complete(sessions[0] ?? '', true);
    await becomes(account, 'active');
  });

  test('of two concurrent subscriptions the later one is canceled and refunded once, and the first stays active', async () => {
    const { account, subscription, customer } = await paying();
    const { ledger } = kit.standIn;
    const price = priceOf({ amount: 4_900, currency: 'ron', per: 'month' }, seconds());
    const second = ledger.subscribe(customer, price);
    await until('it is refunded', async () =>
      (await subscriptionRows(kit.state, account)).some(
        ({ id, surplus }) => id === second.id && surplus === 'refunded',
      ),
    );
    await kit.standIn.webhooks.settled();
    assert.equal(ledger.subscription(second.id).status, 'canceled');
    assert.equal(ledger.subscription(subscription).status, 'active');
    const payment = Object.values(ledger.data.payments).find(({ invoice }) => invoice === second.latest_invoice);
    const refunds = Object.values(ledger.data.refunds).filter(
      ({ payment_intent }) => payment_intent === payment?.payment.payment_intent,
    );
    assert.equal(refunds.length, 1);
    await until('no event waits', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
    await sync(kit.sync, account);
    assert.equal(await stateOf(account), 'active');
    assert.equal(
      Object.values(ledger.data.refunds).filter(
        ({ payment_intent }) => payment_intent === payment?.payment.payment_intent,
      ).length,
      1,
    );
  });

  test('a refund is made later when the provider goes down after the cancellation of a surplus subscription', async () => {
    const { account, customer } = await paying();
    const { ledger, faults } = kit.standIn;
    kit.standIn.webhookFaults.paused = true;
    const second = ledger.subscribe(customer, priceOf({ amount: 4_900, currency: 'ron', per: 'month' }, seconds()));
    const cancelNow = kit.provider.cancelNow;
    // The cancellation takes effect, and then the provider is unreachable.
    const away = {
      ...kit.sync,
      provider: {
        ...kit.provider,
        cancelNow: async (id: string) => {
          await cancelNow(id);
          faults.down = 1_000;
        },
      },
    };
    assert.equal(await sync(away, account), 'unheard');
    faults.down = 0;
    assert.equal(ledger.subscription(second.id).status, 'canceled');
    assert.equal((await subscriptionRows(kit.state, account)).find(({ id }) => id === second.id)?.surplus, 'toRefund');
    await reconcileRound(kit.sync);
    assert.equal((await subscriptionRows(kit.state, account)).find(({ id }) => id === second.id)?.surplus, 'refunded');
    kit.standIn.webhookFaults.paused = false;
    kit.standIn.webhooks.release();
    await kit.standIn.webhooks.settled();
  });

  test('provider requests have no telemetry and an idempotency key, and no recorded fault quotes a secret', async () => {
    const { account } = await paying();
    for (const { line, headers } of kit.standIn.requests) {
      assert.equal(headers['x-stripe-client-telemetry'], undefined);
      if (/^POST \/v1\/(?:customers|checkout\/sessions|refunds)$/.test(line))
        assert.match(String(headers['idempotency-key']), /^firmoteca-/);
    }
    kit.standIn.faults.broken = 1_000;
    await sync(kit.sync, account);
    kit.standIn.faults.broken = 0;
    const fault = (await customerOf(kit.state, account))?.fault ?? '';
    assert.match(fault, /did not answer/);
    assert.doesNotMatch(fault, /sk_test|whsec/);
  });
});
