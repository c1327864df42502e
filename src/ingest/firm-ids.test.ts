import assert from 'node:assert/strict';
import { test } from 'node:test';
import { registrationCheckDigit } from '#base/registration-number.ts';
import { FirmIds } from './firm-ids.ts';

const number = (letter: string, year: number, serial: number, county: number): string => {
  const twelve = `${year}${String(serial).padStart(6, '0')}${String(county).padStart(2, '0')}`;
  return letter + twelve + registrationCheckDigit(letter, twelve);
};

test('every one of 200,000 numbers is found again under its own id, across growth', () => {
  const ids = new FirmIds();
  const numbers = Array.from({ length: 200_000 }, (_, i) =>
    number('JFC'[i % 3] ?? 'J', 1990 + (i % 35), Math.floor(i / 35) + 1, (i % 40) + 1),
  );
  for (const [i, each] of numbers.entries()) assert.equal(ids.set(each, i + 1), 0);
  for (const [i, each] of numbers.entries()) assert.equal(ids.get(each), i + 1);
  assert.equal(ids.size, 200_000);
});

test('a number nobody has is 0, and numbers that differ in the letter only are two firms', () => {
  const ids = new FirmIds();
  ids.set(number('J', 2002, 8118, 40), 1);
  ids.set(number('F', 2002, 8118, 40), 2);
  assert.equal(ids.get(number('J', 2002, 8118, 40)), 1);
  assert.equal(ids.get(number('F', 2002, 8118, 40)), 2);
  assert.equal(ids.get(number('C', 2002, 8118, 40)), 0);
});

test('a repeated number takes the later id and tells the earlier one', () => {
  const ids = new FirmIds();
  assert.equal(ids.set(number('J', 2002, 8118, 40), 7), 0);
  assert.equal(ids.set(number('J', 2002, 8118, 40), 9), 7);
  assert.equal(ids.get(number('J', 2002, 8118, 40)), 9);
  assert.equal(ids.size, 1);
});
