import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isPublicAddress, publicLookup, type ResolvedAddress } from './public-address.ts';

test('private, loopback, link-local, mapped and other special addresses are not public', () => {
  for (const address of [
    '0.0.0.0',
    '10.1.2.3',
    '100.64.0.1',
    '127.0.0.1',
    '127.255.255.254',
    '169.254.169.254',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.1.1',
    '198.18.0.1',
    '203.0.113.7',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '::1',
    '::127.0.0.1',
    '::ffff:127.0.0.1',
    '::ffff:8.8.8.8',
    '64:ff9b::7f00:1',
    '2001:db8::1',
    '2002:7f00:1::',
    'fc00::1',
    'fd12:3456::1',
    'fe80::1',
    'fe80::1%eth0',
    'ff02::1',
    // The blocks of IANA’s special-purpose registries.
    '192.0.0.8',
    '192.31.196.1',
    '192.52.193.1',
    '192.88.99.2',
    '192.175.48.6',
    '240.0.0.1',
    '::ffff:0:127.0.0.1',
    '::ffff:0:8.8.8.8',
    '64:ff9b:1::1',
    '100::1',
    '100:0:0:1::1',
    '2001::1',
    '2001:1::1',
    '2001:2::1',
    '2001:3::1',
    '2001:4:112::1',
    '2001:10::1',
    '2001:20::1',
    '2001:30::1',
    '2620:4f:8000::1',
    '3fff::1',
    '5f00::1',
    // Unassigned blocks.
    '1000::1',
    '4000::1',
    'c000::1',
    'fec0::1',
    '2130706433',
    '0177.0.0.1',
    'static.anaf.ro',
    '',
  ])
    assert.equal(isPublicAddress(address), false, address);
  for (const address of [
    '8.8.8.8',
    '172.32.0.1',
    '193.231.0.1',
    '2a00:1450:400d::1',
    '2001:4860:4860::8888',
    '2003::1',
  ])
    assert.ok(isPublicAddress(address));
});

const looked = (found: ResolvedAddress[]): Promise<unknown> =>
  new Promise((resolve) =>
    publicLookup(async () => found)('x.ro', { all: true }, (error, addresses) => resolve(error ?? addresses)),
  );

test('a host name with one private address is refused', async () => {
  const open = { address: '8.8.8.8', family: 4 };
  assert.deepEqual(await looked([open]), [open]);
  assert.match(String(await looked([open, { address: '10.0.0.1', family: 4 }])), /private address/);
  assert.match(String(await looked([{ address: '::ffff:127.0.0.1', family: 6 }])), /private address/);
  assert.match(String(await looked([])), /no address/);
});
