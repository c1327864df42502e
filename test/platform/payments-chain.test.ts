/** Payments read from the chain hours, days or weeks after they ended. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { after, afterEach, before, test } from 'node:test';
import type { PrivateKeyAccount } from 'viem/accounts';
import { type Authorization, type Chain, chain } from '#platform/payments/chain.ts';
import { networksOf } from '#platform/payments/networks.ts';
import { type LocalChain, localChain } from '#test/support/chain/chain.ts';
import { PAYEE } from '#test/support/chain/shop.ts';
import { PRICE } from '#test/support/chain/trade.ts';

const VALID_SECONDS = 120;

let local: LocalChain;
let read: Chain;
before(async () => {
  local = await localChain();
  const [network] = networksOf(['base-sepolia']) ?? [];
  if (!network) throw new Error('There is no such network.');
  read = chain({ ...network, rpcUrl: local.rpcUrl }, PAYEE);
});
after(() => local.close());
afterEach(() => local.readable(() => true));

/** An authorization of a funded payer, valid from now on. */
async function authorized(): Promise<{
  account: PrivateKeyAccount;
  nonce: `0x${string}`;
  authorization: Authorization;
}> {
  const account = await local.payer(10n * PRICE);
  const nonce = `0x${randomBytes(32).toString('hex')}` as const;
  const { timestamp } = await local.operator.getBlock();
  const validBefore = Number(timestamp) + VALID_SECONDS;
  return { account, nonce, authorization: { payer: account.address, nonce, amount: Number(PRICE), validBefore } };
}

for (const [what, pace] of [
  ['every two seconds', [[20_000, 2]]],
  ['every second', [[30_000, 1]]],
  ['every twelve seconds', [[12_000, 12]]],
  [
    'at changing intervals and with a week’s pause',
    [
      [5_000, 1],
      [1, 604_800],
      [15_000, 12],
      [12_000, 2],
    ],
  ],
] as const)
  test(`a settlement is found a long time after it, with blocks ${what}`, async () => {
    const { account, nonce, authorization } = await authorized();
    await local.spend(account, nonce, PAYEE, PRICE);
    for (const [count, seconds] of pace) await local.mineMany(count, seconds);
    const seen = await read.stateOf(authorization);
    assert.equal(seen.state, 'used');
    assert.match('transaction' in seen ? seen.transaction : '', /^0x[0-9a-f]{64}$/);
  });

test('an unused authorization is dead after its expiry, however long ago', async () => {
  const { authorization } = await authorized();
  assert.deepEqual(await read.stateOf(authorization), { state: 'open' });
  await local.mineMany(20_000, 3);
  assert.deepEqual(await read.stateOf(authorization), { state: 'dead' });
});

for (const what of ['canceled', 'used for another transfer'] as const)
  test(`a nonce that was ${what} after the authorization expired means no payment`, async () => {
    const { account, nonce, authorization } = await authorized();
    await local.mineMany(15_000, 2);
    if (what === 'canceled') await local.cancel(account, nonce);
    else await local.spend(account, nonce, PAYEE, PRICE);
    await local.mineMany(15_000, 2);
    assert.deepEqual(await read.stateOf(authorization), { state: 'dead' });
    // Pruned nodes lack the old state of the chain: the outcome stays open.
    const latest = `0x${(await local.operator.getBlockNumber()).toString(16)}`;
    local.readable((method, params) => method !== 'eth_call' || params[1] === latest);
    assert.deepEqual(await read.stateOf(authorization), { state: 'unreadable' });
  });

test('a node that reports a used nonce without its transaction leaves the outcome open', async () => {
  const { account, nonce, authorization } = await authorized();
  await local.spend(account, nonce, PAYEE, PRICE);
  for (const long of [false, true]) {
    if (long) await local.mineMany(15_000, 2);
    local.readable((method) => method !== 'eth_getLogs');
    assert.deepEqual(await read.stateOf(authorization), { state: 'unreadable' });
    local.readable(() => true);
    assert.equal((await read.stateOf(authorization)).state, 'used');
  }
});
