/** What goes wrong between us and the payment provider: a stated outcome each time, no double charge, nothing lost. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { step } from '#accounts/accounts.ts';
import { deleteAccount } from '#accounts/leaving.ts';
import { keepingRooms } from '#app/accounts.ts';
import { customerOf } from '#billing/customers-table.ts';
import { endGrants, round } from '#billing/duty.ts';
import { eventRows } from '#billing/events-table.ts';
import { planOf, subscriptionRows } from '#billing/subscriptions-table.ts';
import { sync } from '#billing/sync.ts';
import { priceOf } from '#simulate/billing/objects.ts';
import { signatureOf } from '#simulate/billing/webhooks.ts';
import { type BillingKit, billingKit, WEBHOOK_SECRET } from './billing-kit.ts';
import { onBothEngines, type Place } from './both-engines.ts';
import { until } from './until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  let place: Place;
  before(async () => {
    place = await engine.place();
    kit = await billingKit(place);
  });
  after(() => kit.close());
  afterEach(async () => {
    const { faults, webhookFaults, webhooks } = kit.standIn;
    Object.assign(faults, { down: 0, broken: 0, lost: 0, slowMs: 0 });
    Object.assign(webhookFaults, { twice: false, held: false, wrongSecret: false, clockSeconds: 0 });
    webhooks.release();
    await quiet();
  });
  /** All events are delivered, and those that can be are worked off. */
  const quiet = async (): Promise<void> => {
    await kit.standIn.webhooks.settled();
    await until('nobody asks', async () => {
      await kit.state.write([{ sql: 'update billing_customer set next_at = created_at' }]);
      await round(kit.sync);
      return (await eventRows(kit.state, 10, 'waiting')).length === 0;
    });
  };

  const seconds = (): number => Math.floor(Date.now() / 1000);
  const stateOf = async (account: string): Promise<string> => (await planOf(kit.state, account))?.state ?? '';
  const becomes = (account: string, state: string): Promise<void> =>
    until(`${account} is ${state}`, async () => (await stateOf(account)) === state);
  const post = (body: string, signature: string | null): Promise<Response> =>
    fetch(kit.webhook, { method: 'POST', body, headers: signature === null ? {} : { 'stripe-signature': signature } });
  const signed = (body: string, at = seconds(), secret = WEBHOOK_SECRET): Promise<Response> =>
    post(body, signatureOf(body, secret, at));
  const event = (id: string, more: object = {}): string =>
    JSON.stringify({
      ...{ id, object: 'event', type: 'invoice.paid', created: seconds(), livemode: false },
      ...{ data: { object: { object: 'invoice', customer: 'cus_nobody' } }, ...more },
    });
  const customerFor = async (account: string): Promise<string> =>
    (await customerOf(kit.state, account))?.customer ?? '';
  const buyer = (account: string) => ({ account, language: 'ro', origin: kit.served.origin }) as const;
  const paying = async (): Promise<{ account: string; subscription: string; customer: string }> => {
    const account = await kit.account();
    const { subscription } = kit.standIn.book.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    await quiet();
    return { account, subscription: String(subscription), customer: await customerFor(account) };
  };

  test('what is not signed by the provider is refused, and told nothing', async () => {
    const body = event('evt_forged');
    const at = seconds();
    const hostile: (string | null)[] = [
      null,
      '',
      'nonsense',
      `t=${at}`,
      `t=${at},v1=`,
      `t=${at},v0=${'0'.repeat(64)}`,
      `t=${at},v1=${'0'.repeat(64)}`,
      signatureOf(body, 'whsec_another', at),
      signatureOf(`${body} `, WEBHOOK_SECRET, at),
      `${signatureOf(body, WEBHOOK_SECRET, at - 3_600)},t=${at}`,
      signatureOf(body, WEBHOOK_SECRET, at).replace(`t=${at}`, `t=${at}, t=${at}`),
      'v1='.repeat(3_000),
    ];
    const answers = await Promise.all(hostile.map((signature) => post(body, signature)));
    const told = await Promise.all(
      answers.map(async (answer) => [answer.status, ((await answer.json()) as { error: unknown }).error]),
    );
    for (const each of told) assert.deepEqual(each, told[0]);
    assert.deepEqual(told[0], [400, { code: 'INVALID_BODY', message: 'This is no event of our payment provider.' }]);
    assert.ok(!(await eventRows(kit.state, 1_000, null)).some(({ id }) => id === 'evt_forged'));
  });

  test('an event of long ago or of a time to come is refused, however well it is signed', async () => {
    const at = seconds();
    assert.equal((await signed(event('evt_old'), at - 301)).status, 400);
    assert.equal((await signed(event('evt_future'), at + 60)).status, 400);
    assert.equal((await signed(event('evt_far'), at + 86_400)).status, 400);
    assert.equal((await signed(event('evt_late'), at - 290)).status, 200);
  });

  test('what is signed and yet no event, or too long, is refused', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{',
      '{"id":5}',
      '"text"',
      event('evt_x', { data: null }),
      event('e'.repeat(200)),
    ])
      assert.equal((await signed(body)).status, 400, body.slice(0, 50));
    assert.equal((await signed(`"${'x'.repeat(300_000)}"`)).status, 413);
  });

  test('unknown customers, other kinds and the other mode are ignored, counted and told to the operator', async () => {
    assert.equal((await signed(event('evt_customer'))).status, 200);
    assert.equal((await signed(event('evt_type', { type: 'charge.succeeded' }))).status, 200);
    assert.equal((await signed(event('evt_mode', { livemode: true }))).status, 200);
    assert.equal((await signed(event('evt_hostile', { type: "x'; drop table billing_event; --" }))).status, 200);
    const rows = new Map((await eventRows(kit.state, 1_000, 'ignored')).map(({ id, outcome }) => [id, outcome]));
    assert.equal(rows.get('evt_customer'), 'unknownCustomer');
    const kept = await eventRows(kit.state, 1_000, null);
    assert.ok(!JSON.stringify(kept).includes('cus_nobody'), 'whose it was is nobody’s business');
    assert.equal(rows.get('evt_type'), 'type');
    assert.equal(rows.get('evt_mode'), 'otherMode');
    assert.equal(rows.get('evt_hostile'), 'type');
    assert.ok(kit.counts.filter((count) => count === 'ignored').length >= 4);
  });

  test('a provider that is down when its event comes: the event is kept, and worked off when it answers again', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    kit.standIn.faults.down = 1_000;
    kit.standIn.book.complete(session, true);
    await kit.standIn.webhooks.settled();
    await until('nobody asks any more', async () => (await customerOf(kit.state, account))?.failures === 1);
    assert.equal(await stateOf(account), 'none');
    const waiting = (await eventRows(kit.state, 100, 'waiting')).filter(({ account_id }) => account_id === account);
    assert.equal(waiting.length, 3);
    kit.standIn.faults.down = 0;
    // Its turn comes after a pause that grows with each failure.
    assert.equal(await round(kit.sync), 0);
    await kit.state.write([
      { sql: `update billing_customer set next_at = created_at where account_id = $1`, params: [account] },
    ]);
    await round(kit.sync);
    assert.equal(await stateOf(account), 'active');
    assert.deepEqual(
      (await eventRows(kit.state, 100, 'waiting')).filter(({ account_id }) => account_id === account),
      [],
    );
  });

  test('an answer that is lost after the provider did it: asked again, it is done once', async () => {
    const account = await kit.account();
    const before = Object.keys(kit.standIn.book.pages.customers).length;
    kit.standIn.faults.lost = 1;
    await kit.checkout(account);
    assert.equal(Object.keys(kit.standIn.book.pages.customers).length, before + 1);
    const sessions = Object.values(kit.standIn.book.pages.sessions).length;
    const other = await kit.account();
    await kit.billing.subscribe(buyer(other)).catch(() => {});
    assert.equal(Object.values(kit.standIn.book.pages.sessions).length, sessions + 1);
  });

  test('a provider that is down at a checkout: told so, nothing is open, and the next try works', async () => {
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

  test('ten checkouts at once are one, and it is the same until it is paid', async () => {
    const account = await kit.account();
    const sessions = await Promise.all(Array.from({ length: 10 }, () => kit.checkout(account)));
    assert.equal(new Set(sessions).size, 1);
    assert.equal(await kit.checkout(account), sessions[0]);
    const customer = await customerFor(account);
    const open = Object.values(kit.standIn.book.pages.sessions).filter(({ session }) => session.customer === customer);
    assert.equal(open.length, 1);
    const events = await kit.state.all<{ kind: string }>('select kind from account_event where account_id = $1', [
      account,
    ]);
    assert.deepEqual(events, [{ kind: 'checkoutOpened' }], 'and told once');
  });

  test('a second checkout of who has paid is none, also before the event of the first has come', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    kit.standIn.webhookFaults.held = true;
    try {
      kit.standIn.book.complete(session, true);
      assert.equal(await kit.billing.subscribe(buyer(account)), 'subscribed');
      assert.equal(await stateOf(account), 'active');
    } finally {
      kit.standIn.webhookFaults.held = false;
      kit.standIn.webhooks.release();
    }
    await kit.standIn.webhooks.settled();
  });

  test('a checkout that expired makes room for another', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    kit.standIn.book.expire(session);
    const next = await kit.checkout(account);
    assert.notEqual(next, session);
  });

  test('two subscriptions at once: the later one is ended and paid back, once; the first goes on', async () => {
    const { account, subscription, customer } = await paying();
    const { book } = kit.standIn;
    const price = priceOf({ amount: 4_900, currency: 'ron', per: 'month' }, seconds());
    const second = book.subscribe(customer, price);
    await until('it is paid back', async () =>
      (await subscriptionRows(kit.state, account)).some(
        ({ id, surplus }) => id === second.id && surplus === 'refunded',
      ),
    );
    await kit.standIn.webhooks.settled();
    assert.equal(book.subscription(second.id).status, 'canceled');
    assert.equal(book.subscription(subscription).status, 'active');
    const payment = Object.values(book.pages.payments).find(({ invoice }) => invoice === second.latest_invoice);
    const refunds = Object.values(book.pages.refunds).filter(
      ({ payment_intent }) => payment_intent === payment?.payment.payment_intent,
    );
    assert.equal(refunds.length, 1);
    await until('all is quiet', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
    await sync(kit.sync, account);
    assert.equal(await stateOf(account), 'active');
    assert.equal(
      Object.values(book.pages.refunds).filter(
        ({ payment_intent }) => payment_intent === payment?.payment.payment_intent,
      ).length,
      1,
    );
  });

  test('a provider that goes away between the end of a subscription too many and its refund: the refund comes later', async () => {
    const { account, customer } = await paying();
    const { book, faults } = kit.standIn;
    kit.standIn.webhookFaults.held = true;
    const second = book.subscribe(customer, priceOf({ amount: 4_900, currency: 'ron', per: 'month' }, seconds()));
    const cancelNow = kit.provider.cancelNow;
    // It is done, and then nothing is heard any more.
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
    assert.equal(book.subscription(second.id).status, 'canceled');
    assert.equal((await subscriptionRows(kit.state, account)).find(({ id }) => id === second.id)?.surplus, 'toRefund');
    await round(kit.sync);
    assert.equal((await subscriptionRows(kit.state, account)).find(({ id }) => id === second.id)?.surplus, 'refunded');
    kit.standIn.webhookFaults.held = false;
    kit.standIn.webhooks.release();
    await kit.standIn.webhooks.settled();
  });

  test('twenty events at once about one customer end in one plan, told once', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.book.pages.subscriptions[subscription] = {
      ...kit.standIn.book.subscription(subscription),
      cancel_at_period_end: true,
    };
    const bodies = Array.from({ length: 20 }, (_, i) =>
      event(`evt_storm_${account}_${i}`, { data: { object: { object: 'invoice', customer } } }),
    );
    const answers = await Promise.all(bodies.map((body) => signed(body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    await becomes(account, 'canceling');
    await until('all are done', async () =>
      (await eventRows(kit.state, 1_000, 'waiting')).every(({ account_id }) => account_id !== account),
    );
    assert.equal(kit.steps.filter((one) => one.account === account && one.after.state === 'canceling').length, 1);
  });

  test('killed between an event and the question it leads to: whoever comes next goes on with it', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.webhookFaults.wrongSecret = true;
    kit.standIn.book.cancel(subscription);
    await kit.standIn.webhooks.settled();
    // The question is under way for as long as the process lives.
    kit.standIn.faults.slowMs = 60_000;
    const body = event(`evt_killed_${account}`, { data: { object: { object: 'invoice', customer } } });
    const words = [
      place.databaseUrl ?? join(place.folder, 'test.db'),
      JSON.stringify(kit.settings),
      body,
      signatureOf(body, WEBHOOK_SECRET, seconds()),
    ];
    const asked = kit.standIn.requests.length;
    const child = spawn(process.execPath, [join(import.meta.dirname, 'killed-billing.ts'), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [told] = (await once(child.stdout, 'data')) as [Buffer];
    assert.equal(told.toString(), 'taken\n');
    await until('it asks', async () => kit.standIn.requests.length > asked);
    child.kill('SIGKILL');
    await once(child, 'close');
    kit.standIn.faults.slowMs = 0;
    assert.equal(await stateOf(account), 'active');
    assert.ok((await eventRows(kit.state, 100, 'waiting')).some(({ id }) => id === `evt_killed_${account}`));
    // While the dead one's time is not over, nobody asks; then somebody does.
    await round(kit.sync);
    assert.equal(await stateOf(account), 'active');
    await kit.state.write([
      { sql: 'update billing_customer set held_until = created_at where account_id = $1', params: [account] },
    ]);
    await round(kit.sync);
    assert.equal(await stateOf(account), 'canceled');
  });

  test('who asked the provider before somebody else did does not write over what they heard', async () => {
    const { account, subscription } = await paying();
    const heardFirst = Promise.withResolvers<void>();
    const goOn = Promise.withResolvers<void>();
    const slow = {
      ...kit.sync,
      provider: {
        ...kit.provider,
        subscriptionsOf: async (customer: string) => {
          const told = await kit.provider.subscriptionsOf(customer);
          heardFirst.resolve();
          await goOn.promise;
          return told;
        },
      },
    };
    const late = sync(slow, account);
    await heardFirst.promise;
    // As if it had been dead for longer than a question may take.
    await kit.state.write([
      { sql: 'update billing_customer set held_until = created_at where account_id = $1', params: [account] },
    ]);
    kit.standIn.book.cancelAtPeriodEnd(subscription, true);
    await becomes(account, 'canceling');
    goOn.resolve();
    assert.equal(await late, 'unheard');
    assert.equal(await stateOf(account), 'canceling');
  });

  test('who was not heard of for a day is asked about, and a plan that differs is mended and counted', async () => {
    const { account, subscription } = await paying();
    await kit.standIn.webhooks.settled();
    await until('all is quiet', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
    kit.standIn.webhookFaults.wrongSecret = true;
    kit.standIn.book.cancel(subscription);
    await kit.standIn.webhooks.settled();
    kit.standIn.webhookFaults.wrongSecret = false;
    await round(kit.sync);
    assert.equal(await stateOf(account), 'active');
    const differed = kit.counts.filter((count) => count === 'differed').length;
    const yesterday = new Date(Date.now() - 86_500_000).toISOString();
    await kit.state.write([
      {
        sql: 'update billing_customer set heard_at = $2, next_at = $2 where account_id = $1',
        params: [account, yesterday],
      },
    ]);
    await round(kit.sync);
    assert.equal(await stateOf(account), 'canceled');
    assert.equal(kit.counts.filter((count) => count === 'differed').length, differed + 1);
  });

  test('a plan of the operator is none of the provider’s: it stays when a paid one ends, and gives way to one that lasts longer', async () => {
    const { account, subscription } = await paying();
    const now = Date.now();
    kit.standIn.book.cancel(subscription);
    await becomes(account, 'canceled');
    for (const to of ['incomplete', 'active'] as const) await step(kit.state, account, to, now);
    await sync(kit.sync, account);
    assert.equal((await planOf(kit.state, account))?.granted_by, 'operator');
    assert.equal(await stateOf(account), 'active');
    assert.equal(await kit.billing.subscribe(buyer(account)), 'subscribed');
    await step(kit.state, account, 'canceling', now, new Date(now + 60_000).toISOString());
    kit.standIn.book.complete(await kit.checkout(account), true);
    await becomes(account, 'active');
    assert.equal((await planOf(kit.state, account))?.granted_by, 'provider');
  });

  test('a plan granted to a day ends with it', async () => {
    const account = await kit.account();
    const now = Date.now();
    for (const to of ['incomplete', 'active'] as const) await step(kit.state, account, to, now);
    await step(kit.state, account, 'canceling', now, new Date(now + 60_000).toISOString());
    assert.equal(await endGrants(kit.state, async () => []), 0);
    await kit.state.write([{ sql: 'update subscription set until = since where account_id = $1', params: [account] }]);
    assert.equal(await endGrants(kit.state, async () => []), 1);
    assert.equal(await stateOf(account), 'canceled');
  });

  test('an account that goes ends its subscription at the provider first; while that is down, it waits', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.faults.down = 1_000;
    assert.equal(await kit.billing.endBilling(account), 'waiting');
    assert.equal(kit.standIn.book.subscription(subscription).status, 'active');
    assert.ok(await customerOf(kit.state, account));
    kit.standIn.faults.down = 0;
    assert.equal(await kit.billing.endBilling(account), 'ended');
    assert.equal(kit.standIn.book.subscription(subscription).status, 'canceled');
    assert.equal(kit.standIn.book.pages.customers[customer], undefined);
    assert.equal(await customerOf(kit.state, account), null);
    assert.deepEqual(await subscriptionRows(kit.state, account), []);
    await kit.standIn.webhooks.settled();
    assert.equal(await kit.billing.endBilling(account), 'ended');
  });

  test('an account that goes with a checkout open: nobody can pay it any more', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    assert.equal(await kit.billing.endBilling(account), 'ended');
    assert.equal(kit.standIn.book.session(session).status, 'expired');
    assert.throws(() => kit.standIn.book.complete(session, true));
  });

  test('an account that goes while its customer is being made leaves none behind, at the provider or here', async () => {
    const account = await kit.account();
    const { requests, faults, book } = kit.standIn;
    const before = requests.length;
    faults.slowMs = 300;
    const sent = kit.billing.subscribe({ account, language: 'ro', origin: kit.served.origin });
    const refused = assert.rejects(sent, { code: 'NOT_FOUND' });
    await until('it is being made', async () => requests.length > before);
    const { endBilling } = kit.billing;
    assert.equal(
      await deleteAccount({ state: kit.state, rooms: keepingRooms, endBilling }, account, null, Date.now()),
      'deleted',
    );
    await refused;
    const left = Object.values(book.pages.customers).filter((one) => one.metadata?.account === account && !one.deleted);
    assert.deepEqual(left, []);
    assert.equal(await customerOf(kit.state, account), null);
  });

  test('the package tells nothing about us but what is asked, names what it writes, and no fault quotes a secret', async () => {
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
