import assert from 'node:assert/strict';
import { test } from 'node:test';
import { networkLabel } from './events.ts';

test('only the network of an address is stored', () => {
  assert.equal(networkLabel('192.0.2.77'), '192.0.2.*');
  assert.equal(networkLabel('::ffff:192.0.2.77'), '192.0.2.*');
  assert.equal(networkLabel('2001:db8:1:2:3:4:5:6'), '2001:db8:1::*');
  assert.equal(networkLabel('nowhere'), null);
});
