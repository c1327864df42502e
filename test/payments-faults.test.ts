/** What goes wrong around a payment: facilitators that fail in every way, payers who move their money, copies, crashes. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { connect } from 'node:net';
import { after, before, beforeEach, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import type { PrivateKeyAccount } from 'viem/accounts';
import { openSqlite } from '#store/sqlite.ts';
import { buyer, receiptOf, signed } from './chain/buyer.ts';
import { type LocalChain, localChain } from './chain/chain.ts';
import { type Fault, type TestFacilitator, testFacilitator } from './chain/facilitator.ts';
import { type Shop, shop } from './chain/shop.ts';

const PRICE = 10_000n;
const ID = 'pay_0123456789abcdef';

let local: LocalChain;
let official: TestFacilitator;
let one: Shop;

before(async () => {
  local = await localChain();
  official = await testFacilitator(local);
  one = await shop(local, official, openSqlite(':memory:'));
});
after(async () => {
  await one.close();
  await official.close();
  await local.close();
});
beforeEach(() => {
  official.fault = () => null;
  official.asked.length = 0;
  local.readable(() => true);
  one.things.give = async () => ({ data: { name: 'one', size: 1 } });
  one.things.looked = 0;
});

const codeOf = async (response: Response): Promise<string | undefined> =>
  ((await response.json()) as { error?: { code: string } }).error?.code;
const answered = async (response: Response): Promise<[number, string | undefined]> => [
  response.status,
  await codeOf(response),
];
const on = (question: string, fault: Fault) => (asked: string) => (asked === question ? fault : null);
const spent = async ({ address }: PrivateKeyAccount): Promise<bigint> => 10n * PRICE - (await local.balanceOf(address));
const payer = (): Promise<PrivateKeyAccount> => local.payer(10n * PRICE);
const stateOf = async ({ address }: PrivateKeyAccount): Promise<string | undefined> => {
  await one.settledDown();
  return (await one.rowOf(address))?.state;
};

for (const fault of ['down', 'lost', 'slow', 'broken', 'moved'] as const)
  test(`a facilitator that fails at the check (${fault}) is a 503, and costs nothing`, async () => {
    const account = await payer();
    official.fault = on('verify', fault);
    official.slowMs = 3_500;
    const headers = await signed(one.thing, account);
    const response = await fetch(one.thing, { headers });
    assert.ok(response.headers.has('retry-after'));
    assert.equal(response.headers.has('payment-required'), false);
    assert.deepEqual(await answered(response), [503, 'PAYMENT_UNAVAILABLE']);
    assert.equal(one.things.looked, 0);
    official.fault = () => null;
    assert.equal((await fetch(one.thing, { headers })).status, 200);
    assert.equal(await spent(account), PRICE);
  });

test('a facilitator that cannot be reached leaves offers and keys as they are', async () => {
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

test('a facilitator that goes away before the settlement has charged nothing, and the payment can be used again', async () => {
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

test('a settlement whose answer is lost is found on the chain, and the answer delivered at once', async () => {
  const account = await payer();
  official.fault = on('settle', 'lost');
  const response = await buyer(account)(one.thing);
  assert.equal(response.status, 200);
  assert.match(receiptOf(response.headers)?.transaction ?? '', /^0x[0-9a-f]{64}$/);
  assert.equal(await spent(account), PRICE);
});

for (const fault of ['lost', 'slow', 'broken'] as const)
  test(`a settlement that nobody knows about (${fault}) is a 503, and the payer’s next request finds it out`, async () => {
    const account = await payer();
    const headers = await signed(one.thing, account);
    official.fault = on('settle', fault);
    official.slowMs = 3_500;
    local.readable(() => false);
    const unknown = await fetch(one.thing, { headers });
    assert.equal(unknown.headers.get('retry-after'), '5');
    assert.equal(unknown.headers.has('payment-required'), false, 'a client would sign a second payment');
    assert.deepEqual(await answered(unknown), [503, 'PAYMENT_PENDING']);
    assert.equal(await stateOf(account), 'unknown');
    local.readable(() => true);
    official.fault = () => null;
    let found = await fetch(one.thing, { headers });
    for (let tries = 0; found.status === 503 && tries < 100; tries++) {
      await sleep(100);
      found = await fetch(one.thing, { headers });
    }
    assert.equal(found.status, 200);
    assert.equal(receiptOf(found.headers)?.success, true);
    assert.equal(await spent(account), PRICE);
    assert.equal(one.things.looked, 1, 'the answer is the stored one');
    assert.equal(await stateOf(account), 'delivered');
  });

test('without a chain to look at, the facilitator is asked again, and its success counts', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'broken');
  local.readable(() => false);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [503, 'PAYMENT_PENDING']);
  official.fault = () => null;
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('"nonce used" on a payment of our own is no refusal: it may have been settled', async () => {
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

test('a transaction that is not mined in time is pending, then settled: charged once', async () => {
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

test('a refused settlement is a 402 with a receipt that says so; the answer is withheld and the claim free', async () => {
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
  official.fault = () => null;
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('money that goes away between check and settlement buys nothing', async () => {
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

test('an authorization that its payer cancels meanwhile buys nothing', async () => {
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
  ['himself, and the facilitator says that the nonce is used', null],
  ['himself, and the facilitator says nothing', 'broken'],
] as const)
  test(`a nonce that its payer used meanwhile for a transfer to ${where}, buys nothing`, async () => {
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
    official.fault = (asked) => (asked === 'settle' ? fault : null);
    const response = await fetch(one.thing, { headers });
    assert.doesNotMatch(await response.text(), /"data"/);
    assert.deepEqual([response.status, await stateOf(account)], [402, 'failed']);
    assert.equal(await spent(account), 0n);
  });

test('eight copies of one payment are charged once, looked up once and answered once', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(one.thing, { headers }).then(answered)));
  const count = (status: number): number => answers.filter(([each]) => each === status).length;
  assert.deepEqual([count(200), count(409)], [1, 7]);
  assert.equal(one.things.looked, 1);
  assert.equal(await spent(account), PRICE);
});

test('payments of one payer at the same time are all settled', async () => {
  const account = await payer();
  const paid = await Promise.all(Array.from({ length: 6 }, () => buyer(account)(one.thing)));
  assert.deepEqual(new Set(paid.map(({ status }) => status)), new Set([200]));
  assert.equal(await spent(account), 6n * PRICE);
});

test('a payment buys one request: another one is refused', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  for (const path of ['/api/caen/6202', '/api/caen/6201?limit=5'])
    assert.deepEqual(await answered(await fetch(one.origin + path, { headers })), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
});

test('what was delivered without a name is not given again', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.settledDown();
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
});

test('with a name of the payer’s own the answer can be fetched again for a day, and no longer', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  const first = await fetch(one.thing, { headers });
  const text = await first.text();
  await one.settledDown();
  const again = await fetch(one.thing, { headers });
  assert.equal(await again.text(), text);
  assert.deepEqual(receiptOf(again.headers), receiptOf(first.headers));
  assert.equal(one.things.looked, 1);
  await one.age(account.address, 23);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.age(account.address, 25);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
});

test('a second payment under the same name is not charged: its payer gets the first answer', async () => {
  const account = await payer();
  const first = await fetch(one.thing, { headers: await signed(one.thing, account, { id: ID }) });
  const second = await fetch(one.thing, { headers: await signed(one.thing, account, { id: ID }) });
  assert.deepEqual(receiptOf(second.headers), receiptOf(first.headers));
  assert.equal(await spent(account), PRICE);
  const other = `${one.origin}/api/caen/6202`;
  const reused = await fetch(other, { headers: await signed(other, account, { id: ID }) });
  assert.deepEqual(await answered(reused), [409, 'PAYMENT_REUSED']);
  const stranger = await payer();
  assert.equal((await fetch(one.thing, { headers: await signed(one.thing, stranger, { id: ID }) })).status, 200);
  assert.equal(await spent(stranger), PRICE, 'names are each payer’s own');
});

test('two payments under one name at the same time are charged once', async () => {
  const account = await payer();
  const [a, b] = await Promise.all([1, 2].map(() => signed(one.thing, account, { id: ID })));
  const answers = await Promise.all(
    [a, b].map((headers) => fetch(one.thing, { headers: headers ?? {} }).then(answered)),
  );
  assert.deepEqual(answers.map(([status]) => status).toSorted(), [200, 409]);
  assert.equal(await spent(account), PRICE);
});

test('an answer that did not arrive can be fetched by its payer within ten minutes, once', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  await hangUp(headers);
  assert.equal(await stateOf(account), 'settled');
  assert.equal(await spent(account), PRICE);
  await one.age(account.address, 0.15);
  const response = await fetch(one.thing, { headers });
  assert.equal(response.status, 200);
  assert.equal(receiptOf(response.headers)?.success, true);
  assert.equal(await stateOf(account), 'delivered');
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
});

test('after ten minutes an answer without a name is gone', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  await hangUp(headers);
  await one.age(account.address, 0.2);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  await one.reconcile();
  assert.equal(await one.answerKept(account.address), false);
});

for (const version of [2, 1] as const)
  test(`what the chain shows collects no answer that did not arrive (version ${version})`, async () => {
    const account = await payer();
    const sent = await signed(one.thing, account, { version });
    await hangUp(sent);
    assert.equal(await stateOf(account), 'settled');
    // Somebody else rebuilds the payment from the transaction, around an offer of his own.
    const mine = decoded(sent);
    const stranger = await local.payer(0n);
    const forged = await signed(one.thing, stranger, {
      version,
      change(payload) {
        payload.payload = mine.payload;
      },
    });
    for (const headers of [forged, ...(version === 1 ? [sent] : [])]) {
      const response = await fetch(one.thing, { headers: { ...headers, 'x-from': '203.0.113.7' } });
      assert.deepEqual(await answered(response), [409, 'PAYMENT_REUSED']);
    }
    assert.equal((await fetch(one.thing, { headers: sent })).status, 200, 'the payer still gets it');
  });

test('who hangs up before the answer is ready pays nothing', async () => {
  const account = await payer();
  one.things.give = async (_, signal) => {
    calling.abort();
    await once(signal, 'abort');
    return { data: { name: 'one', size: 1 } };
  };
  const calling = new AbortController();
  await fetch(one.thing, { headers: await signed(one.thing, account), signal: calling.signal }).catch(() => null);
  while ((await one.rowOf(account.address))?.state !== 'released') await new Promise(setImmediate);
  assert.equal(await spent(account), 0n);
});

test('a claim that a crash left behind is free again, by the next request or by the job', async () => {
  for (const state of ['claimed', 'verified']) {
    const account = await payer();
    const headers = await signed(one.thing, account);
    one.things.give = () => Promise.reject(new Error('x'));
    await fetch(one.thing, { headers });
    await one.pretend(account.address, state, 60_000);
    assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_IN_PROGRESS']);
    await one.reconcile();
    assert.equal(await stateOf(account), state, 'somebody works on it');
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

test('a crash during the settlement loses nothing: the job finds it out, and the payer his answer', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  official.fault = on('settle', 'lost');
  local.readable(() => false);
  await fetch(one.thing, { headers });
  local.readable(() => true);
  await one.reconcile();
  assert.equal(await stateOf(account), 'settled');
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  assert.equal(await spent(account), PRICE);
});

test('the job charges nobody: what was never settled fails when its time is over', async () => {
  // Its clock goes ahead of everybody else's.
  const later = await localChain();
  const second = await testFacilitator(later);
  const other = await shop(later, second, openSqlite(':memory:'));
  try {
    const account = await later.payer(PRICE);
    second.fault = on('settle', 'broken');
    await fetch(other.thing, { headers: await signed(other.thing, account) });
    second.asked.length = 0;
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

test('a payment that was settled can be sent again when its own time is long over', async (t) => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.settledDown();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  assert.equal((await fetch(one.thing, { headers })).status, 200);
});

test('the job frees the ledger of what moved no money, and keeps what did', async () => {
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

test('nothing of a payment is in what we report', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: 'pay_secret_secret_secret' });
  official.fault = on('verify', 'broken');
  await fetch(one.thing, { headers });
  const { payload } = decoded(headers) as { payload: { signature: string } };
  const said = [...one.errors, ...one.faults]
    .map((error) => `${(error as Error).stack} ${(error as Error).cause}`)
    .join();
  assert.doesNotMatch(said, new RegExp(`${payload.signature}|pay_secret|${Object.values(headers)[0]?.slice(0, 60)}`));
});

/** Asks, and is gone as soon as the answer begins to arrive. */
async function hangUp(headers: Record<string, string>): Promise<void> {
  const large = 'x'.repeat(16_000_000);
  one.things.give = async () => ({ data: { name: large, size: 1 } });
  const socket = connect(one.port, '127.0.0.1');
  await once(socket, 'connect');
  const lines = Object.entries({ host: 'x', ...headers }).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`GET /api/caen/6201 HTTP/1.1\r\n${lines.join('')}\r\n`);
  await once(socket, 'data');
  socket.destroy();
  await one.settledDown();
}

const decoded = (headers: Record<string, string>): { payload: Record<string, unknown> } =>
  JSON.parse(Buffer.from(Object.values(headers)[0] ?? '', 'base64').toString());
