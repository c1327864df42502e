import assert from 'node:assert/strict';
import { test } from 'node:test';
import { dollars, readPrices, usualPrices } from './prices.ts';

test('operator prices replace the default ones, and the others stay', () => {
  assert.deepEqual(readPrices(''), usualPrices);
  assert.deepEqual(readPrices(' record = 0.02 , list=1,'), { ...usualPrices, record: 20_000n, list: 1_000_000n });
  assert.deepEqual(readPrices('document=0.000001'), { ...usualPrices, document: 1n });
});

test('an invalid price or a typing error is refused', () => {
  for (const text of [
    'record',
    'record=',
    'record=0',
    'record=-1',
    'record=1.1',
    'record=0.0000001',
    'company=1',
    'toString=1',
    '1',
  ])
    assert.equal(readPrices(text), null, text);
});

test('amounts are formatted without trailing zeros', () => {
  assert.deepEqual([2_000n, 10_000n, 502_000n, 1_000_000n, 1n].map(dollars), [
    '0.002',
    '0.01',
    '0.502',
    '1',
    '0.000001',
  ]);
});
