/** Invalid payments and misspelled addresses: refused without a request to the facilitator or a look-up. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { buyer, type Signing, signed } from '#test/support/chain/buyer.ts';
import { PAYEE } from '#test/support/chain/shop.ts';
import { answered, offerOf, PRICE, type Trade, trading } from '#test/support/chain/trade.ts';
import { ask, exchange } from '#test/support/raw-request.ts';

let local: Trade['local'];
let official: Trade['official'];
let one: Trade['one'];
trading((trade) => {
  ({ local, official, one } = trade);
});

test('invalid input is refused before the payment is read', async () => {
  const account = await local.payer(PRICE);
  const headers = await signed(one.thing, account);
  for (const path of ['/api/caen/62', '/api/caen/6201?limit=7.5', '/api/caen/6201?nothing=1']) {
    const response = await fetch(one.origin + path, { headers });
    assert.deepEqual(await answered(response), [400, 'INVALID_PARAMETER'], path);
  }
  assert.deepEqual(official.asked, []);
  assert.equal(await one.rowOf(account.address), undefined);
});

type Change = NonNullable<Signing['change']>;
// biome-ignore lint/suspicious/noExplicitAny: the tests change payments into invalid shapes.
const bend = (change: (payload: any) => void): Change => change as Change;
const bent: [what: string, change: Change, reason: string][] = [
  ['a number for a network', bend((sent) => (sent.accepted.network = 84532)), 'invalid_payload'],
  ['another scheme', bend((sent) => (sent.accepted.scheme = 'upto')), 'no_matching_offer'],
  ['another network', bend((sent) => (sent.accepted.network = 'eip155:8453')), 'no_matching_offer'],
  ['another token', bend((sent) => (sent.accepted.asset = PAYEE)), 'no_matching_offer'],
  ['another price', bend((sent) => (sent.accepted.amount = '1')), 'no_matching_offer'],
  ['another payee', bend((sent) => (sent.accepted.payTo = `0x${'2'.repeat(40)}`)), 'no_matching_offer'],
  ['an authorization of less', bend((sent) => (sent.payload.authorization.value = '9999')), 'invalid_amount'],
  ['an authorization of more', bend((sent) => (sent.payload.authorization.value = '10001')), 'invalid_amount'],
  [
    'an authorization for another recipient',
    bend((sent) => (sent.payload.authorization.to = `0x${'2'.repeat(40)}`)),
    'invalid_recipient',
  ],
  [
    'an authorization that has expired',
    bend((sent) => (sent.payload.authorization.validBefore = '1000')),
    'payment_expired',
  ],
  [
    'an authorization that begins later',
    bend((sent) => (sent.payload.authorization.validAfter = '99999999999')),
    'payment_not_yet_valid',
  ],
  [
    'an authorization without end',
    bend((sent) => (sent.payload.authorization.validBefore = '99999999999')),
    'payment_valid_too_long',
  ],
  [
    'an instant beyond the number range',
    bend((sent) => (sent.payload.authorization.validBefore = '99999999999999999999')),
    'invalid_payload',
  ],
  ['no signature', bend((sent) => delete sent.payload.signature), 'invalid_payload'],
  ['a nonce of another length', bend((sent) => (sent.payload.authorization.nonce = '0x12')), 'invalid_payload'],
  ['Permit2 instead', bend((sent) => (sent.payload = { permit2Authorization: {} })), 'invalid_payload'],
  [
    'an invalid identifier',
    bend((sent) => (sent.extensions['payment-identifier'].info.id = 'short')),
    'invalid_payload',
  ],
];
for (const [what, change, reason] of bent)
  test(`a payment with ${what} is refused with a new offer, without a request to the facilitator`, async () => {
    const account = await local.payer(PRICE);
    const response = await fetch(one.thing, { headers: await signed(one.thing, account, { change }) });
    assert.equal(offerOf(response)?.error, reason);
    assert.deepEqual(await answered(response), [402, 'PAYMENT_INVALID']);
    assert.deepEqual(official.asked, []);
    assert.equal(one.things.looked, 0);
  });

/** Around and beyond the exact range of a number, as text and as a JSON number. */
const HUGE = [2n ** 53n - 1n, 2n ** 53n, 2n ** 53n + 1n, 2n ** 63n, 2n ** 64n, 2n ** 256n, 10n ** 400n];
const spellings = HUGE.flatMap((huge) => [String(huge), Number(huge), `-${huge}`, `${huge}.0`, '1e999']);
for (const version of [2, 1] as const)
  test(`numbers beyond the exact range are refused in every field (version ${version})`, async () => {
    const account = await local.payer(PRICE);
    const locations: ((sent: { accepted?: object; payload: { authorization: object } }, value: unknown) => void)[] = [
      (sent, value) => Object.assign(sent.payload.authorization, { value }),
      (sent, value) => Object.assign(sent.payload.authorization, { validAfter: value }),
      (sent, value) => Object.assign(sent.payload.authorization, { validBefore: value }),
      (sent, value) => Object.assign(sent.payload.authorization, { nonce: value }),
      (sent, value) => Object.assign(sent, { x402Version: value }),
      (sent, value) => Object.assign(sent, { network: value, accepted: { ...sent.accepted, network: value } }),
      (sent, value) => Object.assign(sent, { scheme: value, accepted: { ...sent.accepted, amount: value } }),
    ];
    const whole = await signed(one.thing, account, { version });
    const [name = '', text = ''] = Object.entries(whole)[0] ?? [];
    for (const [i, location] of locations.entries())
      for (const value of spellings) {
        const sent = JSON.parse(Buffer.from(text, 'base64').toString());
        location(sent, value);
        // Infinity has no JSON form, but a payer may send a number that large.
        const json = JSON.stringify(sent, (_, each) => (each === Number.POSITIVE_INFINITY ? '@huge' : each));
        const header = Buffer.from(json.replaceAll('"@huge"', '1e999')).toString('base64');
        const response = await fetch(one.thing, { headers: { [name]: header } });
        assert.deepEqual(await answered(response), [402, 'PAYMENT_INVALID'], `${i}: ${value}`);
      }
    assert.deepEqual(official.asked, []);
    assert.deepEqual(one.errors, []);
    assert.equal((await fetch(one.thing, { headers: whole })).status, 200, 'the unchanged payment is valid');
  });

