import assert from 'node:assert/strict';
import { test } from 'node:test';
import { ownAddress } from './own-address.ts';

test('the own address is the listening address, or the loopback when it listens on all addresses', () => {
  for (const [host, address] of [
    ['127.0.0.1', 'http://127.0.0.1:8080'],
    ['0.0.0.0', 'http://127.0.0.1:8080'],
    ['::', 'http://127.0.0.1:8080'],
    ['::1', 'http://[::1]:8080'],
    ['localhost', 'http://localhost:8080'],
  ] as const)
    assert.equal(ownAddress({ host, port: 8080 }), address);
});
