/** Payments that an operator closes by hand: never against the chain, never back, and the payer gets what he paid for. */
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

/** A payment whose settlement nobody knows the end of: `lost` was settled, `broken` was not. */
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
/** As if its time had ended a minute ago. */
const ended = (id: string) =>
  one.state.write([
    { sql: 'update payment set valid_before = $2 where id = $1', params: [id, Math.floor(Date.now() / 1000) - 60] },
  ]);

test('what the chain says was settled is closed as nothing else, by the transaction that the chain names', async () => {
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

test('while it can still be settled nobody closes it, whether the chain can be read or not', async () => {
  const { account, headers, id } = await unknown('broken');
  for (const isReadable of [true, false]) {
    local.readable(() => isReadable);
    for (const closing of [FAILED, settledBy(HASH)]) await refuses(id, closing, /can still be settled until 20/);
  }
  local.readable(() => true);
  assert.equal((await fetch(one.thing, { headers })).status, 200, 'nobody holds it');
  assert.equal(await spent(account), PRICE);
});

test('where the chain cannot be read and the time is over, the operator’s word counts, and is kept', async () => {
  const { account, headers, id } = await unknown('lost');
  await ended(id);
  await refuses(id, settledBy(null), /say which transaction/);
  const closed = await close(id, settledBy(HASH));
  assert.deepEqual([closed.state, closed.transaction, closed.reason], ['settled', HASH, 'by hand: seen']);
  assert.equal((await fetch(one.thing, { headers })).status, 200, 'the payer gets the answer that was kept for him');
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
  assert.equal((await paymentById(one.state, other.id))?.reason, 'by hand: never sent', 'whoever asks again');
  assert.equal(await spent(other.account), 0n);
});

test('what the chain says can never be settled any more is closed as failed only', async () => {
  const { id } = await unknown('broken');
  // The chain's clock goes ahead: for the payment it is over.
  await one.state.write([{ sql: 'update payment set valid_before = 1000 where id = $1', params: [id] }]);
  local.readable(() => true);
  await refuses(id, settledBy(HASH), /was not settled, and cannot be any more/);
  assert.equal((await close(id, FAILED)).state, 'failed');
});

test('only what is unknown is closed, and only when nobody works on it', async () => {
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
