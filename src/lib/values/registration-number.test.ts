import assert from 'node:assert/strict';
import { test } from 'node:test';
import { oldRegistrationNumber, parseRegistrationNumber } from './registration-number.ts';

test('both notations of a registration number give the same number', () => {
  assert.equal(parseRegistrationNumber('J40/8118/2002'), 'J2002008118400');
  assert.equal(parseRegistrationNumber('J2002008118400'), 'J2002008118400');
  assert.equal(parseRegistrationNumber('ROONRC.J40/8118/2002'), 'J2002008118400');
  assert.equal(parseRegistrationNumber(' j3/2113/2018 '), parseRegistrationNumber('J03/2113/2018'));
  assert.equal(oldRegistrationNumber('J2002008118400'), 'J40/8118/2002');
});

test('real check digits are valid, and a wrong one is refused', () => {
  for (const number of ['J2008001563054', 'J2026055578004', 'J2000000729127', 'J2024000123402']) {
    assert.equal(parseRegistrationNumber(number), number);
  }
  assert.equal(parseRegistrationNumber('J2024000123405'), null);
});

test('a number of a national registration has no old notation', () => {
  assert.equal(oldRegistrationNumber('J2026055578004'), null);
});

test('an invalid registration number is null', () => {
  for (const text of ['', 'J40', 'X40/1/2000', 'J40/1/20', 'J40/1234567/2000', '90000014'])
    assert.equal(parseRegistrationNumber(text), null, text);
});
