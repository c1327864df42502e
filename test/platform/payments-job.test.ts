/** The reconcile job: claims of dead processes, settlements with an unknown outcome, and old answers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { buyer, signed } from '#test/support/chain/buyer.ts';
import { localChain } from '#test/support/chain/chain.ts';
import { testFacilitator } from '#test/support/chain/facilitator.ts';
import { shop } from '#test/support/chain/shop.ts';
import { answered, on, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
let payer: Trade['payer'];
let spent: Trade['spent'];
let stateOf: Trade['stateOf'];
trading((trade) => {
  ({ local, official, one, payer, spent, stateOf } = trade);
});

test('a claim of a crashed process is released by the next request or by the job', async () => {
  for (const state of ['claimed', 'verified']) {
    const account = await payer();
    const headers = await signed(one.thing, account);
    one.things.give = () => Promise.reject(new Error('x'));
    await fetch(one.thing, { headers });
    await one.pretend(account.address, state, 60_000);
    assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_IN_PROGRESS']);
    await one.reconcile();
    assert.equal(await stateOf(account), state, 'its lease is valid');
    await one.pretend(account.address, state, -1);
    one.things.give = async () => ({ data: { name: 'one', size: 1 } });
    if (state === 'claimed') {
      await one.reconcile();
      assert.equal(await stateOf(account), 'released');
    }
    assert.equal((await fetch(one.thing, { headers })).status, 200);
    assert.equal(await spent(account), PRICE);
  }
});

test('after a crash during the settlement the job finds the outcome, and the payer gets the answer', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'lost');
  local.readable(() => false);
  await fetch(one.thing, { headers });
  local.readable(() => true);
  await one.reconcile();
  assert.equal(await stateOf(account), 'settled');
  assert.deepEqual(one.tallied, ['settle', 'unknown', 'settled']);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('the job charges no payment, and an unsettled one fails after its expiry', async (t) => {
  // A chain of its own, as its clock is moved ahead.
  const later = await localChain();
  const second = await testFacilitator(later);
  const other = await shop(later, second, openSqlite(':memory:'));
  try {
    const account = await later.payer(PRICE);
    second.fault = on('settle', 'broken');
    await fetch(other.thing, { headers: await signed(other.thing, account) });
    second.asked.length = 0;
    // On a fast machine the next round could begin within the same millisecond.
    t.mock.timers.enable({ apis: ['Date'], now: Date.now() });
    await other.reconcile();
    assert.equal((await other.rowOf(account.address))?.state, 'unknown');
    assert.deepEqual(second.asked, []);
    await later.mine(300);
    await other.reconcile();
    assert.equal((await other.rowOf(account.address))?.state, 'failed');
    assert.equal(await later.balanceOf(account.address), PRICE);
    assert.equal(await other.answerKept(account.address), false);
  } finally {
    await other.close();
    await second.close();
    await later.close();
  }
});

test('the job removes payments without a charge from the ledger and keeps the others', async () => {
  const account = await payer();
  assert.equal((await buyer(account)(one.thing)).status, 200);
  one.things.give = () => Promise.reject(new Error('x'));
  const other = await payer();
  await buyer(other)(one.thing);
  await one.age(account.address, 48);
  await one.age(other.address, 48);
  await one.reconcile();
  assert.equal(await stateOf(account), 'delivered');
  assert.equal(await stateOf(other), undefined);
});
