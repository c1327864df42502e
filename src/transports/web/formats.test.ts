import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseNumber } from '#transports/web/formats.ts';

const CASES: [typed: string, ro: string | null, en: string | null][] = [
  ['1000', '1000', '1000'],
  ['1.000', '1000', '1.0000'],
  ['1,000', '1.0000', '1000'],
  ['1.234,56', '1234.56', '1234.56'],
  ['1,234.56', '1234.56', '1234.56'],
  ['1.000.000', '1000000', '1000000'],
  ['1,000,000', '1000000', '1000000'],
  ['1 500 000', '1500000', '1500000'],
  ['12,5', '12.5', '12.5'],
  ['12.5', '12.5', '12.5'],
  ['0.125', '0.1250', '0.1250'],
  ['1234.567', '1234.5670', '1234.5670'],
  ['1.00.000', null, null],
  ['1.234,567,8', null, null],
  ['1.2,3.4', null, null],
  ['12,', null, null],
  [',5', null, null],
  ['-5', null, null],
  ['1e9', null, null],
  ['mult', null, null],
  ['', null, null],
  ['1'.repeat(41), null, null],
];

test('a typed number is parsed in the notation of its language, and an invalid notation is null', () => {
  for (const [typed, ro, en] of CASES) {
    assert.equal(parseNumber(typed, 'ro'), ro, `ro ${typed}`);
    assert.equal(parseNumber(typed, 'en'), en, `en ${typed}`);
  }
});

test('a parsed number is parsed alike in either language, so that an address can change its language', () => {
  for (const [typed, ...read] of CASES)
    for (const number of read)
      if (number !== null)
        for (const language of ['ro', 'en'] as const) assert.equal(parseNumber(number, language), number, typed);
});
