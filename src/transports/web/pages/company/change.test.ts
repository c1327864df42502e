import assert from 'node:assert/strict';
import { test } from 'node:test';
import { changeOf, findingOf } from './change.ts';

const years = (...values: (number | null)[]) => values.map((value, i) => ({ year: 2026 - values.length + i, value }));
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('against the year before: per cent, times, or words; never a percentage across a change of sign', () => {
  const cases: [values: (number | null)[], told: string][] = [
    [[100, 101.4], '+1,4 % față de 2024'],
    [[100, 350], 'de 3,5 ori cât în 2024'],
    [[100, 40], '−60 % față de 2024'],
    [[-5, 10], 'după pierdere în 2024'],
    [[5, -10], 'după profit în 2024'],
    [[-10, -5], 'mai mică decât în 2024'],
    [[-5, -10], 'mai mare decât în 2024'],
    [[7, 7], 'ca în 2024'],
    [[0, 9], 'de la 0 în 2024'],
    [[0, -9], 'de la 0 în 2024'],
    [[-9, 0], 'după pierdere în 2024'],
    [[9], ''],
    [[null, 9], '2024: nepublicat'],
    [[9, null], ''],
  ];
  for (const [values, told] of cases)
    assert.equal(plain(changeOf(years(...values), 'netProfit', 'ro')), told, String(values));
});

test('heads are told as heads', () => {
  assert.equal(changeOf(years(19_105, 20_185), 'employees', 'ro'), '+1.080 față de 2024');
  assert.equal(changeOf(years(5, 4), 'employees', 'en'), '−1 against 2024');
});

test('negative equity is counted over the years', () => {
  assert.equal(changeOf(years(-1, -2, -3), 'equity', 'ro'), 'negative în toți cei 3 ani');
  assert.equal(changeOf(years(4, null, -3), 'equity', 'ro'), 'negative în 1 din 2 ani');
  assert.equal(changeOf(years(null, -3), 'equity', 'ro'), 'negative în singurul an public');
  assert.equal(changeOf(years(-3), 'equity', 'ro'), 'negative în singurul an public');
});

test('a chart says what it shows over all its years', () => {
  assert.equal(findingOf(years(2.82, 3, 5.71), 'turnover', 'ro'), 'dublă față de 2023');
  assert.equal(findingOf(years(1, 3, 5), 'turnover', 'ro'), 'de 5 ori cât în 2023');
  assert.equal(findingOf(years(1, 2, 3), 'netProfit', 'ro'), 'profit în toți cei 3 ani');
  assert.equal(findingOf(years(-1, 2, 3), 'netProfit', 'ro'), 'pierdere în 1 din 3 ani');
  assert.equal(findingOf(years(-1, null, -3), 'netProfit', 'en'), 'loss in both years');
  assert.equal(findingOf(years(4, 3), 'netProfit', 'ro'), 'profit în ambii ani');
  assert.equal(findingOf(years(4, 0, 3), 'netProfit', 'ro'), 'fără pierdere în toți cei 3 ani');
  assert.equal(findingOf(years(null, null, 3), 'turnover', 'ro'), 'singurul an public: 2025');
  assert.equal(findingOf(years(null, null), 'turnover', 'ro'), '');
});
