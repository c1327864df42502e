/** Hostile credentials (over-long, control characters, other alphabets, SQL, stolen cookies): refused as documented, without a server error. */
import assert from 'node:assert/strict';
import { after, afterEach, before, test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { readConfig } from '#server/config/config.ts';
import { ask, exchange, refusal } from '#test/support/raw-request.ts';
import { DEMO_KEY, type SmallService, smallService } from '#test/support/small-service.ts';

const PATH = '/api/company/90000014';
const SQL = [
  "' or '1'='1",
  "'; drop table api_key; --",
  '" union select * from account --',
  "\\'; delete from account",
  '%27%20or%201%3D1',
];

let service: SmallService;
let visited: string;
before(async () => {
  const trustedProxies = [parseSubnet('127.0.0.1') ?? { base: 0n, bits: 0 }];
  service = await smallService({ config: { trustedProxies, seller: readConfig({}).seller } });
  const { headers } = await ask(service.port, { path: '/' });
  visited = String(headers['set-cookie']).split(';')[0] ?? '';
});
after(() => service.close());

/** After each test: no server error, all tables exist, and a valid key still works. */
afterEach(async () => {
  assert.deepEqual(service.faults, []);
  for (const table of ['account', 'api_key', 'subscription', 'browser_session', 'address_block'])
    await service.store.state.one(`select count(*) as n from ${table}`);
  assert.equal((await ask(service.port, { path: PATH, headers: { 'x-api-key': DEMO_KEY } })).status, 200);
});

const codeOf = async (headers: Record<string, string>): Promise<string> =>
  refusal(await ask(service.port, { path: PATH, headers }), JSON.stringify(headers).slice(0, 100)).code;

/** Sends the request byte for byte; returns the status and the error code. */
async function raw(...lines: (string | Buffer)[]): Promise<string> {
  const head = Buffer.from(`GET ${PATH} HTTP/1.1\r\nHost: x\r\nConnection: close\r\n`);
  const body = lines.flatMap((line) => [Buffer.from(line), Buffer.from('\r\n')]);
  const answer = await exchange(service.port, Buffer.concat([head, ...body, Buffer.from('\r\n')]));
  return `${/^HTTP\/1\.1 (\d+)/.exec(answer)?.[1]} ${/"code":"(\w+)"/.exec(answer)?.[1]}`;
}

test('an over-long key is an invalid key, and headers beyond the size limit are refused as too large', async () => {
  for (const length of [46, 1_000, 20_000]) {
    assert.equal(await codeOf({ 'x-api-key': 'k'.repeat(length) }), 'INVALID_API_KEY');
    assert.equal(await codeOf({ authorization: `Bearer ${DEMO_KEY}${'k'.repeat(length)}` }), 'INVALID_API_KEY');
  }
  for (const name of ['X-API-Key', 'Authorization', 'Cookie', 'Payment-Signature', 'X-Forwarded-For'])
    assert.equal(await raw(`${name}: ${'x'.repeat(40_000)}`), '431 HEADERS_TOO_LARGE', name);
});

test('an over-long cookie is no session and does not hide a valid cookie after it', async () => {
  assert.equal(await codeOf({ cookie: `firmoteca_session=f.${'x'.repeat(20_000)}` }), 'PAYMENT_REQUIRED');
  const answered = await ask(service.port, { path: PATH, headers: { cookie: `a=${'x'.repeat(20_000)}; ${visited}` } });
  assert.equal(answered.status, 200);
});

test('control characters in credentials are refused', async () => {
  for (const character of ['\u0000', '\u0001', '\u001b', '\u007f'])
    for (const name of ['X-API-Key', 'Cookie', 'X-Payment'])
      assert.equal(await raw(`${name}: fmt_live_${character}abc`), '400 INVALID_PARAMETER', name);
  assert.equal(await raw(`X-API-Key: ${DEMO_KEY.slice(0, 20)}\t${DEMO_KEY.slice(20)}`), '401 INVALID_API_KEY');
  assert.equal(await raw(`X-API-Key: ${DEMO_KEY.slice(0, 20)}\r\n ${DEMO_KEY.slice(20)}`), '400 INVALID_PARAMETER');
});

test('characters of other alphabets are no valid key, even when they look alike', async () => {
  const cyrillic = DEMO_KEY.replace('o', '\u043e');
  const wide = DEMO_KEY.replaceAll('0', '\uff10');
  for (const key of [cyrillic, wide, `${DEMO_KEY}\u200b`, 'cheie-șțăîâ', '🔑'.repeat(20), '\u00ff\u00fe']) {
    assert.equal(await raw(`X-API-Key: ${key}`), '401 INVALID_API_KEY', key);
    assert.equal(await raw(`Authorization: Bearer ${key}`), '401 INVALID_API_KEY', key);
  }
  assert.equal(await raw(Buffer.from('X-API-Key: \u00ff\u00fe', 'latin1')), '401 INVALID_API_KEY');
});

test('a key that is sent twice is refused as ambiguous', async () => {
  assert.equal(await raw(`X-API-Key: ${DEMO_KEY}`, `X-API-Key: ${DEMO_KEY}`), '400 INVALID_PARAMETER');
});

test('a key in another header, in the query or with another scheme gives no access', async () => {
  for (const headers of [{ apikey: DEMO_KEY }, { 'x-api-key-2': DEMO_KEY }, { cookie: `key=${DEMO_KEY}` }] as Record<
    string,
    string
  >[])
    assert.equal(await codeOf(headers), 'PAYMENT_REQUIRED');
  const query = await ask(service.port, { path: `${PATH}?key=${DEMO_KEY}` });
  assert.equal(refusal(query, 'query').code, 'PAYMENT_REQUIRED');
  for (const authorization of [DEMO_KEY, `Token ${DEMO_KEY}`, `Basic ${btoa(`${DEMO_KEY}:`)}`, 'Bearer', `Bearer a b`])
    assert.equal(await codeOf({ authorization }), 'INVALID_API_KEY', authorization);
});

test('SQL in a header that identifies the caller is treated as plain text', async () => {
  for (const text of SQL) {
    assert.equal(await codeOf({ 'x-api-key': text }), 'INVALID_API_KEY');
    assert.equal(await codeOf({ authorization: `Bearer ${text}` }), 'INVALID_API_KEY');
    assert.equal(await codeOf({ cookie: `firmoteca_session=${text}` }), 'PAYMENT_REQUIRED');
    assert.equal(await codeOf({ cookie: `firmoteca_session=s.${text}` }), 'PAYMENT_REQUIRED');
    assert.equal(await codeOf({ 'payment-signature': text }), 'PAYMENT_INVALID');
    assert.equal(await codeOf({ 'x-forwarded-for': text }), 'PAYMENT_REQUIRED');
    assert.equal(await codeOf({ origin: text, cookie: visited }), 'PAYMENT_REQUIRED');
  }
});

test('a cookie that a page of another site sends opens no session', async () => {
  const host = `127.0.0.1:${service.port}`;
  const own: Record<string, string>[] = [
    {},
    { origin: `http://${host}` },
    { 'sec-fetch-site': 'same-origin' },
    { 'sec-fetch-site': 'none' },
  ];
  for (const headers of own)
    assert.equal((await ask(service.port, { path: PATH, headers: { ...headers, cookie: visited, host } })).status, 200);
  const foreign: Record<string, string>[] = [
    { 'sec-fetch-site': 'cross-site' },
    { origin: 'https://evil.example' },
    { origin: 'null' },
    { origin: `http://${host}.evil.example` },
    { origin: `http://127.0.0.1:1` },
  ];
  for (const headers of foreign) assert.equal(await codeOf({ ...headers, cookie: visited, host }), 'PAYMENT_REQUIRED');
});

test('CORS lets no page of another site read an answer that a cookie opened', async () => {
  const { headers } = await ask(service.port, { path: PATH, headers: { cookie: visited } });
  assert.equal(headers['access-control-allow-origin'], '*');
  assert.equal(headers['access-control-allow-credentials'], undefined);
  assert.match(String(headers['cache-control']), /^private/);
});
