import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { exchange } from '#test/support/raw-request.ts';
import { type Listening, listening } from '#test/support/test-server.ts';
import { addressReader, isFromThisMachine, originOf } from './client-address.ts';
import type { Handler } from './reply.ts';
import type { Request } from './request.ts';
import { Router } from './router.ts';

/** A request with the address of its connection and, optionally, an X-Forwarded-For header. */
const from = (remoteAddress: string | undefined, forwarded?: string): Request =>
  ({ raw: { socket: { remoteAddress } }, header: () => forwarded }) as unknown as Request;

const reader = (...trusted: string[]) =>
  addressReader(trusted.map((text) => parseSubnet(text) ?? { base: 0n, bits: 0 }));

test('without trusted proxies the client address is the address of the connection', () => {
  const addressOf = reader();
  assert.equal(addressOf(from('198.51.100.7', '203.0.113.1')), '198.51.100.7');
  assert.equal(addressOf(from('::ffff:198.51.100.7')), '198.51.100.7');
  assert.equal(addressOf(from('2001:db8::7')), '2001:db8::7');
  assert.equal(addressOf(from(undefined)), '');
});

test('forwarding headers of an untrusted client are ignored', () => {
  assert.equal(reader('10.0.0.0/8')(from('198.51.100.7', '203.0.113.1')), '198.51.100.7');
});

test('behind trusted proxies the client is the last untrusted address of the chain', () => {
  const addressOf = reader('10.0.0.0/8', '2001:db8:aa::/48');
  const cases: [forwarded: string | undefined, caller: string][] = [
    [undefined, '10.0.0.1'],
    ['203.0.113.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9', '203.0.113.9'],
    ['1.2.3.4, 203.0.113.9, 10.0.0.2', '203.0.113.9'],
    ['1.2.3.4,203.0.113.9,2001:db8:aa::1', '203.0.113.9'],
    ['::ffff:203.0.113.9', '203.0.113.9'],
    ['203.0.113.9:4711', '203.0.113.9'],
    ['[2001:DB8::9]:4711', '2001:db8::9'],
    ['10.0.0.3, 10.0.0.2', '10.0.0.3'],
    ['1.2.3.4, unknown', '10.0.0.1'],
    ['1.2.3.4, , 10.0.0.2', '10.0.0.2'],
    ['', '10.0.0.1'],
    [`${'1.2.3.4, '.repeat(1_000)}203.0.113.9`, '203.0.113.9'],
  ];
  for (const [forwarded, caller] of cases) {
    assert.equal(addressOf(from('10.0.0.1', forwarded)), caller, String(forwarded));
    assert.equal(addressOf(from('::ffff:10.0.0.1', forwarded)), caller, String(forwarded));
  }
});

let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  router.add('GET', '/', (request) => ({ status: 200, headers: {}, body: originOf(request) }));
  server = await listening(router);
});
after(() => server.close());

const result = async (host: string): Promise<string> =>
  (await exchange(server.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split('\r\n\r\n')[1] ??
  '';

test('a Host header that names this machine is used in the origin', async () => {
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.8.9.1:1', '[::1]:8080'])
    assert.equal(await result(host), `http://${host}`);
});

test('any other Host header is replaced by the address of the socket', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:80',
    '203.0.113.7:8080',
    '[2001:db8::1]',
    '127.0.0.1.evil.example',
    '',
  ])
    assert.equal(await result(host), `http://127.0.0.1:${server.port}`, host);
});

test('a Host header with invalid characters is rejected and never echoed', async () => {
  for (const host of ['localhost@evil.example', 'localhost:8080/evil.example']) {
    const answer = await result(host);
    assert.match(answer, /"code":"INVALID_PARAMETER"/, host);
    assert.doesNotMatch(answer, /evil/, host);
  }
});

const requested = (remoteAddress: string | undefined, headers: Record<string, string>) => ({
  raw: { socket: { remoteAddress } },
  header: (name: string) => headers[name],
});

test('a direct loopback connection with a local host name is recognised as this machine', () => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '[::1]:8080'])
      assert.equal(isFromThisMachine(requested(address, { host })), true, `${address} ${host}`);
});

test('remote addresses, other host names and forwarded requests are not recognised as this machine', () => {
  const host = 'localhost:8080';
  for (const address of ['10.0.0.1', '192.168.1.7', '::ffff:10.0.0.1', '::', '2001:db8::1', '1.127.0.0', '', undefined])
    assert.equal(isFromThisMachine(requested(address, { host })), false, String(address));
  for (const name of ['firmoteca.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', ''])
    assert.equal(isFromThisMachine(requested('127.0.0.1', { host: name })), false, name);
  assert.equal(isFromThisMachine(requested('127.0.0.1', {})), false);
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
    assert.equal(isFromThisMachine(requested('127.0.0.1', { host, [name]: '127.0.0.1' })), false, name);
});
