import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationCheckDigit } from '#lib/values/registration-number.ts';
import { NumberIndex, registrationKey } from './number-index.ts';

const number = (letter: string, year: number, serial: number, county: number): string => {
  const twelve = `${year}${String(serial).padStart(6, '0')}${String(county).padStart(2, '0')}`;
  return letter + twelve + registrationCheckDigit(letter, twelve);
};

test('200,000 registration numbers are found at their positions while the index grows', () => {
  const index = new NumberIndex();
  const keys = Array.from({ length: 200_000 }, (_, i) =>
    registrationKey(number('JFC'[i % 3] ?? 'J', 1990 + (i % 35), Math.floor(i / 35) + 1, (i % 40) + 1)),
  );
  for (const [i, key] of keys.entries()) assert.equal(index.set(key, i + 1), 0);
  for (const [i, key] of keys.entries()) assert.equal(index.get(key), i + 1);
  assert.equal(index.size, 200_000);
});

test('a missing key gives 0, and numbers that differ in the letter only are different firms', () => {
  const index = new NumberIndex();
  index.set(registrationKey(number('J', 2002, 8118, 40)), 1);
  index.set(registrationKey(number('F', 2002, 8118, 40)), 2);
  assert.equal(index.get(registrationKey(number('J', 2002, 8118, 40))), 1);
  assert.equal(index.get(registrationKey(number('F', 2002, 8118, 40))), 2);
  assert.equal(index.get(registrationKey(number('C', 2002, 8118, 40))), 0);
});

test('a repeated key takes the later position and returns the earlier one', () => {
  const index = new NumberIndex();
  assert.equal(index.set(90000014, 7), 0);
  assert.equal(index.set(90000014, 9), 7);
  assert.equal(index.get(90000014), 9);
  assert.equal(index.size, 1);
});
