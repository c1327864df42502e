import assert from 'node:assert/strict';
import { test } from 'node:test';
import { yearBars } from '#transports/web/components/year-bars.ts';
import type { Balance } from './told.ts';
import { keyFigures, seriesOf, yearsOf } from './years.ts';

const filed = (...years: number[]): Balance[] =>
  years.map(
    (year) => ({ year, summary: { turnover: 1_000 + year, netProfit: 5, employees: 3, equity: 9 } }) as Balance,
  );
const range = (from: number, to: number): number[] => Array.from({ length: to - from + 1 }, (_, i) => to - i);

test('a firm files nothing before its founding: years are those that are there or due', () => {
  assert.deepEqual(yearsOf({ balances: filed(2025), expected: [2025] }), [2025]);
  assert.deepEqual(yearsOf({ balances: filed(2025, 2024), expected: [2025, 2024] }), [2024, 2025]);
  assert.deepEqual(yearsOf({ balances: filed(2016, 2015), expected: [] }), [2015, 2016]);
  assert.deepEqual(yearsOf({ balances: filed(2025), expected: range(2018, 2025) }), range(2018, 2025).reverse());
});

test('a year that is due and not there is a gap, also after the newest', () => {
  const late = { balances: filed(...range(2017, 2024)), expected: range(2018, 2025) };
  assert.deepEqual(yearsOf(late), range(2017, 2025).reverse());
  assert.deepEqual(seriesOf(late, 'netProfit').at(-1), { year: 2025, value: null });
  const young = { balances: filed(2024, 2022), expected: range(2021, 2025) };
  assert.deepEqual(
    seriesOf(young, 'netProfit').map(({ value }) => value),
    [null, 5, null, 5, null],
  );
});

test('the key figure is the newest that was published, and what is due since is said beside it', () => {
  const read = (told: Parameters<typeof keyFigures>[0]): string =>
    keyFigures(told, 'ro')
      .markup.replace(/<[^>]*>/g, ' ')
      .replace(/[\s\u00a0]+/g, ' ');
  assert.match(
    read({ balances: filed(2024, 2023), expected: [2025, 2024, 2023] }),
    /Cifra de afaceri 2024 3\.024 lei .* · 2025: nepublicat/,
  );
  assert.match(read({ balances: filed(2019, 2018), expected: range(2018, 2025) }), / · 2020–2025: nepublicat/);
  assert.doesNotMatch(read({ balances: filed(2025), expected: [2025] }), /nepublicat/);
});

test('the one year of a young firm is a bar, not a wall, with its label below it', () => {
  const { markup } = yearBars({ values: [{ year: 2025, value: 5 }], label: '', format: String });
  assert.match(markup, /<rect x="40%" [^>]*width="20%"/);
  assert.match(markup, /<text x="50%" [^>]*text-anchor="middle" class="quiet">2025</);
});
