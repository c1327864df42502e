/** Payments that an operator closes by hand: in agreement with the chain, final, and with the answer for the payer. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { PrivateKeyAccount } from 'viem/accounts';
import { closeByHand, type ManualClose } from '#platform/payments/close.ts';
import { paymentById } from '#platform/payments/ledger-report-table.ts';
import { signed } from '#test/support/chain/buyer.ts';
import { answered, on, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
let payer: Trade['payer'];
let spent: Trade['spent'];
trading((trade) => {
  ({ local, official, one, payer, spent } = trade);
});

const HASH = `0x${'ab'.repeat(32)}`;
const settledBy = (transaction: string | null): ManualClose => ({
  to: 'settled',
  transaction,
  reason: 'by hand: seen',
});
const FAILED: ManualClose = { to: 'failed', transaction: null, reason: 'by hand: never sent' };

/** A payment with an unknown outcome: `lost` was settled, `broken` was not. */
async function unknown(fault: 'lost' | 'broken') {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', fault);
  local.readable(() => false);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  official.fault = () => null;
  const row = await one.rowOf(account.address);
  assert.equal(row?.state, 'unknown');
  return { account, headers, id: row?.id ?? '' };
}
const close = (id: string, closing: ManualClose) => closeByHand(id, closing, one.needs);
const refuses = (id: string, closing: ManualClose, sentence: RegExp) =>
  assert.rejects(close(id, closing), (error: Error) => sentence.test(error.message));
const stateOf = async ({ address }: PrivateKeyAccount) => (await one.rowOf(address))?.state;
/** Moves its expiry to a minute ago. */
const ended = (id: string) =>
  one.state.write([
    { sql: 'update payment set valid_before = $2 where id = $1', params: [id, Math.floor(Date.now() / 1000) - 60] },
  ]);

test('a payment settled on the chain can be closed only as settled, with the transaction of the chain', async () => {
  const { account, headers, id } = await unknown('lost');
  local.readable(() => true);
  await refuses(id, FAILED, /chain says that it was settled, by 0x[0-9a-f]{64}/);
  assert.equal(await stateOf(account), 'unknown');
  const closed = await close(id, settledBy(HASH));
  assert.deepEqual([closed.state, closed.reason], ['settled', 'by hand: seen']);
  assert.notEqual(closed.transaction, HASH);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('a payment that can still be settled cannot be closed, whether the chain is readable or not', async () => {
  const { account, headers, id } = await unknown('broken');
  for (const isReadable of [true, false]) {
    local.readable(() => isReadable);
    for (const closing of [FAILED, settledBy(HASH)]) await refuses(id, closing, /can still be settled until 20/);
  }
  local.readable(() => true);
  assert.equal((await fetch(one.thing, { headers })).status, 200, 'no lease remains');
  assert.equal(await spent(account), PRICE);
});

test('with an unreadable chain and an expired payment the operator’s verdict counts and is stored', async () => {
  const { account, headers, id } = await unknown('lost');
  await ended(id);
  await refuses(id, settledBy(null), /say which transaction/);
  const closed = await close(id, settledBy(HASH));
  assert.deepEqual([closed.state, closed.transaction, closed.reason], ['settled', HASH, 'by hand: seen']);
  assert.equal((await fetch(one.thing, { headers })).status, 200, 'the payer gets the stored answer');
  await one.settledDown();
  assert.equal(await stateOf(account), 'delivered');

  const other = await unknown('broken');
  await ended(other.id);
  const failed = await close(other.id, FAILED);
  assert.deepEqual(
    [failed.state, failed.transaction, failed.reason, failed.answerKept],
    ['failed', null, 'by hand: never sent', 0],
  );
  assert.deepEqual(await answered(await fetch(one.thing, { headers: other.headers })), [402, 'PAYMENT_FAILED']);
  assert.equal(
    (await paymentById(one.state, other.id))?.reason,
    'by hand: never sent',
    'the reason survives another request',
  );
  assert.equal(await spent(other.account), 0n);
});

test('a payment that can no longer be settled on the chain is closed as failed only', async () => {
  const { id } = await unknown('broken');
  // For the chain the payment has expired.
  await one.state.write([{ sql: 'update payment set valid_before = 1000 where id = $1', params: [id] }]);
  local.readable(() => true);
  await refuses(id, settledBy(HASH), /was not settled, and cannot be any more/);
  assert.equal((await close(id, FAILED)).state, 'failed');
});

test('only payments with an unknown outcome and without a lease can be closed', async () => {
  const { account, id } = await unknown('broken');
  await ended(id);
  for (const state of ['claimed', 'verified', 'settled', 'failed', 'delivered', 'released']) {
    await one.pretend(account.address, state, -1);
    for (const closing of [FAILED, settledBy(HASH)])
      await refuses(id, closing, new RegExp(`Only a payment whose outcome is unknown.*${state}`));
    assert.equal(await stateOf(account), state);
  }
  await one.pretend(account.address, 'unknown', 60_000);
  await refuses(id, FAILED, /is reading the outcome/);
  await one.pretend(account.address, 'unknown', -1);
  const both = await Promise.allSettled([close(id, FAILED), close(id, settledBy(HASH))]);
  assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  await refuses('nobody', FAILED, /no payment nobody/);
  assert.equal(await paymentById(one.state, 'nobody'), null);
});
