import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { amountOf, currencyIn, currencyNamed, Marks } from './amounts.ts';

test('amounts are read with points, commas, currencies and spaces, and invalid ones differ from missing ones', () => {
  const amounts: [Cell, number | null | undefined][] = [
    ['1234.5', 123_450],
    ['1234,56', 123_456],
    ['1.234,56', 123_456],
    ['1,234.56', 123_456],
    ['1.234.567', 123_456_700],
    ['12130675,84 RON', 1_213_067_584],
    ['1 234 567,8 lei', 123_456_780],
    ['150000.5000', 15_000_050],
    [1234.565, 123_457],
    [1e7, 1_000_000_000],
    ['-25,5', -2_550],
    ['0', 0],
    ['', null],
    ['-', null],
    [null, null],
    ['o suta', undefined],
    ['12/2024', undefined],
    ['1.234.56', undefined],
    ['12.34.567,8', undefined],
    ['1,234.567,89', undefined],
    ['1.234,567.89', undefined],
    ['1.5E+06', undefined],
    ['1.234,50 EUR', 123_450],
    ['1\u202f234,50\u00a0\u20ac', 123_450],
    ['(1.234,50)', undefined],
    ['90000000000000,00', undefined],
    [9e13, undefined],
  ];
  for (const [cell, bani] of amounts) assert.equal(amountOf(cell), bani, String(cell));
});

test('the separator before three digits is decided by the other amounts of the file, or is invalid if they disagree', () => {
  const among = (...others: Cell[]): Marks => {
    const marks = new Marks();
    for (const cell of others) marks.observe(cell);
    return marks;
  };
  const romanian = among('250,5', '1.234.567', 7, null);
  assert.deepEqual([amountOf('1.234', romanian), amountOf('1,234', romanian)], [123_400, 123]);
  const english = among('12,345.67');
  assert.deepEqual([amountOf('1.234', english), amountOf('1,234', english)], [123, 123_400]);
  const program = among('1234.5');
  assert.deepEqual([amountOf('1.234', program), amountOf('-1,234', program)], [123, -123_400]);
  const mixed = among('1234.5', '1234,5');
  assert.deepEqual([amountOf('1.234', mixed), amountOf('1,234', mixed)], [undefined, undefined]);
  assert.deepEqual([amountOf('1.234,5', mixed), amountOf('0.125', mixed)], [123_450, 13]);
  const nothing = among('1.234', '7');
  assert.deepEqual([amountOf('1.234', nothing), amountOf('1,234', nothing)], [undefined, undefined]);
  assert.equal(amountOf('1.234', among('1.234', '310.000', '7')), 123_400);
  assert.equal(amountOf('1.234', among('1.234', '2.500', '12345')), 123);
});

test('a currency in a cell is recognised in several notations', () => {
  assert.deepEqual(['1 RON', '1 lei', '1,5 EUR', '1\u20ac', '1', 1, null].map(currencyIn), [
    'RON',
    'RON',
    'EUR',
    'EUR',
    null,
    null,
    null,
  ]);
  assert.deepEqual(['lei', 'Euro', 'eur ', 'GBP', '-', ''].map(currencyNamed), [
    'RON',
    'EUR',
    'EUR',
    'GBP',
    null,
    null,
  ]);
});
