/** Single requests bought with the official client on a real chain: charged and free outcomes, and what a payment opens. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { LimitKey } from '#api/allowance.ts';
import { ApiError } from '#api/api-error.ts';
import { openSqlite } from '#data/store/sqlite/database.ts';
import { messages } from '#locales/messages.ts';
import { buyer, receiptOf, signed } from '#test/support/chain/buyer.ts';
import { compiledCode, keptCode } from '#test/support/chain/compile.ts';
import { PAYEE, type Shop, shop, THING } from '#test/support/chain/shop.ts';
import { answered, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';

const FUNDS = 1_000_000n;

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
trading((trade) => {
  ({ local, official, one } = trade);
});

for (const version of [2, 1] as const)
  test(`the official client pays by version ${version} and gets the answer with a receipt`, async () => {
    const account = await local.payer(FUNDS);
    const earned = await local.balanceOf(PAYEE);
    const response = await buyer(account, version)(one.thing);
    assert.equal(response.status, 200);
    assert.deepEqual(((await response.json()) as { data: unknown }).data, { name: 'one', size: 1 });
    assert.equal(await local.balanceOf(account.address), FUNDS - PRICE);
    assert.equal(await local.balanceOf(PAYEE), earned + PRICE);
    const receipt = receiptOf(response.headers);
    assert.equal(receipt?.success, true);
    assert.equal(receipt?.network, version === 2 ? 'eip155:84532' : 'base-sepolia');
    assert.equal(receipt?.payer, account.address.toLowerCase());
    const mined = await local.operator.getTransactionReceipt({ hash: receipt?.transaction as `0x${string}` });
    assert.equal(mined.status, 'success');
    assert.match(response.headers.get('cache-control') ?? '', /^private/);
    assert.equal(response.headers.has('x-payment-response'), version === 1);
    assert.deepEqual(official.asked, ['verify', 'settle']);
    await one.settledDown();
    assert.equal((await one.rowOf(account.address))?.state, 'delivered');
  });

test('a batch costs by its size, and a payment for one company does not buy a hundred', async () => {
  const account = await local.payer(FUNDS);
  const order = (n: number): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ cuis: Array.from({ length: n }, (_, i) => String(i)) }),
  });
  let left = FUNDS;
  for (const [n, cost] of [
    [1, 7_000n],
    [10, 52_000n],
    [100, 502_000n],
  ] as const) {
    const response = await buyer(account)(`${one.origin}/api/company/batch`, order(n));
    assert.equal(response.status, 200);
    left -= cost;
    assert.equal(await local.balanceOf(account.address), left);
  }
  const payment = await signed(`${one.origin}/api/company/batch`, account, order(1));
  const { headers, ...hundred } = order(100);
  const response = await fetch(`${one.origin}/api/company/batch`, { ...hundred, headers: { ...headers, ...payment } });
  assert.deepEqual(await answered(response), [402, 'PAYMENT_INVALID']);
  assert.equal(await local.balanceOf(account.address), left);
});

const nothing: [what: string, give: Shop['things']['give'], status: number, code: string | null][] = [
  [
    'an unknown record',
    () => Promise.reject(new ApiError('NOT_FOUND', messages.problem.NOT_FOUND())),
    404,
    'NOT_FOUND',
  ],
  [
    'a source that is silent',
    () => Promise.reject(new ApiError('UPSTREAM_UNAVAILABLE', messages.problem.UPSTREAM_UNAVAILABLE())),
    503,
    'UPSTREAM_UNAVAILABLE',
  ],
  ['an internal error', () => Promise.reject(new Error('x')), 500, 'INTERNAL_ERROR'],
  ['an answer that violates its schema', async () => ({ data: { name: 7 } }), 500, 'INTERNAL_ERROR'],
  [
    'an answer with pending fields',
    async () => ({ data: { name: 'one', size: null }, meta: { pending: ['size'] } }),
    503,
    'UPSTREAM_UNAVAILABLE',
  ],
];
for (const [what, give, status, code] of nothing)
  test(`no charge for ${what}, and the same payment can be used again`, async () => {
    const account = await local.payer(PRICE);
    one.things.give = give;
    const headers = await signed(one.thing, account);
    const refused = await fetch(one.thing, { headers });
    assert.deepEqual(await answered(refused), [status, code]);
    assert.equal(await local.balanceOf(account.address), PRICE);
    assert.equal(receiptOf(refused.headers), null);
    assert.equal((await one.rowOf(account.address))?.state, 'released');
    assert.ok(!official.asked.includes('settle'));
    one.things.give = async () => ({ data: { name: 'one', size: 1 } });
    assert.equal((await fetch(one.thing, { headers })).status, 200);
    assert.equal(await local.balanceOf(account.address), 0n);
  });

for (const [data, written] of [
  [[], false],
  [null, false],
  [[], true],
  [null, true],
] as const)
  test(`an empty answer (${JSON.stringify(data)}${written ? ', written beforehand' : ''}) is delivered free`, async () => {
    const account = await local.payer(PRICE);
    const rendered = { bytes: Buffer.from(JSON.stringify(data)), etag: 'W/"x"' };
    one.things.give = async () => ({ data: written ? rendered : data });
    const response = await buyer(account)(`${one.origin}/api/caen`);
    assert.equal(response.status, 200);
    assert.deepEqual(((await response.json()) as { data: unknown }).data, data);
    assert.equal(receiptOf(response.headers), null);
    assert.equal(await local.balanceOf(account.address), PRICE);
  });

test('a stale answer is charged, as the offer says', async () => {
  const account = await local.payer(PRICE);
  one.things.give = async () => ({ data: { name: 'one', size: 1 }, meta: { stale: true } });
  const response = await buyer(account)(one.thing);
  assert.equal(response.status, 200);
  assert.equal(await local.balanceOf(account.address), 0n);
});

test('a key beside a payment takes precedence: a valid one saves the charge, an invalid one is refused', async () => {
  const account = await local.payer(PRICE);
  const headers = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers: { ...headers, 'x-api-key': one.key } })).status, 200);
  const wrong = await fetch(one.thing, { headers: { ...headers, 'x-api-key': 'wrong' } });
  assert.deepEqual(await answered(wrong), [401, 'INVALID_API_KEY']);
  assert.equal(await local.balanceOf(account.address), PRICE);
});

test('a payment opens no operation that is for Pro keys only', async () => {
  const account = await local.payer(PRICE);
  const headers = await signed(one.thing, account);
  const secret = `${one.origin}/api/secret/6201`;
  const response = await fetch(secret, { headers });
  assert.equal(response.headers.has('payment-required'), false);
  assert.deepEqual(await answered(response), [403, 'PRO_KEY_REQUIRED']);
  const stranger = await fetch(secret);
  assert.equal(stranger.headers.has('payment-required'), false);
  assert.deepEqual(await answered(stranger), [401, 'API_KEY_REQUIRED']);
  assert.equal(one.things.looked, 0);
});

test('a paid request is answered in full, whatever its If-None-Match', async () => {
  const account = await local.payer(PRICE);
  const { headers: known } = await fetch(one.thing, { headers: { 'x-api-key': one.key } });
  const headers = await signed(one.thing, account);
  for (const tag of ['*', known.get('etag') ?? '']) {
    const response = await fetch(one.thing, { headers: { ...headers, 'if-none-match': tag } });
    assert.notEqual(response.status, 304);
    await response.text();
  }
  assert.equal(await local.balanceOf(account.address), 0n);
});

test('a long answer is sold compressed or uncompressed, with the same receipt and content', async () => {
  const account = await local.payer(PRICE);
  const data = { name: 'ș'.repeat(50_000), size: 1 };
  one.things.give = async () => ({ data });
  const headers = await signed(one.thing, account, { id: 'pay_0123456789abcdef' });
  const receipts: unknown[] = [];
  for (const encoding of ['gzip', 'identity', 'gzip']) {
    const response = await fetch(one.thing, { headers: { ...headers, 'accept-encoding': encoding } });
    assert.equal(response.headers.get('content-encoding'), encoding === 'gzip' ? 'gzip' : null);
    assert.deepEqual(((await response.json()) as { data: unknown }).data, data);
    receipts.push(receiptOf(response.headers));
    await one.settledDown();
  }
  assert.deepEqual(receipts, Array(3).fill(receipts[0]));
  assert.equal(one.things.looked, 1);
  assert.equal(await local.balanceOf(account.address), 0n);
});

test('each step is stored before the next one', async () => {
  const account = await local.payer(PRICE);
  const steps: Promise<unknown>[] = [];
  const note = (at: string): void => {
    steps.push(one.rowOf(account.address).then((row) => [at, row?.state, row?.answerKept]));
  };
  official.fault = (question) => {
    note(question);
    return null;
  };
  one.things.give = async () => {
    note('look-up');
    return { data: THING };
  };
  assert.equal((await fetch(one.thing, { headers: await signed(one.thing, account) })).status, 200);
  note('sent');
  assert.deepEqual((await Promise.all(steps)).slice(0, 3), [
    ['verify', 'claimed', 0],
    ['look-up', 'verified', 0],
    ['settle', 'unknown', 1],
  ]);
  await one.settledDown();
  assert.equal((await one.rowOf(account.address))?.state, 'delivered');
});

test('an OPTIONS request with a payment does not use the payment', async () => {
  const account = await local.payer(PRICE);
  const response = await fetch(one.thing, { method: 'OPTIONS', headers: await signed(one.thing, account) });
  assert.equal(response.status, 204);
  assert.deepEqual([await response.text(), one.things.looked], ['', 0]);
  assert.equal(await one.rowOf(account.address), undefined);
});

test('a HEAD request gets the offer and does not use the payment', async () => {
  const account = await local.payer(PRICE);
  const headers = await signed(one.thing, account);
  const response = await fetch(one.thing, { method: 'HEAD', headers });
  assert.equal(response.status, 402);
  assert.ok(response.headers.has('payment-required'));
  assert.equal(one.things.looked, 0);
  assert.equal(await one.rowOf(account.address), undefined);
});

test('a payer over the rate limit is refused at verification and not charged', async () => {
  const account = await local.payer(PRICE);
  const counted: LimitKey[] = [];
  const take = (who: LimitKey) => {
    counted.push(who);
    return { policy: who.policy, limit: 300, windowSeconds: 60, remaining: 0, resetSeconds: 7, allowed: false };
  };
  const strict = await shop(local, official, openSqlite(':memory:'), { limits: { take } });
  try {
    const response = await fetch(strict.thing, { headers: await signed(strict.thing, account) });
    assert.equal(response.headers.get('retry-after'), '7');
    assert.equal(response.headers.get('ratelimit-policy'), '"payer";q=300;w=60');
    assert.deepEqual(await answered(response), [429, 'RATE_LIMITED']);
    assert.deepEqual(counted, [{ policy: 'payer', who: account.address.toLowerCase() }]);
    assert.equal(strict.things.looked, 0);
    assert.equal((await strict.rowOf(account.address))?.state, 'released');
  } finally {
    await strict.close();
  }
});

test('pages of any origin may pay and read the result headers', async () => {
  const expected = 'payment-signature, access-control-expose-headers';
  const response = await fetch(one.thing, {
    method: 'OPTIONS',
    headers: { origin: 'https://shop.example', 'access-control-request-headers': expected },
  });
  assert.equal(response.headers.get('access-control-allow-headers'), expected);
  const exposed = (await fetch(one.thing)).headers.get('access-control-expose-headers') ?? '';
  for (const name of ['payment-required', 'payment-response', 'x-payment-response'])
    assert.ok(exposed.includes(name), name);
});

test('the contracts of the local chain are compiled from the source beside them', () => {
  assert.deepEqual(keptCode(), compiledCode());
});
