/** Repeated payments by their payer or by a third party: one charge, and the answer for the payer only. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { test } from 'node:test';
import { ApiError } from '#api/api-error.ts';
import { messages } from '#locales/messages.ts';
import { forgetAnswers } from '#platform/payments/ledger-table.ts';
import { buyer, receiptOf, signed } from '#test/support/chain/buyer.ts';
import { answered, decoded, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';

const ID = 'pay_0123456789abcdef';

let local: Trade['local'];
let one: Trade['one'];
let payer: Trade['payer'];
let spent: Trade['spent'];
let stateOf: Trade['stateOf'];
let hangUp: Trade['hangUp'];
trading((trade) => {
  ({ local, one, payer, spent, stateOf, hangUp } = trade);
});

test('eight concurrent copies of one payment are charged, looked up and answered once', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  const answers = await Promise.all(Array.from({ length: 8 }, () => fetch(one.thing, { headers }).then(answered)));
  const count = (status: number): number => answers.filter(([each]) => each === status).length;
  assert.deepEqual([count(200), count(409)], [1, 7]);
  assert.equal(one.things.looked, 1);
  assert.equal(await spent(account), PRICE);
});

test('concurrent payments of one payer are all settled', async () => {
  const account = await payer();
  const paid = await Promise.all(Array.from({ length: 6 }, () => buyer(account)(one.thing)));
  assert.deepEqual(new Set(paid.map(({ status }) => status)), new Set([200]));
  assert.equal(await spent(account), 6n * PRICE);
});

test('a payment buys one request, and is refused for another', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  for (const path of ['/api/caen/6202', '/api/caen/6201?limit=5'])
    assert.deepEqual(await answered(await fetch(one.origin + path, { headers })), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
});

test('another encoding of a payment counts as the same payment', async () => {
  const account = await payer();
  const sent = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers: sent })).status, 200);
  await one.settledDown();
  const upper = (text: string): string => `0x${text.slice(2).toUpperCase()}`;
  const { payload } = decoded(sent) as { payload: { authorization: Record<string, string>; signature: string } };
  const { authorization, signature } = payload;
  const { nonce = '', from = '' } = authorization;
  for (const [version, bent] of [
    [2, { signature, authorization: { ...authorization, nonce: upper(nonce), from: upper(from) } }],
    [2, { signature: upper(signature), authorization }],
    [1, { signature, authorization }],
  ] as const) {
    const headers = await signed(one.thing, await payer(), {
      version,
      change(whole) {
        whole.payload = bent;
      },
    });
    assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  }
  assert.deepEqual([one.things.looked, await spent(account)], [1, PRICE]);
});

test('a delivered answer without an identifier is not sent again', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.settledDown();
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
});

test('with an identifier the payer can fetch the answer again for a day', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  const first = await fetch(one.thing, { headers });
  const text = await first.text();
  await one.settledDown();
  const again = await fetch(one.thing, { headers });
  assert.equal(await again.text(), text);
  assert.deepEqual(receiptOf(again.headers), receiptOf(first.headers));
  assert.equal(one.things.looked, 1);
  assert.ok(Number(again.headers.get('age')) < 60);
  await one.age(account.address, 23);
  const late = await fetch(one.thing, { headers });
  assert.equal(late.status, 200);
  assert.equal(Math.floor(Number(late.headers.get('age')) / 3_600), 23, 'the age is stated');
  await one.age(account.address, 25);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
});

test('a stored answer from before a redaction is built again on its next fetch, and charged once', async (t) => {
  t.after(() => {
    one.hidden.version = '';
  });
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  const name = async (): Promise<string> => {
    const response = await fetch(one.thing, { headers });
    assert.equal(response.status, 200);
    const { data } = (await response.json()) as { data: { name: string } };
    await one.settledDown();
    return data.name;
  };
  one.things.give = async () => ({ data: { name: 'POPA ANA', size: 1 } });
  assert.equal(await name(), 'POPA ANA');
  one.things.give = async () => ({ data: { name: 'nobody', size: 1 } });
  assert.equal(await name(), 'POPA ANA');
  one.hidden.version = 'ana';
  assert.equal(await name(), 'nobody');
  assert.equal(await name(), 'nobody');
  assert.equal(one.things.looked, 2, 'the new answer is stored');
  // An answer removed by an operator’s command is built again as well, even after all redactions are lifted.
  await forgetAnswers(one.state);
  one.hidden.version = '';
  assert.equal(await name(), 'nobody');
  assert.deepEqual([one.things.looked, await spent(account)], [3, PRICE]);
});

test('an undelivered answer from before a redaction is delivered without the name', async (t) => {
  t.after(() => {
    one.hidden.version = '';
  });
  const account = await payer();
  const headers = await signed(one.thing, account);
  await hangUp(headers);
  one.hidden.version = 'ana';
  one.things.give = async () => {
    throw new ApiError('NOT_FOUND', messages.operations.onlyProKey());
  };
  assert.equal((await fetch(one.thing, { headers })).status, 404);
  assert.equal(await stateOf(account), 'settled', 'another attempt is possible');
  one.things.give = async () => ({ data: { name: 'nobody', size: 1 } });
  const response = await fetch(one.thing, { headers });
  assert.deepEqual(((await response.json()) as { data: unknown }).data, { name: 'nobody', size: 1 });
  assert.equal(await spent(account), PRICE);
});

test('a second payment with the same identifier is refused without a charge or the first answer', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  const first = await fetch(one.thing, { headers });
  assert.equal(first.status, 200);
  const second = await fetch(one.thing, { headers: await signed(one.thing, account, { id: ID }) });
  assert.deepEqual(await answered(second), [409, 'PAYMENT_REUSED']);
  assert.equal(await spent(account), PRICE);
  assert.deepEqual(receiptOf((await fetch(one.thing, { headers })).headers), receiptOf(first.headers));
  const other = `${one.origin}/api/caen/6202`;
  const reused = await fetch(other, { headers: await signed(other, account, { id: ID }) });
  assert.deepEqual(await answered(reused), [409, 'PAYMENT_REUSED']);
  const stranger = await payer();
  assert.equal((await fetch(one.thing, { headers: await signed(one.thing, stranger, { id: ID }) })).status, 200);
  assert.equal(await spent(stranger), PRICE, 'identifiers are separate for each payer');
});

test('a third party with the payer’s address and identifier but without the signature gets nothing', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.settledDown();
  const { payload } = decoded(headers) as { payload: { authorization: Record<string, string>; signature: string } };
  for (const change of [
    { signature: `0x${'ab'.repeat(64)}1b` },
    { authorization: { ...payload.authorization, nonce: `0x${'1'.repeat(64)}` } },
    { authorization: { ...payload.authorization, validBefore: '1' } },
    { authorization: { ...payload.authorization, validAfter: '1' } },
  ]) {
    const forged = await signed(one.thing, await payer(), {
      id: ID,
      change(whole) {
        whole.payload = { ...payload, ...change };
      },
    });
    assert.deepEqual(await answered(await fetch(one.thing, { headers: forged })), [409, 'PAYMENT_REUSED']);
  }
  assert.equal((await fetch(one.thing, { headers })).status, 200, 'the payer still gets it');
  // A row from before signatures were stored: the header is compared.
  await one.forgetSigned(account.address);
  const again = await signed(one.thing, account, { id: ID });
  assert.deepEqual(await answered(await fetch(one.thing, { headers: again })), [409, 'PAYMENT_REUSED']);
  assert.equal((await fetch(one.thing, { headers })).status, 200);
});

test('concurrent payments with one identifier are charged once', async () => {
  const account = await payer();
  const [a, b] = await Promise.all([1, 2].map(() => signed(one.thing, account, { id: ID })));
  const answers = await Promise.all(
    [a, b].map((headers) => fetch(one.thing, { headers: headers ?? {} }).then(answered)),
  );
  assert.deepEqual(answers.map(([status]) => status).toSorted(), [200, 409]);
  assert.equal(await spent(account), PRICE);
});

test('an undelivered answer can be fetched by its payer once within ten minutes', async () => {
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

test('after ten minutes an answer without an identifier is removed', async () => {
  const account = await payer();
  const headers = await signed(one.thing, account);
  await hangUp(headers);
  await one.age(account.address, 0.2);
  assert.deepEqual(await answered(await fetch(one.thing, { headers })), [409, 'PAYMENT_REUSED']);
  await one.reconcile();
  assert.equal(await one.answerKept(account.address), false);
});

for (const version of [2, 1] as const)
  test(`data from the chain does not give access to an undelivered answer (version ${version})`, async () => {
    const account = await payer();
    const sent = await signed(one.thing, account, { version });
    await hangUp(sent);
    assert.equal(await stateOf(account), 'settled');
    // A third party rebuilds the payment from the transaction, around another offer.
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

test('a caller who disconnects before the answer is ready pays nothing', async () => {
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

test('a settled payment can be sent again after its expiry', async (t) => {
  const account = await payer();
  const headers = await signed(one.thing, account, { id: ID });
  assert.equal((await fetch(one.thing, { headers })).status, 200);
  await one.settledDown();
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 3_600_000 });
  assert.equal((await fetch(one.thing, { headers })).status, 200);
});
