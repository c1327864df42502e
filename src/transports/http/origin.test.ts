import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { exchange } from '#test/support/ask.ts';
import { type Listening, listening } from '#test/support/listening.ts';
import { originOf } from './origin.ts';
import { Router } from './router.ts';
import type { Handler } from './server.ts';

let server: Listening;
before(async () => {
  const router = new Router<Handler>();
  router.add('GET', '/', (request) => ({ status: 200, headers: {}, body: originOf(request) }));
  server = await listening(router);
});
after(() => server.close());

const told = async (host: string): Promise<string> =>
  (await exchange(server.port, `GET / HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`)).split('\r\n\r\n')[1] ??
  '';

test('a host that is this machine is told as it was asked for', async () => {
  for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1', '127.8.9.1:1', '[::1]:8080'])
    assert.equal(await told(host), `http://${host}`);
});

test('any other is not: the address that was reached is told', async () => {
  for (const host of [
    'evil.example',
    'localhost.evil.example',
    'evil.example:80',
    '203.0.113.7:8080',
    '[2001:db8::1]',
    '127.0.0.1.evil.example',
    '',
  ])
    assert.equal(await told(host), `http://127.0.0.1:${server.port}`, host);
});

test('one with characters that no host has reaches nothing that could tell it', async () => {
  for (const host of ['localhost@evil.example', 'localhost:8080/evil.example']) {
    const answer = await told(host);
    assert.match(answer, /"code":"INVALID_PARAMETER"/, host);
    assert.doesNotMatch(answer, /evil/, host);
  }
});
