import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clientNetworkOf, contains, ipNumber, ipText, isLoopback, parseSubnet, type Subnet, subnetText } from './ip.ts';

const canonical = (text: string): string | null => {
  const number = ipNumber(text);
  return number === null ? null : ipText(number);
};

test('an address gives one number in every notation', () => {
  const ways: [string, string][] = [
    ['192.0.2.1', '192.0.2.1'],
    ['::ffff:192.0.2.1', '192.0.2.1'],
    ['::FFFF:c000:201', '192.0.2.1'],
    ['2001:DB8:0:0:0:0:0:1', '2001:db8::1'],
    ['2001:db8::0:1', '2001:db8::1'],
    ['::', '::'],
    ['::1', '::1'],
    ['1::', '1::'],
    ['64:ff9b::192.0.2.33', '64:ff9b::c000:221'],
    ['fe80::1%eth0', 'fe80::1'],
    ['0.0.0.0', '0.0.0.0'],
    ['255.255.255.255', '255.255.255.255'],
  ];
  for (const [text, right] of ways) assert.equal(canonical(text), right, text);
});

test('an invalid address is null', () => {
  for (const text of [
    '',
    '1',
    '1.2.3',
    '1.2.3.4.5',
    '256.1.1.1',
    '01.2.3.4',
    '1.2.3.4:80',
    ':::',
    '1::2::3',
    'x',
    '[::1]',
    "1.2.3.4' or 1=1",
  ])
    assert.equal(ipNumber(text), null, text);
});

const network = (text: string): Subnet => {
  const read = parseSubnet(text);
  assert.ok(read, text);
  return read;
};

test('a subnet contains its own addresses only', () => {
  const inside = (text: string, address: string): boolean => contains(network(text), ipNumber(address) ?? -1n);
  assert.ok(inside('192.0.2.0/24', '192.0.2.255'));
  assert.ok(inside('192.0.2.0/24', '::ffff:192.0.2.7'));
  assert.ok(!inside('192.0.2.0/24', '192.0.3.0'));
  assert.ok(inside('10.0.0.1', '10.0.0.1') && !inside('10.0.0.1', '10.0.0.2'));
  assert.ok(inside('0.0.0.0/0', '8.8.8.8') && !inside('0.0.0.0/0', '2001:db8::1'));
  assert.ok(inside('2001:db8::/32', '2001:db8:ffff::1') && !inside('2001:db8::/32', '2001:db9::1'));
  assert.ok(inside('::/0', '2001:db8::1') && inside('::/0', '8.8.8.8'));
});

test('a subnet is printed without its host bits', () => {
  assert.equal(subnetText(network('10.1.2.3/8')), '10.0.0.0/8');
  assert.equal(subnetText(network('10.1.2.3')), '10.1.2.3/32');
  assert.equal(subnetText(network('2001:db8::1/64')), '2001:db8::/64');
  assert.equal(subnetText(network('::/0')), '::/0');
  for (const text of ['', '10.0.0.0/33', '2001:db8::/129', '10.0.0.0/', '10.0.0.0/x', '10.0.0.0/8/8', '/8'])
    assert.equal(parseSubnet(text), null, text);
});

test('a client network is an IPv4 address or a /64 of IPv6', () => {
  const clientNetwork = (text: string): string => subnetText(clientNetworkOf(ipNumber(text) ?? -1n));
  assert.equal(clientNetwork('192.0.2.1'), '192.0.2.1/32');
  assert.equal(clientNetwork('2001:db8:1:2:3:4:5:6'), clientNetwork('2001:db8:1:2:ffff::'));
  assert.notEqual(clientNetwork('2001:db8:1:2::1'), clientNetwork('2001:db8:1:3::1'));
});

test('loopback addresses are recognised in every notation', () => {
  for (const text of ['127.0.0.1', '127.9.9.9', '::1', '::ffff:127.0.0.1'])
    assert.ok(isLoopback(ipNumber(text) ?? -1n), text);
  for (const text of ['128.0.0.1', '::2', '10.0.0.1']) assert.ok(!isLoopback(ipNumber(text) ?? -1n), text);
});
