import assert from 'node:assert/strict';
import { test } from 'node:test';
import { pressAddress } from '#data/sources/press/file-address.ts';
import { addressOf, FILE_NAME, publicName } from './file-names.ts';

const address = 'https://static.anaf.ro/static/3/Anaf/20260115103000_Calendar%202026.pdf';
const name = 'urn:firmoteca:demo:press/static/3/Anaf/20260115103000_Calendar%202026.pdf';

test('a demo file has a URN instead of an address, and is found by it', () => {
  assert.equal(publicName(address, { isDemo: true }), name);
  assert.equal(addressOf(name, { isDemo: true }), address);
  for (const one of [address, name]) assert.match(one, new RegExp(FILE_NAME, 'u'));
});

test('for real data files have their address, and a demo URN is invalid', () => {
  assert.equal(publicName(address, { isDemo: false }), address);
  assert.equal(pressAddress(addressOf(name, { isDemo: false })), null);
});

test('a path trick in a URN is refused as in an address', () => {
  for (const path of [
    '/static/../presa',
    '/static/%2e%2e/presa',
    '/static/a%2fb',
    '@evil.ro/static/x',
    '/static/x?q=1',
  ])
    assert.equal(pressAddress(addressOf(`urn:firmoteca:demo:press${path}`, { isDemo: true })), null, path);
});
