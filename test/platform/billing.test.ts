/** The life cycle of a paid plan: the service, the provider’s official package and the provider’s stand-in, on real sockets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { keysWork } from '#platform/accounts/subscription.ts';
import { customerOf } from '#platform/billing/customers-table.ts';
import { eventRows } from '#platform/billing/events-table.ts';
import { planOf, subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { type BillingKit, billingKit } from '#test/support/billing-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  before(async () => {
    kit = await billingKit(await engine.place());
  });
  after(() => kit.close());

  const stateOf = async (account: string): Promise<string> => (await planOf(kit.state, account))?.state ?? '';
  const becomes = (account: string, state: string): Promise<void> =>
    until(`${account} is ${state}`, async () => (await stateOf(account)) === state);
  /** All events are delivered and processed. */
  const quiet = async (): Promise<void> => {
    await kit.standIn.webhooks.settled();
    await until('no event waits', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
  };
  const paying = async (): Promise<{ account: string; subscription: string; customer: string }> => {
    const account = await kit.account();
    kit.standIn.ledger.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    const [row] = await subscriptionRows(kit.state, account);
    return { account, subscription: row?.id ?? '', customer: (await customerOf(kit.state, account))?.customer ?? '' };
  };

  test('only the provider’s confirmation of a checkout activates Pro', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    assert.equal(await stateOf(account), 'none');
    kit.standIn.ledger.complete(session, true);
    await becomes(account, 'active');
    const plan = await planOf(kit.state, account);
    assert.equal(plan?.granted_by, 'provider');
    assert.ok(plan && keysWork(plan, Date.now()));
    const paid = await kit.billing.paidBy(account);
    assert.equal(paid?.status, 'active');
    assert.ok(Date.parse(paid?.period_end ?? '') > Date.now() + 29 * 86_400_000);
  });

  test('a plan is canceled at the end of its period, resumed, canceled again and ended', async () => {
    const { account, subscription } = await paying();
    kit.standIn.ledger.cancelAtPeriodEnd(subscription, true);
    await becomes(account, 'canceling');
    const plan = await planOf(kit.state, account);
    assert.equal(plan?.until, (await kit.billing.paidBy(account))?.period_end);
    kit.standIn.ledger.cancelAtPeriodEnd(subscription, false);
    await becomes(account, 'active');
    kit.standIn.ledger.cancelAtPeriodEnd(subscription, true);
    await becomes(account, 'canceling');
    kit.standIn.ledger.renew(subscription);
    await becomes(account, 'canceled');
    assert.equal(await kit.billing.paidBy(account), null);
  });

  test('a plan becomes past due when its card fails, recovers with a new card and is canceled at last', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.ledger.replaceCard(customer, false);
    kit.standIn.ledger.renew(subscription);
    await becomes(account, 'past_due');
    const since = (await planOf(kit.state, account))?.since;
    kit.standIn.ledger.renew(subscription);
    await quiet();
    assert.equal((await planOf(kit.state, account))?.since, since, 'the seven days count from the first failure');
    kit.standIn.ledger.replaceCard(customer, true);
    await becomes(account, 'active');
    kit.standIn.ledger.replaceCard(customer, false);
    kit.standIn.ledger.renew(subscription);
    await becomes(account, 'past_due');
    kit.standIn.ledger.cancel(subscription);
    await becomes(account, 'canceled');
  });

  test('a payment pending at the bank activates nothing and is canceled when it expires', async () => {
    const account = await kit.account();
    kit.standIn.ledger.complete(await kit.checkout(account), false);
    await becomes(account, 'incomplete');
    const [row] = await subscriptionRows(kit.state, account);
    const plan = await planOf(kit.state, account);
    assert.ok(plan && !keysWork(plan, Date.now()));
    kit.standIn.ledger.expireIncomplete(row?.id ?? '');
    await becomes(account, 'canceled');
  });

  test('a canceled customer subscribes again with a new checkout', async () => {
    const { account, subscription } = await paying();
    kit.standIn.ledger.cancel(subscription);
    await becomes(account, 'canceled');
    kit.standIn.ledger.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    assert.equal((await subscriptionRows(kit.state, account)).length, 2);
  });

  test('the portal opens for customers and is refused to accounts without payments', async () => {
    const { account } = await paying();
    const buyer = { account, language: 'en', origin: kit.served.origin } as const;
    const page = await fetch(await kit.billing.manage(buyer));
    assert.equal(page.status, 200);
    assert.match(await page.text(), /Cancel at the end of the period/);
    const other = await kit.account();
    await assert.rejects(kit.billing.manage({ ...buyer, account: other }), { code: 'NOT_FOUND' });
  });

  test('a repeated event counts once', async () => {
    const account = await kit.account();
    kit.standIn.webhookFaults.twice = true;
    try {
      kit.standIn.ledger.complete(await kit.checkout(account), true);
      await becomes(account, 'active');
      await quiet();
    } finally {
      kit.standIn.webhookFaults.twice = false;
    }
    assert.ok(kit.counts.includes('again'));
    assert.equal(kit.steps.filter((step) => step.account === account).length, 1);
  });

  test('late events in reverse order end in the provider’s state', async () => {
    const account = await kit.account();
    kit.standIn.webhookFaults.paused = true;
    try {
      const { ledger } = kit.standIn;
      const { subscription } = ledger.complete(await kit.checkout(account), true);
      ledger.cancelAtPeriodEnd(String(subscription), true);
      ledger.cancelAtPeriodEnd(String(subscription), false);
      ledger.cancelAtPeriodEnd(String(subscription), true);
      kit.standIn.webhooks.release((events) => events.toReversed());
      await becomes(account, 'canceling');
      await quiet();
      assert.equal(await stateOf(account), 'canceling');
    } finally {
      kit.standIn.webhookFaults.paused = false;
    }
  });
});
