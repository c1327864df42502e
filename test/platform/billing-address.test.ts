/** A changed email address reaches the payment provider, whatever changed it and after any outage. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { setAddress } from '#platform/accounts/accounts.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { planOf } from '#platform/billing/subscriptions-table.ts';
import { type BillingKit, billingKit } from '#test/support/billing-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  before(async () => {
    kit = await billingKit(await engine.place());
  });
  after(() => kit.close());

  const paying = async (): Promise<{ account: string; customer: string }> => {
    const account = await kit.account();
    kit.standIn.ledger.complete(await kit.checkout(account), true);
    await until('it is active', async () => (await planOf(kit.state, account))?.state === 'active');
    return { account, customer: (await customerOf(kit.state, account))?.customer ?? '' };
  };
  const theirs = (customer: string): string | null | undefined => kit.standIn.ledger.data.customers[customer]?.email;
  const updates = (customer: string): number =>
    kit.standIn.requests.filter(({ line }) => line === `POST /v1/customers/${customer}`).length;
  /** No provider request runs, all events are processed, and a reconcile round finds nothing to do. */
  const settled = async (): Promise<void> => {
    const isBusy = () =>
      kit.state.one(`select 1 as found from billing_customer where holder is not null
                     union all select 1 as found from billing_event where state = 'waiting'`);
    do {
      await kit.standIn.webhooks.settled();
      await until('no request to the provider is under way', async () => (await isBusy()) === null);
    } while ((await reconcileRound(kit.sync)) > 0);
  };

  test('the provider has the account’s address from the start and gets a new address once', async () => {
    const { account, customer } = await paying();
    await settled();
    assert.match(theirs(customer) ?? '', /^client\d+@example\.ro$/);
    assert.equal(updates(customer), 0);
    await setAddress(kit.state, account, 'noua@example.ro', Date.now());
    await settled();
    assert.equal(theirs(customer), 'noua@example.ro');
    assert.equal(updates(customer), 1);
    assert.equal((await planOf(kit.state, account))?.state, 'active');
  });

  test('while the provider is down an address change waits, and the last of several is sent', async () => {
    const { account, customer } = await paying();
    await settled();
    const before = theirs(customer);
    kit.standIn.faults.down = 1_000;
    await setAddress(kit.state, account, 'intai@example.ro', Date.now());
    await reconcileRound(kit.sync);
    await setAddress(kit.state, account, 'apoi@example.ro', Date.now());
    assert.equal(theirs(customer), before);
    assert.equal((await customerOf(kit.state, account))?.failures, 1);
    kit.standIn.faults.down = 0;
    await kit.state.write([{ sql: 'update billing_customer set next_at = created_at' }]);
    await settled();
    assert.equal(theirs(customer), 'apoi@example.ro');
    assert.equal((await customerOf(kit.state, account))?.failures, 0);
  });

  test('an address that the provider rejects is sent once, and the plan still synchronizes', async () => {
    const { account, customer } = await paying();
    await settled();
    await kit.state.write([{ sql: 'update account set email = $2 where id = $1', params: [account, 'no address'] }]);
    kit.counts.length = 0;
    await settled();
    await settled();
    assert.equal(updates(customer), 1);
    assert.deepEqual(kit.counts, ['providerFault']);
    assert.deepEqual(
      [(await planOf(kit.state, account))?.state, (await customerOf(kit.state, account))?.failures],
      ['active', 0],
    );
  });

  test('a changed address of a customer deleted at the provider causes no request and no failure', async () => {
    const { account, customer } = await paying();
    await settled();
    kit.standIn.ledger.deleteCustomer(customer);
    await setAddress(kit.state, account, 'pierduta@example.ro', Date.now());
    await settled();
    assert.deepEqual(
      [(await customerOf(kit.state, account))?.told_email, (await customerOf(kit.state, account))?.failures],
      ['pierduta@example.ro', 0],
    );
  });
});
