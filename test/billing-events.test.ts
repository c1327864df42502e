/** Events of the payment provider: what is signed, old, of a time to come, hostile or of nobody; each has a stated outcome, and none is lost. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { after, afterEach, before, test } from 'node:test';
import { customerOf } from '#billing/customers-table.ts';
import { round } from '#billing/duty.ts';
import { eventRows } from '#billing/events-table.ts';
import { signatureOf } from '#simulate/billing/webhooks.ts';
import { customersOf, eventText, seconds } from './billing-customers.ts';
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
  const { becomes, mended, paying, post, signed, stateOf } = customersOf(() => kit);
  afterEach(mended);

  test('what is not signed by the provider is refused, and told nothing', async () => {
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
    const told = await Promise.all(
      answers.map(async (answer) => [answer.status, ((await answer.json()) as { error: unknown }).error]),
    );
    for (const each of told) assert.deepEqual(each, told[0]);
    assert.deepEqual(told[0], [400, { code: 'INVALID_BODY', message: 'This is no event of our payment provider.' }]);
    assert.ok(!(await eventRows(kit.state, 1_000, null)).some(({ id }) => id === 'evt_forged'));
  });

  test('an event of long ago or of a time to come is refused, however well it is signed', async () => {
    const at = seconds();
    assert.equal((await signed(eventText('evt_old'), at - 301)).status, 400);
    assert.equal((await signed(eventText('evt_future'), at + 60)).status, 400);
    assert.equal((await signed(eventText('evt_far'), at + 86_400)).status, 400);
    assert.equal((await signed(eventText('evt_late'), at - 290)).status, 200);
  });

  test('what is signed and yet no event, or too long, is refused', async () => {
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

  test('unknown customers, other kinds and the other mode are ignored, counted and told to the operator', async () => {
    assert.equal((await signed(eventText('evt_customer'))).status, 200);
    assert.equal((await signed(eventText('evt_type', { type: 'charge.succeeded' }))).status, 200);
    assert.equal((await signed(eventText('evt_mode', { livemode: true }))).status, 200);
    assert.equal((await signed(eventText('evt_hostile', { type: "x'; drop table billing_event; --" }))).status, 200);
    const rows = new Map((await eventRows(kit.state, 1_000, 'ignored')).map(({ id, outcome }) => [id, outcome]));
    assert.equal(rows.get('evt_customer'), 'unknownCustomer');
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

  test('twenty events at once about one customer end in one plan, told once', async () => {
    const { account, subscription, customer } = await paying();
    kit.standIn.book.pages.subscriptions[subscription] = {
      ...kit.standIn.book.subscription(subscription),
      cancel_at_period_end: true,
    };
    const bodies = Array.from({ length: 20 }, (_, i) =>
      eventText(`evt_storm_${account}_${i}`, { data: { object: { object: 'invoice', customer } } }),
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
    const body = eventText(`evt_killed_${account}`, { data: { object: { object: 'invoice', customer } } });
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
});
