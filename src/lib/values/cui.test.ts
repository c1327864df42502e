import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { cuiOf, hasRightCheckDigit, parseCui } from './cui.ts';

test('a fiscal code is read with RO, spaces and leading zeros', () => {
  assert.equal(parseCui('90000014'), '90000014');
  assert.equal(parseCui(' RO 9000 0014 '), '90000014');
  assert.equal(parseCui('ro90000014'), '90000014');
  assert.equal(parseCui('0090000014'), '90000014');
});

test('an invalid fiscal code is null', () => {
  for (const text of ['', '0', 'RO', 'R90000014', '12345678901', '9000-0014', '9000001x'])
    assert.equal(parseCui(text), null, text);
});

test('each body has exactly one valid check digit', () => {
  assert.equal(cuiOf(9_000_001), '90000014');
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 999_999_999 }), (body) => {
      const right = [...'0123456789'].filter((digit) => hasRightCheckDigit(`${body}${digit}`));
      return right.length === 1 && `${body}${right[0]}` === cuiOf(body);
    }),
  );
});
