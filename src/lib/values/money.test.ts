import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { leiOrNull, parseBani, parseDealBani, toLei } from './money.ts';

test('lei are converted to bani without floating-point errors', () => {
  assert.equal(parseBani('1234.5'), 123_450);
  assert.equal(parseBani('-0.07'), -7);
  assert.equal(parseBani('0.005'), 1);
  assert.equal(parseBani('70368744177664'), 7_036_874_417_766_400);
});

test('an invalid amount, or one too large to be exact, is null', () => {
  for (const text of ['', '1e3', '0x10', '1,5', 'abc', '999999999999999']) assert.equal(parseBani(text), null, text);
});

test('an amount beyond any plausible deal is null', () => {
  assert.equal(parseDealBani('1000000000000'), 100_000_000_000_000);
  for (const text of ['1000000000000.01', '-1000000000001', '90000000000000'])
    assert.equal(parseDealBani(text), null, text);
});

test('whole bani are unchanged after a round trip through lei', () => {
  fc.assert(fc.property(fc.integer(), (bani) => parseBani(toLei(bani).toFixed(2)) === bani));
  assert.equal(leiOrNull(null), null);
});
