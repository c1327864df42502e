/** Faults around a payment: a failing facilitator, and payers who move their money meanwhile. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Database } from '#data/store/database.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { buyer, receiptOf, signed } from '#test/support/chain/buyer.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';
import { PATIENCE, shop } from '#test/support/chain/shop.ts';
import { answered, decoded, on, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';
import { until } from '#test/support/until.ts';

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
let payer: Trade['payer'];
let spent: Trade['spent'];
let stateOf: Trade['stateOf'];
trading((trade) => {
  ({ local, official, one, payer, spent, stateOf } = trade);
});

/** A timeout of one request that is shorter than the answer of a slow facilitator. */
const HASTY_MS = 500;
const SLOW_MS = 1_500;

for (const fault of ['down', 'lost', 'slow', 'broken', 'moved'] as const)
  test(`a facilitator that fails at verification (${fault}) gives a 503 without a charge`, async () => {
    const account = await payer();
    official.fault = on('verify', fault);
    official.slowMs = SLOW_MS;
    if (fault === 'slow') one.patience.verifyMs = HASTY_MS;
    const headers = await signed(one.thing, account);
    const response = await fetch(one.thing, { headers });
    one.patience.verifyMs = PATIENCE.verifyMs;
    assert.ok(response.headers.has('retry-after'));
    assert.equal(response.headers.has('payment-required'), false);
    assert.deepEqual(await answered(response), [503, 'PAYMENT_UNAVAILABLE']);
    assert.equal(one.things.looked, 0);
    assert.deepEqual(one.tallied, ['verify']);
    official.fault = () => null;
    assert.equal((await fetch(one.thing, { headers })).status, 200);
    assert.equal(await spent(account), PRICE);
    assert.deepEqual(one.tallied, ['verify', 'settled']);
  });

test('an unreachable facilitator does not affect offers and keys', async () => {
  const gone = await shop(local, { url: 'http://127.0.0.1:1' }, openSqlite(':memory:'));
  try {
    const account = await payer();
    const headers = await signed(gone.thing, account);
    assert.deepEqual(await answered(await fetch(gone.thing, { headers })), [503, 'PAYMENT_UNAVAILABLE']);
    assert.equal((await fetch(gone.thing, { headers: { 'x-api-key': gone.key } })).status, 200);
    assert.equal((await gone.rowOf(account.address))?.state, 'released');
  } finally {
    await gone.close();
  }
});

test('a facilitator that goes down before the settlement charges nothing, and the payment stays usable', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  const second = await testFacilitator(local);
  const moved = await shop(local, second, openSqlite(':memory:'));
  try {
    moved.things.give = async () => {
      await second.close();
      return { data: { name: 'one', size: 1 } };
    };
    assert.deepEqual(await answered(await fetch(moved.thing, { headers: await signed(moved.thing, account) })), [
      503,
      'PAYMENT_UNAVAILABLE',
    ]);
    assert.equal((await moved.rowOf(account.address))?.state, 'failed');
    assert.equal(await spent(account), 0n);
  } finally {
    await moved.close();
  }
  assert.equal((await fetch(one.thing, { headers })).status, 200);
});

test('a settlement with a lost response is found on the chain, and its answer is delivered at once', async () => {
  const account = await payer();
  official.fault = on('settle', 'lost');
  const response = await buyer(account)(one.thing);
  assert.equal(response.status, 200);
  assert.match(receiptOf(response.headers)?.transaction ?? '', /^0x[0-9a-f]{64}$/);
  assert.equal(await spent(account), PRICE);
  assert.deepEqual(one.tallied, ['settle', 'settled']);
});

for (const fault of ['lost', 'slow', 'broken'] as const)
  test(`a settlement with an unknown outcome (${fault}) is a 503, and the payer’s next request resolves it`, async () => {
    const account = await payer();
    const headers = await signed(one.thing, account);
    official.fault = on('settle', fault);
    official.slowMs = SLOW_MS;
    if (fault === 'slow') one.patience.settleMs = HASTY_MS;
    local.readable(() => false);
    const unknown = await fetch(one.thing, { headers });
    one.patience.settleMs = PATIENCE.settleMs;
    assert.equal(unknown.headers.get('retry-after'), '5');
    assert.equal(unknown.headers.has('payment-required'), false, 'a client would sign a second payment');
    assert.deepEqual(await answered(unknown), [503, 'PAYMENT_PENDING']);
    assert.equal(await stateOf(account), 'unknown');
    assert.deepEqual(one.tallied, ['settle', 'unknown']);
    local.readable(() => true);
    official.fault = () => null;
    let found = await fetch(one.thing, { headers });
    await until('the payment is found', async () => {
      if (found.status === 503) found = await fetch(one.thing, { headers });
      return found.status !== 503;
    });
    assert.equal(found.status, 200);
    assert.equal(receiptOf(found.headers)?.success, true);
    await official.idle();
    assert.equal(await spent(account), PRICE);
    assert.equal(one.things.looked, 1, 'the answer is the stored one');
    assert.equal(await stateOf(account), 'delivered');
    assert.deepEqual(one.tallied, ['settle', 'unknown', 'settled']);
  });

