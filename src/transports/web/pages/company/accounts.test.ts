import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yearBars } from '#transports/web/components/year-bars.ts';
import { changeOf, findingOf, keyFigures, seriesOf, yearsOf } from './accounts.ts';
import type { Balance } from './data.ts';

const filed = (...years: number[]): Balance[] =>
  years.map(
    (year) => ({ year, summary: { turnover: 1_000 + year, netProfit: 5, employees: 3, equity: 9 } }) as Balance,
  );
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => to - i);

test('the chart starts with the first year that is filed or due', () => {
  assert.deepEqual(yearsOf({ balances: filed(2025), expected: [2025] }), [2025]);
  assert.deepEqual(yearsOf({ balances: filed(2025, 2024), expected: [2025, 2024] }), [2024, 2025]);
  assert.deepEqual(yearsOf({ balances: filed(2016, 2015), expected: [] }), [2015, 2016]);
  assert.deepEqual(yearsOf({ balances: filed(2025), expected: range(2018, 2025) }), range(2018, 2025).reverse());
});

test('a due year without accounts is a gap, also after the newest one', () => {
  const late = { balances: filed(...range(2017, 2024)), expected: range(2018, 2025) };
  assert.deepEqual(yearsOf(late), range(2017, 2025).reverse());
  assert.deepEqual(seriesOf(late, 'netProfit').at(-1), { year: 2025, value: null });
  const young = { balances: filed(2024, 2022), expected: range(2021, 2025) };
  assert.deepEqual(
    seriesOf(young, 'netProfit').map(({ value }) => value),
    [null, 5, null, 5, null],
  );
});

test('the key figure is the newest published one, with the unpublished years beside it', () => {
  const read = (accounts: Parameters<typeof keyFigures>[0]): string =>
    keyFigures(accounts, 'ro')
      .markup.replace(/<[^>]*>/g, ' ')
      .replace(/[\s\u00a0]+/g, ' ');
  assert.match(
    read({ balances: filed(2024, 2023), expected: [2025, 2024, 2023] }),
    /Cifra de afaceri 2024 3\.024 lei .* · 2025: nepublicat/,
  );
  assert.match(read({ balances: filed(2019, 2018), expected: range(2018, 2025) }), / · 2020–2025: nepublicat/);
  assert.doesNotMatch(read({ balances: filed(2025), expected: [2025] }), /nepublicat/);
});

test('a single year is a narrow centred bar with its label', () => {
  const { markup } = yearBars({ values: [{ year: 2025, value: 5 }], label: '', format: String });
  assert.match(markup, /<rect x="40%" [^>]*width="20%"/);
  assert.match(markup, /<text x="50%" [^>]*text-anchor="middle" class="quiet">2025</);
});

const years = (...values: (number | null)[]) => values.map((value, i) => ({ year: 2026 - values.length + i, value }));
const plain = (text: string): string => text.replaceAll('\u00a0', ' ');

test('changes are given in per cent, as a factor or in words, and never in per cent across a change of sign', () => {
  const cases: [values: (number | null)[], text: string][] = [
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
  for (const [values, text] of cases)
    assert.equal(plain(changeOf(years(...values), 'netProfit', 'ro')), text, String(values));
});

test('the change of employees is a number of persons', () => {
  assert.equal(changeOf(years(19_105, 20_185), 'employees', 'ro'), '+1.080 față de 2024');
  assert.equal(changeOf(years(5, 4), 'employees', 'en'), '−1 against 2024');
});

test('negative equity is described by its number of years', () => {
  assert.equal(changeOf(years(-1, -2, -3), 'equity', 'ro'), 'negative în toți cei 3 ani');
  assert.equal(changeOf(years(4, null, -3), 'equity', 'ro'), 'negative în 1 din 2 ani');
  assert.equal(changeOf(years(null, -3), 'equity', 'ro'), 'negative în singurul an public');
  assert.equal(changeOf(years(-3), 'equity', 'ro'), 'negative în singurul an public');
});

test('a chart has a text alternative for all its years', () => {
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
