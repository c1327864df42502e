/** Account events and emails about payments, in the language of the account. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { changeSubscription } from '#platform/accounts/accounts.ts';
import { eventsOf } from '#platform/accounts/events-table.ts';
import { planNotices } from '#platform/billing/emails.ts';
import { endGrants, reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { planOf, subscriptionRows } from '#platform/billing/subscriptions-table.ts';
import { sync } from '#platform/billing/sync.ts';
import { mailer } from '#platform/mail/mailer.ts';
import { type BillingKit, billingKit } from '#test/support/billing-kit.ts';
import { onBothEngines } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  before(async () => {
    kit = await billingKit(await engine.place());
  });
  after(() => kit.close());

  const needs = (isReady = true) => {
    const page = (language: string): string => (language === 'ro' ? '/cont/abonament' : '/en/account/subscription');
    const result = planNotices({
      state: kit.state,
      mailer: mailer({ isReady }),
      site: () => 'https://firme.example',
      page,
    });
    return { ...kit.sync, ...result };
  };
  interface Queued {
    kind: string;
    subject: string;
    text: string;
  }
  const lettersOf = (account: string): Promise<Queued[]> =>
    kit.state.all('select kind, subject, text from letter where account_id = $1 order by queued_at, kind', [account]);
  /** States in the subscription events, oldest first. */
  const changesOf = async (account: string): Promise<(string | null)[]> =>
    (await eventsOf(kit.state, account, 100))
      .filter(({ kind }) => kind === 'subscriptionChanged')
      .map(({ about }) => about)
      .toReversed();
  /** Webhooks are paused: the test synchronizes step by step. */
  const paying = async (): Promise<{ account: string; subscription: string }> => {
    kit.standIn.webhookFaults.paused = true;
    const account = await kit.account();
    const { subscription } = kit.standIn.ledger.complete(await kit.checkout(account), true);
    await sync(needs(), account);
    return { account, subscription: String(subscription) };
  };

  test('without a public address an email has no link and names the service once', async () => {
    const account = await kit.account();
    const result = planNotices({
      state: kit.state,
      mailer: mailer({ isReady: true }),
      site: () => null,
      page: () => '/',
    });
    await kit.state.write(await result.grantEndStatements(account, () => ({ sql: 'select 1' })));
    const [email] = await lettersOf(account);
    assert.match(email?.text ?? '', /Trimis automat de Firmoteca\. Acest/);
    assert.doesNotMatch(email?.text ?? '', /http|Firmoteca, /);
  });

  test('a failed payment and an ended plan send one email each, and the start of Pro sends none', async () => {
    const { account, subscription } = await paying();
    assert.deepEqual(await lettersOf(account), []);
    const [{ customer } = { customer: '' }] = Object.values(kit.standIn.ledger.data.subscriptions).filter(
      ({ id }) => id === subscription,
    );
    kit.standIn.ledger.replaceCard(String(customer), false);
    kit.standIn.ledger.renew(subscription);
    await sync(needs(), account);
    await sync(needs(), account);
    kit.standIn.ledger.cancel(subscription);
    await sync(needs(), account);
    const emails = await lettersOf(account);
    assert.deepEqual(
      emails.map(({ kind, subject }) => [kind, subject]),
      [
        ['plan-unpaid', 'Plata pentru Pro nu a reușit'],
        ['plan-ended', 'Planul dumneavoastră Pro s-a încheiat'],
      ],
    );
    assert.match(emails[0]?.text ?? '', /https:\/\/firme\.example\/cont\/abonament/);
    const happened = (await eventsOf(kit.state, account, 100)).map(({ kind, about }) =>
      `${kind} ${about ?? ''}`.trim(),
    );
    assert.deepEqual(happened.toSorted(), [
      'checkoutOpened',
      'subscriptionChanged active',
      'subscriptionChanged canceled',
      'subscriptionChanged past_due',
    ]);
  });

  test('a canceled subscription is announced at once, and its end when the period is over', async () => {
    const { account, subscription } = await paying();
    kit.standIn.ledger.cancelAtPeriodEnd(subscription, true);
    for (let times = 0; times < 2; times++) await sync(needs(), account);
    const [email, ...more] = await lettersOf(account);
    assert.deepEqual([email?.kind, more], ['plan-canceling', []]);
    assert.match(email?.text ?? '', /Pro\s+funcționează\s+până/);
    kit.standIn.ledger.cancel(subscription);
    await sync(needs(), account);
    assert.deepEqual(
      (await lettersOf(account)).map(({ kind }) => kind),
      ['plan-canceling', 'plan-ended'],
    );
  });

  test('plan emails follow the language of the account; without mail or address the plan changes and none is queued', async () => {
    const { account, subscription } = await paying();
    await kit.state.write([{ sql: `update account set language = 'en' where id = $1`, params: [account] }]);
    kit.standIn.ledger.cancel(subscription);
    await sync(needs(), account);
    assert.equal((await lettersOf(account))[0]?.subject, 'Your Pro plan has ended');
    const other = await paying();
    kit.standIn.ledger.cancel(other.subscription);
    await sync(needs(false), other.account);
    assert.deepEqual(await lettersOf(other.account), []);
    const third = await paying();
    await kit.state.write([{ sql: 'update account set email = null where id = $1', params: [third.account] }]);
    kit.standIn.ledger.cancel(third.subscription);
    await sync(needs(), third.account);
    assert.deepEqual(await lettersOf(third.account), []);
    for (const each of [other, third]) assert.equal((await planOf(kit.state, each.account))?.state, 'canceled');
  });

  test('the end of a plan granted until a day is announced by email', async () => {
    const account = await kit.account();
    const now = Date.now();
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(kit.state, account, to, now);
    await changeSubscription(kit.state, account, 'canceling', now, new Date(now + 1).toISOString());
    await until('its day is over', async () => (await endGrants(kit.state, needs().grantEndStatements)) === 1);
    assert.deepEqual(
      (await lettersOf(account)).map(({ kind }) => kind),
      ['plan-ended'],
    );
    assert.equal(await endGrants(kit.state, needs().grantEndStatements), 0);
  });

  test('several hosts that see a plan end report it once', async () => {
    const account = await kit.account();
    const now = Date.now();
    for (const to of ['incomplete', 'active'] as const) await changeSubscription(kit.state, account, to, now);
    await changeSubscription(kit.state, account, 'canceling', now, new Date(now - 1).toISOString());
    await Promise.all(Array.from({ length: 5 }, () => endGrants(kit.state, needs().grantEndStatements)));
    assert.equal((await lettersOf(account)).length, 1);
    assert.deepEqual(await changesOf(account), ['canceled']);
  });

  test('a plan change overtaken by an operator is not announced', async () => {
    const { account, subscription } = await paying();
    kit.standIn.ledger.cancel(subscription);
    const own = needs();
    const granted = `update subscription set state = 'active', granted_by = 'operator' where account_id = $1`;
    const outcome = await sync(
      {
        ...own,
        async planChangeStatements(plan, where) {
          await kit.state.write([{ sql: granted, params: [account] }]);
          return own.planChangeStatements(plan, where);
        },
      },
      account,
    );
    assert.equal(outcome, 'heard');
    assert.equal((await planOf(kit.state, account))?.state, 'active');
    assert.deepEqual(await lettersOf(account), []);
    assert.deepEqual(await changesOf(account), ['active']);
  });

  test('processed events are removed after their retention period, and waiting ones stay', async () => {
    const { account } = await paying();
    kit.standIn.webhookFaults.paused = false;
    kit.standIn.webhooks.release();
    await kit.standIn.webhooks.settled();
    // The provider is asked after the response to an event; a round skips an account that is locked meanwhile.
    await until('no event waits', async () => {
      await reconcileRound(kit.sync);
      return (await kit.state.all(`select id from billing_event where state = 'waiting'`)).length === 0;
    });
    await kit.state.write([{ sql: `update billing_event set received_at = '2020-01-01T00:00:00.000Z'` }]);
    await reconcileRound(kit.sync);
    assert.deepEqual(await kit.state.all(`select id from billing_event where state <> 'waiting'`), []);
    assert.equal((await subscriptionRows(kit.state, account)).length, 1);
  });
});