const elsewhere = `0x${'2'.repeat(40)}`;
for (const result of [{ payer: elsewhere }, { amount: '1' }, { asset: elsewhere }, { network: 'eip155:1' }])
  test(`a settlement response that names another ${Object.keys(result)} is checked on the chain`, async () => {
    const account = await payer();
    official.fault = on('settle', { values: result });
    const response = await buyer(account)(one.thing);
    assert.equal(response.status, 200, await response.clone().text());
    assert.match(receiptOf(response.headers)?.transaction ?? '', /^0x[0-9a-f]{64}$/);
    assert.deepEqual(one.tallied, ['settle', 'settled']);

    const another = await payer();
    local.readable(() => false);
    const headers = await signed(one.thing, another);
    assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
    assert.equal(await stateOf(another), 'unknown');

    assert.equal(await spent(another), PRICE);

    const liar = { success: true, transaction: `0x${'3'.repeat(64)}`, ...result };
    const third = await payer();
    local.readable(() => true);
    official.fault = on('settle', { values: liar, undone: true });
    const unpaid = await fetch(one.thing, { headers: await signed(one.thing, third) });
    assert.deepEqual(await answered(unpaid), [503, 'PAYMENT_PENDING']);
    assert.deepEqual([await stateOf(third), await spent(third)], ['unknown', 0n]);
  });

test('with an unreadable chain the facilitator is asked again, and its success counts', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'broken');
  local.readable(() => false);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  official.fault = () => null;
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('a used nonce on an own payment is no refusal, as the payment may be settled', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'lost');
  local.readable(() => false);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  official.fault = () => null;
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  local.readable(() => true);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('a transaction that is mined late is pending, then settled, and charged once', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  await local.automine(false);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  await local.automine(true);
  await local.mine();
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('a refused settlement is a 402 with a failed receipt and no data, and the payment stays usable', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'refuse');
  const refused = await fetch(one.thing, { headers });
  assert.equal(receiptOf(refused.headers)?.success, false);
  assert.ok(refused.headers.has('payment-required'));
  const text = await refused.text();
  assert.match(text, /"PAYMENT_FAILED"/);
  assert.doesNotMatch(text, /"data"/);
  assert.deepEqual([refused.status, await stateOf(account)], [402, 'failed']);
  assert.deepEqual(one.tallied, ['failed']);
  official.fault = () => null;
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('a payer who spends the money between verification and settlement gets no data', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  one.things.give = async () => {
    await local.drain(account.address);
    return { data: { name: 'one', size: 1 } };
  };
  const response = await fetch(one.thing, { headers });
  assert.notEqual(response.status, 200);
  assert.doesNotMatch(await response.text(), /"data"/);
});

test('an authorization that its payer cancels before the settlement buys nothing', async () => {
  const account = await payer();
  let nonce = '0x' as `0x${string}`;
  const change = (sent: unknown): void => {
    nonce = (sent as { payload: { authorization: { nonce: typeof nonce } } }).payload.authorization.nonce;
  };
  const headers = await signed(one.thing, account, { change });
  one.things.give = async () => {
    await local.cancel(account, nonce);
    return { data: { name: 'one', size: 1 } };
  };
  official.fault = on('settle', 'broken');
  const response = await fetch(one.thing, { headers });
  assert.doesNotMatch(await response.text(), /"data"/);
  assert.deepEqual([response.status, await stateOf(account)], [402, 'failed']);
  assert.equal(await spent(account), 0n);
});

for (const [where, fault] of [
  ['the payer, with a facilitator that reports a used nonce', null],
  ['the payer, with a facilitator that gives no answer', 'broken'],
] as const)
  test(`a nonce spent on a transfer to ${where}, buys nothing`, async () => {
    const account = await payer();
    let nonce = '0x' as `0x${string}`;
    const change = (sent: unknown): void => {
      nonce = (sent as { payload: { authorization: { nonce: typeof nonce } } }).payload.authorization.nonce;
    };
    const headers = await signed(one.thing, account, { change });
    one.things.give = async () => {
      await local.spend(account, nonce, account.address, PRICE);
      return { data: { name: 'one', size: 1 } };
    };
    official.fault = (requested) => (requested === 'settle' ? fault : null);
    const response = await fetch(one.thing, { headers });
    assert.doesNotMatch(await response.text(), /"data"/);
    assert.deepEqual([response.status, await stateOf(account)], [402, 'failed']);
    assert.equal(await spent(account), 0n);
  });

test('a settlement that cannot be stored is answered all the same, and found again by the job', async () => {
  const account = await payer();
  const state = openSqlite(':memory:');
  let isFull = false;
  const write: Database['write'] = (statements) =>
    isFull ? Promise.reject(new Error('disk full')) : state.write(statements);
  const other = await shop(local, official, { ...state, write });
  try {
    const headers = await signed(other.thing, account);
    official.fault = (question) => {
      isFull = question === 'settle';
      return null;
    };
    const response = await fetch(other.thing, { headers });
    assert.deepEqual([response.status, receiptOf(response.headers)?.success], [200, true]);
    await other.settledDown();
    assert.equal((await other.rowOf(account.address))?.state, 'unknown');
    assert.ok(other.errors.length > 0 && other.errors.every((error) => /disk full/.test(String(error))));
    isFull = false;
    assert.equal(
      (await fetch(other.thing, { headers })).status,
      409,
      'the lease taken before the disk was full remains',
    );
    await other.pretend(account.address, 'unknown', -1);
    await other.reconcile();
    assert.equal((await other.rowOf(account.address))?.state, 'settled');
    assert.equal(await spent(account), PRICE);
  } finally {
    await other.close();
  }
});

test('error reports contain nothing of a payment', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: 'pay_secret_secret_secret' });
  official.fault = on('verify', 'broken');
  await fetch(one.thing, { headers });
  const { payload } = decoded(headers) as { payload: { signature: string } };
  const output = [...one.errors, ...one.faults]
    .map((error) => `${(error as Error).stack} ${(error as Error).cause}`)
    .join();
  assert.doesNotMatch(output, new RegExp(`${payload.signature}|pay_secret|${Object.values(headers)[0]?.slice(0, 60)}`));
});
