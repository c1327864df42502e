import assert from 'node:assert/strict';
import { test } from 'node:test';
import { decodedAddress } from './address-decoding.ts';

test('an address is read as a person would, however it is encoded', () => {
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

test('thousands of encodings of encodings are undone once, and cost no more than their length', () => {
  assert.equal(decodedAddress(`/${'%25'.repeat(5_000)}41`), '/A');
});
