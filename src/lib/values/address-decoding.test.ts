import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodedAddress } from './address-decoding.ts';

test('a percent-encoded path is decoded completely, also when encoded repeatedly', () => {
  for (const [address, plain] of [
    ['/api/firme/popa/ana-maria', '/api/firme/popa/ana-maria'],
    ['/x/%ff/popa%20ana', '/x/\ufffd/popa ana'],
    ['/x/popa%2520ana', '/x/popa ana'],
    ['/x/popa%252Fana', '/x/popa/ana'],
    ['/%C8%99tef+ion', '/ștef ion'],
    ['100%', '100%'],
    ['%', '%'],
    ['%zz', '%zz'],
  ] as const)
    assert.equal(decodedAddress(address), plain, address);
});

test('thousands of nested encodings are decoded in one pass', () => {
  assert.equal(decodedAddress(`/${'%25'.repeat(5_000)}41`), '/A');
});
