import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isFromThisMachine } from './this-machine.ts';

const asked = (remoteAddress: string | undefined, headers: Record<string, string>) => ({
  raw: { socket: { remoteAddress } },
  header: (name: string) => headers[name],
});

test('only the loopback, under a name of its own and without a proxy, is this machine', () => {
  for (const address of ['127.0.0.1', '127.8.9.1', '::1', '::ffff:127.0.0.1'])
    for (const host of ['localhost', 'LOCALHOST:8080', '127.0.0.1:8080', '[::1]:8080'])
      assert.equal(isFromThisMachine(asked(address, { host })), true, `${address} ${host}`);
});

test('other machines, other names and whatever was forwarded are not', () => {
  const host = 'localhost:8080';
  for (const address of ['10.0.0.1', '192.168.1.7', '::ffff:10.0.0.1', '::', '2001:db8::1', '1.127.0.0', '', undefined])
    assert.equal(isFromThisMachine(asked(address, { host })), false, String(address));
  for (const name of ['firmoteca.example', '127.0.0.1.evil.example', 'localhost.evil.example', '10.0.0.1', ''])
    assert.equal(isFromThisMachine(asked('127.0.0.1', { host: name })), false, name);
  assert.equal(isFromThisMachine(asked('127.0.0.1', {})), false);
  for (const name of ['x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'forwarded', 'via', 'x-real-ip'])
    assert.equal(isFromThisMachine(asked('127.0.0.1', { host, [name]: '127.0.0.1' })), false, name);
});