test('a forged signature is refused by the facilitator', async () => {
  const account = await local.payer(PRICE);
  const change = bend((sent) => (sent.payload.signature = `0x${'ab'.repeat(64)}1b`));
  const response = await fetch(one.thing, { headers: await signed(one.thing, account, { change }) });
  assert.match(offerOf(response)?.error ?? '', /signature/);
  assert.deepEqual(await answered(response), [402, 'PAYMENT_INVALID']);
  assert.equal(one.things.looked, 0);
});

test('a payer without funds is refused before the look-up', async () => {
  const account = await local.payer(PRICE - 1n);
  const response = await buyer(account)(one.thing);
  assert.match(offerOf(response)?.error ?? '', /insufficient_balance/);
  assert.equal(response.status, 402);
  assert.equal(one.things.looked, 0);
});

test('headers without a valid payment are refused, whatever their length', async () => {
  const texts = ['', ' ', 'x', '{}', 'e30=', 'bnVsbA==', 'W10=', '%%%', 'a'.repeat(16_385), 'é'];
  for (const name of ['payment-signature', 'x-payment'])
    for (const text of texts) {
      const response = await ask(one.port, { path: '/api/caen/6201', headers: { [name]: text } });
      assert.equal(response.status, 402, `${name}: ${text.slice(0, 20)}`);
      assert.match(response.text, /"PAYMENT_(INVALID|REQUIRED)"/);
    }
  assert.deepEqual(official.asked, []);
});

const tricks = [
  '//api/caen/6201',
  '/api//caen/6201',
  '/api/caen/6201/',
  '/api/caen%2F6201',
  '/api/CAEN/6201',
  '/API/caen/6201',
  '/api/caen/6201;x=1',
  '/api/caen/../caen/6201',
  '/./api/caen/6201',
  '/api/caen/%36201',
  '/api/caen/6201?',
  '/api/caen/6201#x',
  '/api/caen/6201%00',
  '/api/caen/6201%0a',
  '/api/caen/6201%20',
  '\\api\\caen\\6201',
  'http://elsewhere/api/caen/6201',
  '/api/caen/６２０１',
];
for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'PATCH', 'QUERY'])
  test(`no spelling of the address gives the data without a payment (${method})`, async () => {
    for (const path of tricks) {
      const answer = await exchange(one.port, `${method} ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n\r\n`);
      assert.match(answer, /^HTTP\/1\.1 (400|402|404|405) /, `${method} ${path}`);
    }
    assert.equal(one.things.looked, 0);
  });

test('every spelling of the address that gives the data is charged', async () => {
  let bought = 0;
  for (const path of tricks) {
    const account = await local.payer(PRICE);
    const lines = Object.entries(await signed(one.thing, account)).map(([name, value]) => `${name}: ${value}\r\n`);
    const sent = `GET ${path} HTTP/1.1\r\nhost: x\r\nconnection: close\r\n${lines.join('')}\r\n`;
    const answer = await exchange(one.port, sent);
    const isAnswered = /^HTTP\/1\.1 200 /.test(answer);
    if (isAnswered) bought++;
    else assert.match(answer, /^HTTP\/1\.1 (400|404) /, path);
    assert.equal(await local.balanceOf(account.address), isAnswered ? 0n : PRICE, path);
  }
  assert.ok(bought >= 3, `${bought} of them are valid addresses`);
});

test('the facilitator receives nothing but the payment and the service’s own offer', async () => {
  const account = await local.payer(PRICE);
  const change = bend((sent) => {
    sent.resource = { url: 'https://elsewhere.example/', description: 'x' };
    sent.extensions.bazaar = { info: 'x' };
    sent.more = 'x';
    sent.payload.more = 'x';
  });
  const id = 'pay_0123456789abcdef';
  assert.equal((await fetch(one.thing, { headers: await signed(one.thing, account, { change, id }) })).status, 200);
  const text = JSON.stringify(official.bodies);
  assert.doesNotMatch(text, /elsewhere|"more"|pay_0123456789abcdef|"offer"/);
  assert.match(text, /\/api\/caen\/6201/);
});
