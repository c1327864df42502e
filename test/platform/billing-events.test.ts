/** Webhook events of the payment provider: signed, old, future, malformed, hostile or unknown; each has a stated outcome. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { signatureOf } from '#demo-country/billing/webhooks.ts';
import { billing } from '#platform/billing/billing.ts';
import { addCustomer, customerOf } from '#platform/billing/customers-table.ts';
import { eventRows } from '#platform/billing/events-table.ts';
import { reconcileRound } from '#platform/billing/reconcile-plans.ts';
import { customersOf, eventText, seconds } from '#test/support/billing-customers.ts';
import { type BillingKit, billingKit, WEBHOOK_SECRET } from '#test/support/billing-kit.ts';
import { onBothEngines, type Place } from '#test/support/both-engines.ts';
import { until } from '#test/support/until.ts';

onBothEngines((engine) => {
  let kit: BillingKit;
  let location: Place;
  before(async () => {
    location = await engine.place();
    kit = await billingKit(location);
  });
  after(() => kit.close());
  const { becomes, mended, paying, post, quiet, signed, stateOf } = customersOf(() => kit);
  afterEach(mended);

  test('events without a valid signature are refused with the same answer for every reason', async () => {
    const body = eventText('evt_forged');
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
    const result = await Promise.all(
      answers.map(async (answer) => [answer.status, ((await answer.json()) as { error: unknown }).error]),
    );
    for (const each of result) assert.deepEqual(each, result[0]);
    assert.deepEqual(result[0], [
      400,
      { code: 'INVALID_BODY', message: 'This event is not from the payment provider.' },
    ]);
    assert.ok(!(await eventRows(kit.state, 1_000, null)).some(({ id }) => id === 'evt_forged'));
  });

  test('a signed event that is too old or in the future is refused', async () => {
    const at = seconds();
    assert.equal((await signed(eventText('evt_old'), at - 301)).status, 400);
    assert.equal((await signed(eventText('evt_future'), at + 60)).status, 400);
    assert.equal((await signed(eventText('evt_far'), at + 86_400)).status, 400);
    assert.equal((await signed(eventText('evt_late'), at - 290)).status, 200);
  });

  test('a signed body that is no event or too large is refused', async () => {
    for (const body of [
      '',
      'null',
      '[]',
      '{',
      '{"id":5}',
      '"text"',
      eventText('evt_x', { data: null }),
      eventText('e'.repeat(200)),
    ])
      assert.equal((await signed(body)).status, 400, body.slice(0, 50));
    assert.equal((await signed(`"${'x'.repeat(300_000)}"`)).status, 413);
  });

  test('unusual signed events are ignored or refused, and the next event is processed', async () => {
    const { account, customer } = await paying();
    const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
    const about = (object: unknown, more: object = {}): string =>
      eventText(`evt_odd_${odd++}`, { data: { object }, ...more });
    let odd = 0;
    const outcomes: [string, number, string | null][] = [
      ['an object of another kind', 200, about({ object: 'charge', customer })],
      ['a customer that is its own event', 200, about({ object: 'customer', id: customer })],
      ['an expanded customer', 200, about({ object: 'invoice', customer: { id: customer, object: 'customer' } })],
      ['a customer in a list', 200, about({ object: 'invoice', customer: [customer] })],
      ['a number', 200, about({ object: 'invoice', customer: 5 })],
      ['nothing', 200, about({ object: 'invoice', customer: null })],
      ['an object of an object', 200, about({ object: 'invoice', customer: { id: { id: customer } } })],
      ['a text', 200, about('invoice')],
      ['a list', 200, about([{ object: 'invoice', customer }])],
      ['a long name', 200, about({ object: 'invoice', customer: 'c'.repeat(1_000) })],
      ['a name with a control sequence', 200, about({ object: 'invoice', customer: `${customer}\u001b[2J` })],
      ['a name with a null character', 200, about({ object: 'invoice', customer: `${customer}\u0000` })],
      ['a type with a null character', 400, about({}, { type: 'invoice.paid\u0000' })],
      ['an id with a control sequence', 400, eventText('evt_\u001b]0;x\u0007')],
      ['a lone surrogate', 400, eventText('evt_\ud800')],
      ['an id that is a list', 400, about({}, { id: ['evt_list'] })],
      ['an instant out of range', 400, about({}, { created: Number.MAX_SAFE_INTEGER })],
      ['a time in text form', 400, about({}, { created: '1' })],
      ['a mode in text form', 200, about({ object: 'invoice', customer }, { livemode: 'true' })],
      ['a prototype', 200, about({ object: 'invoice', customer }).replace('{', '{"__proto__":{"isLive":true},')],
      ['a name twice', 200, about({ object: 'invoice', customer }).replace('{', '{"id":"evt_first",')],
      ['ten thousand lists', 200, about({ object: 'invoice', customer }).replace('{', `{"deep":${nested(10_000)},`)],
      [
        'a hundred thousand lists',
        200,
        about({ object: 'invoice', customer }).replace('{', `{"deep":${nested(100_000)},`),
      ],
      ['a megabyte', 413, about({ object: 'invoice', customer, more: 'x'.repeat(1_000_000) })],
    ];
    for (const [what, status, body] of outcomes) assert.equal((await signed(body ?? '')).status, status, what);
    await until('all events are processed', async () => (await eventRows(kit.state, 10, 'waiting')).length === 0);
    const rows = await eventRows(kit.state, 1_000, null);
    assert.ok(
      !rows.some(({ id }) => id === 'evt_first'),
      'of two ids in one event the last counts, as the provider signed it',
    );
    for (const row of rows) assert.match(`${row.id}${row.type}${row.customer ?? ''}`, /^[ -~]+$/);
    assert.equal(await stateOf(account), 'active');
    assert.equal(kit.served.faults.length, 0);
  });

  test('an event sent again with the same or a new signature counts once', async () => {
    const { account, customer } = await paying();
    const body = eventText(`evt_again_${account}`, { data: { object: { object: 'invoice', customer } } });
    const signature = signatureOf(body, WEBHOOK_SECRET, seconds() - 10);
    const answers = await Promise.all([post(body, signature), post(body, signature), signed(body), signed(body)]);
    assert.deepEqual(
      answers.map(({ status }) => status),
      [200, 200, 200, 200],
    );
    assert.equal((await eventRows(kit.state, 1_000, null)).filter(({ id }) => id === `evt_again_${account}`).length, 1);
  });

  test('the content type of an event does not matter; oversized headers and other methods are refused', async () => {
    const { customer } = await paying();
    const types = ['text/plain', 'application/x-www-form-urlencoded', 'multipart/form-data; boundary=x', 'nonsense'];
    for (const [i, type] of types.entries()) {
      const body = eventText(`evt_type_${customer}_${i}`, { data: { object: { object: 'invoice', customer } } });
      const headers = { 'stripe-signature': signatureOf(body, WEBHOOK_SECRET, seconds()), 'content-type': type };
      assert.equal((await fetch(kit.webhook, { method: 'POST', body, headers })).status, 200, type);
    }
    const body = eventText('evt_headers');
    const headers = { 'stripe-signature': signatureOf(body, WEBHOOK_SECRET, seconds()), 'x-more': 'x'.repeat(100_000) };
    assert.equal((await fetch(kit.webhook, { method: 'POST', body, headers })).status, 431);
    for (const method of ['GET', 'PUT', 'DELETE'])
      assert.equal((await fetch(kit.webhook, { method })).status, 405, method);
  });

  test('events of two hundred customers are stored while the provider is silent, and few synchronize at a time', async () => {
    const { state } = kit;
    const now = new Date().toISOString();
    const accounts = await Promise.all(Array.from({ length: 200 }, () => kit.account()));
    for (const account of accounts) await addCustomer(state, { account, customer: `cus_${account}`, email: null, now });
    await quiet();
    const answers = Promise.withResolvers<[]>();
    let requested = 0;
    const subscriptionsOf = (): Promise<[]> => {
      requested++;
      return answers.promise;
    };
    const client = billing({
      ...kit.sync,
      provider: { ...kit.provider, subscriptionsOf },
      page: () => '/',
      report: assert.ifError,
    });
    const taken = accounts.map((account) => {
      const body = eventText(`evt_${account}`, { data: { object: { object: 'invoice', customer: `cus_${account}` } } });
      return client.receiveEvent(Buffer.from(body), signatureOf(body, WEBHOOK_SECRET, seconds()), Date.now());
    });
    assert.deepEqual(new Set(await Promise.all(taken)), new Set([true]));
    const waiting = (await eventRows(state, 1_000, 'waiting')).map(({ account_id }) => account_id);
    assert.deepEqual(
      accounts.filter((account) => !waiting.includes(account)),
      [],
    );
    await until('a customer is synchronized', async () => requested > 0);
    assert.ok(requested <= 20, `${requested} at a time`);
    answers.resolve([]);
    await client.close();
    kit.standIn.faults.down = 1_000;
    const more = accounts.map((account) =>
      signed(eventText(`evt_more_${account}`, { data: { object: { object: 'invoice', customer: `cus_${account}` } } })),
    );
    assert.deepEqual(new Set((await Promise.all(more)).map(({ status }) => status)), new Set([200]));
  });

  test('events of unknown customers, other types and the other mode are ignored, counted and listed', async () => {
    assert.equal((await signed(eventText('evt_customer'))).status, 200);
    assert.equal((await signed(eventText('evt_type', { type: 'charge.succeeded' }))).status, 200);
    assert.equal((await signed(eventText('evt_mode', { livemode: true }))).status, 200);
    assert.equal((await signed(eventText('evt_hostile', { type: "x'; drop table billing_event; --" }))).status, 200);
    const rows = new Map((await eventRows(kit.state, 1_000, 'ignored')).map(({ id, outcome }) => [id, outcome]));
    assert.equal(rows.get('evt_customer'), 'unknownCustomer');
    const stored = await eventRows(kit.state, 1_000, null);
    assert.ok(!JSON.stringify(stored).includes('cus_nobody'), 'the customer of an ignored event is not stored');
    assert.equal(rows.get('evt_type'), 'type');
    assert.equal(rows.get('evt_mode'), 'otherMode');
    assert.equal(rows.get('evt_hostile'), 'type');
    assert.ok(kit.counts.filter((count) => count === 'ignored').length >= 4);
  });

  test('an event received while the provider is down is stored and processed after the outage', async () => {
    const account = await kit.account();
    const session = await kit.checkout(account);
    const began = Date.now();
    kit.standIn.faults.down = 1_000;
    kit.standIn.ledger.complete(session, true);
    await kit.standIn.webhooks.settled();
    await until('no request to the provider is under way', async () => {
      const customer = await customerOf(kit.state, account);
      return customer !== null && customer.failures > 0 && customer.holder === null;
    });
    assert.equal(await stateOf(account), 'none');
    const waiting = (await eventRows(kit.state, 100, 'waiting')).filter(({ account_id }) => account_id === account);
    assert.equal(waiting.length, 3);
    kit.standIn.faults.down = 0;
    // The retry delay grows with each failure; the test extends it beyond any stall of a busy machine.
    assert.ok(Date.parse((await customerOf(kit.state, account))?.next_at ?? '') >= began + 5_000);
    const later = new Date(Date.now() + 3_600_000).toISOString();
    await kit.state.write([
      { sql: 'update billing_customer set next_at = $2 where account_id = $1', params: [account, later] },
    ]);
    assert.equal(await reconcileRound(kit.sync), 0);
    await kit.state.write([
      { sql: `update billing_customer set next_at = created_at where account_id = $1`, params: [account] },
    ]);
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'active');
    assert.deepEqual(
      (await eventRows(kit.state, 100, 'waiting')).filter(({ account_id }) => account_id === account),
      [],
    );
  });

  test('twenty concurrent events of one customer make one plan change', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.ledger.data.subscriptions[subscription] = {
      ...kit.standIn.ledger.subscription(subscription),
      cancel_at_period_end: true,
    };
    const bodies = Array.from({ length: 20 }, (_, i) =>
      eventText(`evt_storm_${account}_${i}`, { data: { object: { object: 'invoice', customer } } }),
    );
    const answers = await Promise.all(bodies.map((body) => signed(body)));
    assert.deepEqual(new Set(answers.map(({ status }) => status)), new Set([200]));
    await becomes(account, 'canceling');
    await until('all events are processed', async () =>
      (await eventRows(kit.state, 1_000, 'waiting')).every(({ account_id }) => account_id !== account),
    );
    assert.equal(kit.steps.filter((one) => one.account === account && one.after.state === 'canceling').length, 1);
  });

  test('an event survives the death of its process and is processed by another after the lock expires', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.webhookFaults.wrongSecret = true;
    kit.standIn.ledger.cancel(subscription);
    await kit.standIn.webhooks.settled();
    // The provider request lasts as long as the process lives.
    kit.standIn.faults.slowMs = 60_000;
    const body = eventText(`evt_killed_${account}`, { data: { object: { object: 'invoice', customer } } });
    const words = [
      location.databaseUrl ?? join(location.folder, 'test.db'),
      JSON.stringify(kit.settings),
      body,
      signatureOf(body, WEBHOOK_SECRET, seconds()),
    ];
    const requested = kit.standIn.requests.length;
    const child = spawn(process.execPath, [join(import.meta.dirname, '../support/killed-billing.ts'), ...words], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [result] = (await once(child.stdout, 'data')) as [Buffer];
    assert.equal(result.toString(), 'taken\n');
    await until('it asks the provider', async () => kit.standIn.requests.length > requested);
    child.kill('SIGKILL');
    await once(child, 'close');
    kit.standIn.faults.slowMs = 0;
    assert.equal(await stateOf(account), 'active');
    assert.ok((await eventRows(kit.state, 100, 'waiting')).some(({ id }) => id === `evt_killed_${account}`));
    // While the lock of the dead process lasts, no synchronization starts.
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'active');
    await kit.state.write([
      { sql: 'update billing_customer set held_until = created_at where account_id = $1', params: [account] },
    ]);
    await reconcileRound(kit.sync);
    assert.equal(await stateOf(account), 'canceled');
  });
});
