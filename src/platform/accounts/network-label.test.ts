import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkOf } from './network-label.ts';

test('of an address only the network is kept', () => {
  assert.equal(networkOf('192.0.2.77'), '192.0.2.*');
  assert.equal(networkOf('::ffff:192.0.2.77'), '192.0.2.*');
  assert.equal(networkOf('2001:db8:1:2:3:4:5:6'), '2001:db8:1::*');
  assert.equal(networkOf('nowhere'), null);
});
