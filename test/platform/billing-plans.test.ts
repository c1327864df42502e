/** Plans against the provider’s state: stale responses, daily checks, operator grants and account deletion. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { deleteAccount } from '#platform/accounts/account-deletion.ts';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { eventRows } from '#platform/billing/events-table.ts';
import { endGrants, reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { planOf, subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { sync } from '#platform/billing/sync.ts';
import { accountDataSources } from '#server/compose/accounts.ts';
import { customersOf } from '#test/support/billing-customers.ts';
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

  test('a stale provider response does not overwrite a newer one', async () => {
    const { account, subscription } = await paying();
    const heardFirst = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = {
      ...kit.sync,
      provider: {
        ...kit.provider,
        subscriptionsOf: async (customer: string) => {
          const result = await kit.provider.subscriptionsOf(customer);
          heardFirst.resolve();
          await goOn.promise;
          return result;
        },
      },
    };
    const late = sync(slow, account);
    await heardFirst.promise;
    // Expire the lock, as if this process had been dead.
    await kit.state.write([
      { sql: 'update billing_customer set held_until = created_at where account_id = $1', params: [account] },
    ]);
    kit.standIn.ledger.cancelAtPeriodEnd(subscription, true);
    await becomes(account, 'canceling');
    goOn.resolve();
    assert.equal(await late, 'unheard');
    assert.equal(await stateOf(account), 'canceling');
  });

  test('a plan unchecked for a day is synchronized, and a difference is corrected and counted', async () => {
    const { account, subscription } = await paying();
    await kit.standIn.webhooks.settled();
    await until('no event waits', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
    kit.standIn.webhookFaults.wrongSecret = true;
    kit.standIn.ledger.cancel(subscription);
    await kit.standIn.webhooks.settled();
    kit.standIn.webhookFaults.wrongSecret = false;
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'active');
    const differed = kit.counts.filter((count) => count === 'differed').length;
    const yesterday = new Date(Date.now() - 86_500_000).toISOString();
    await kit.state.write([
      {
        sql: 'update billing_customer set heard_at = $2, next_at = $2 where account_id = $1',
        params: [account, yesterday],
      },
    ]);
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'canceled');
    assert.equal(kit.counts.filter((count) => count === 'differed').length, differed + 1);
  });

  test('an operator’s plan stays when a paid one ends, and a longer paid plan replaces it', async () => {
    const { account, subscription } = await paying();
    const now = Date.now();
    kit.standIn.ledger.cancel(subscription);
    await becomes(account, 'canceled');
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(kit.state, account, to, now);
    await sync(kit.sync, account);
    assert.equal((await planOf(kit.state, account))?.granted_by, 'operator');
    assert.equal(await stateOf(account), 'active');
    assert.equal(await kit.billing.subscribe(buyer(account)), 'subscribed');
    await changeSubscription(kit.state, account, 'canceling', now, new Date(now + 60_000).toISOString());
    kit.standIn.ledger.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    assert.equal((await planOf(kit.state, account))?.granted_by, 'provider');
  });

  test('a plan granted until a day ends with it', async () => {
    const account = await kit.account();
    const now = Date.now();
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(kit.state, account, to, now);
    await changeSubscription(kit.state, account, 'canceling', now, new Date(now + 60_000).toISOString());
    assert.equal(await endGrants(kit.state, async () => []), 0);
    await kit.state.write([{ sql: 'update subscription set until = since where account_id = $1', params: [account] }]);
    assert.equal(await endGrants(kit.state, async () => []), 1);
    assert.equal(await stateOf(account), 'canceled');
  });

  test('account deletion first cancels the subscription at the provider, and waits while the provider is down', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.faults.down = 1_000;
    assert.equal(await kit.billing.endBilling(account), 'waiting');
    assert.equal(kit.standIn.ledger.subscription(subscription).status, 'active');
    assert.ok(await customerOf(kit.state, account));
    kit.standIn.faults.down = 0;
    assert.equal(await kit.billing.endBilling(account), 'ended');
    assert.equal(kit.standIn.ledger.subscription(subscription).status, 'canceled');
    assert.equal(kit.standIn.ledger.data.customers[customer], undefined);
    const { endBilling } = kit.billing;
    assert.equal(
      await deleteAccount({ state: kit.state, sources: accountDataSources, endBilling }, account, null, Date.now()),
      'deleted',
    );
    assert.equal(await customerOf(kit.state, account), null);
    assert.deepEqual(await subscriptionRows(kit.state, account), []);
    await kit.standIn.webhooks.settled();
    assert.equal(await kit.billing.endBilling(account), 'ended');
  });

  test('an account whose deletion stopped after its payments ended has no plan, and can be deleted or pay again', async () => {
    const { account, customer } = await paying();
    kit.standIn.webhookFaults.wrongSecret = true;
    assert.equal(await kit.billing.endBilling(account), 'ended');
    await kit.standIn.webhooks.settled();
    assert.equal((await customerOf(kit.state, account))?.customer, customer, 'the customer stays for the next check');
    const yesterday = new Date(Date.now() - 86_500_000).toISOString();
    await kit.state.write([{ sql: 'update billing_customer set heard_at = $1, next_at = $1', params: [yesterday] }]);
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'canceled');
    kit.standIn.webhookFaults.wrongSecret = false;
    kit.standIn.ledger.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    assert.notEqual(await customerFor(account), customer);
    await quiet();
    const { endBilling } = kit.billing;
    assert.equal(
      await deleteAccount({ state: kit.state, sources: accountDataSources, endBilling }, account, null, Date.now()),
      'deleted',
    );
  });

  test('account deletion expires an open checkout at the provider', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    assert.equal(await kit.billing.endBilling(account), 'ended');
    assert.equal(kit.standIn.ledger.session(session).status, 'expired');
    assert.throws(() => kit.standIn.ledger.complete(session, true));
  });

  test('account deletion while its customer is being created leaves none at the provider or in the state', async () => {
    const account = await kit.account();
    const { requests, faults, ledger } = kit.standIn;
    const before = requests.length;
    faults.slowMs = 300;
    const sent = kit.billing.subscribe({ account, language: 'ro', origin: kit.served.origin });
    const refused = assert.rejects(sent, { code: 'NOT_FOUND' });
    await until('the customer is being created', async () => requests.length > before);
    const { endBilling } = kit.billing;
    assert.equal(
      await deleteAccount({ state: kit.state, sources: accountDataSources, endBilling }, account, null, Date.now()),
      'deleted',
    );
    await refused;
    const left = Object.values(ledger.data.customers).filter(
      (one) => one.metadata?.account === account && !one.deleted,
    );
    assert.deepEqual(left, []);
    assert.equal(await customerOf(kit.state, account), null);
  });
});
