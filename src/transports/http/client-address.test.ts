import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseSubnet } from '#lib/values/ip.ts';
import { addressReader } from './client-address.ts';
import type { Request } from './request.ts';

/** A request from the other end of a connection, with what it says of where it came from. */
const from = (remoteAddress: string | undefined, forwarded?: string): Request =>
  ({ raw: { socket: { remoteAddress } }, header: () => forwarded }) as unknown as Request;

const reader = (...trusted: string[]) =>
  addressReader(trusted.map((text) => parseSubnet(text) ?? { base: 0n, bits: 0 }));

test('without trusted proxies the connection alone counts', () => {
  const addressOf = reader();
  assert.equal(addressOf(from('198.51.100.7', '203.0.113.1')), '198.51.100.7');
  assert.equal(addressOf(from('::ffff:198.51.100.7')), '198.51.100.7');
  assert.equal(addressOf(from('2001:db8::7')), '2001:db8::7');
  assert.equal(addressOf(from(undefined)), '');
});

test('a caller who is no trusted proxy can write what he likes', () => {
  assert.equal(reader('10.0.0.0/8')(from('198.51.100.7', '203.0.113.1')), '198.51.100.7');
});

test('behind trusted proxies the first who is none of them is the caller, whatever stands before', () => {
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
