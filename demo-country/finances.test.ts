import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figures } from './charts.ts';
import { country } from './country.ts';
import { dayNumber } from './days.ts';
import type { Entity } from './entity.ts';
import { filing, publishedYears } from './finances.ts';

const founded = '2026-11-15';
const demo = country({ seed: 'finances', companies: 3_000, founded });
const entities = [...demo.firms(founded)];
const filed = (year: number): { entity: Entity; figures: Figures; chart: string }[] =>
  entities.flatMap((entity) => {
    const found = filing(entity, year);
    return found ? [{ entity, ...found }] : [];
  });
const of = (figures: Figures, ...items: (keyof Figures)[]): number =>
  items.reduce((sum, item) => sum + (figures[item] ?? 0), 0);
const correlation = (pairs: [number, number][]): number => {
  const mean = (at: 0 | 1): number => pairs.reduce((sum, pair) => sum + pair[at], 0) / pairs.length;
  const [a, b] = [mean(0), mean(1)];
  const spread = (f: (x: number, y: number) => number): number =>
    pairs.reduce((sum, [x, y]) => sum + f(x - a, y - b), 0);
  return spread((x, y) => x * y) / Math.sqrt(spread((x) => x * x) * spread((_, y) => y * y));
};

test('balance sheets add up, with rare exceptions', () => {
  const sheets = [2019, 2022, 2025].flatMap(filed).filter(({ chart }) => ['UU', 'BL', 'IR'].includes(chart));
  const breaches = sheets.filter(({ figures }) => {
    const assets = of(figures, 'fixedAssets', 'currentAssets', 'prepaid');
    return assets !== of(figures, 'debts', 'deferredIncome', 'provisions', 'equity');
  });
  assert.ok(sheets.length > 2_000);
  assert.ok(breaches.length < sheets.length / 300, `${breaches.length} of ${sheets.length}`);
  for (const { figures } of sheets) {
    assert.equal(
      of(figures, 'revenue') - of(figures, 'expenses'),
      of(figures, 'grossProfit') - of(figures, 'grossLoss'),
    );
    assert.ok(of(figures, 'inventories', 'receivables', 'cash') <= of(figures, 'currentAssets'));
    assert.ok(of(figures, 'netProfit') === 0 || of(figures, 'netLoss') === 0);
  }
});

test('the balance sheets of banks, insurers and associations add up by their own charts', () => {
  const ngos = [...demo.outside()].flatMap((entity) => filing(entity, 2025) ?? []);
  const banks = filed(2025).filter(({ chart }) => chart === 'bank');
  const insurers = filed(2025).filter(({ chart }) => chart === 'insurer');
  assert.ok(ngos.length > 10 && banks.length > 0 && insurers.length > 0);
  for (const { figures } of banks)
    assert.equal(of(figures, 'bankDebts', 'deposits', 'otherDebts', 'provisions', 'equity'), figures.totalAssets);
  for (const { figures } of insurers)
    assert.equal(
      of(figures, 'equity', 'subordinated', 'lifeReserves', 'generalReserves', 'provisions', 'debts', 'deferredIncome'),
      figures.totalAssets,
    );
  for (const { figures } of ngos) {
    const sources = of(figures, 'shortDebts', 'longDebts', 'provisions', 'deferredIncome', 'equity');
    assert.equal(of(figures, 'fixedAssets', 'currentAssets', 'prepaid'), sources);
  }
});

test('all figures are whole numbers', () => {
  for (const { figures } of [2015, 2025].flatMap(filed))
    for (const [item, value] of Object.entries(figures)) assert.ok(Number.isSafeInteger(value), `${item} ${value}`);
});

test('the turnover of a firm is similar to that of the year before', () => {
  const before = new Map(filed(2023).map(({ entity, figures }) => [entity.cui, figures.turnover ?? 0]));
  const pairs = filed(2024).flatMap(({ entity, figures }): [number, number][] => {
    const last = before.get(entity.cui) ?? 0;
    return last > 0 && (figures.turnover ?? 0) > 0 ? [[Math.log(last), Math.log(figures.turnover ?? 1)]] : [];
  });
  assert.ok(pairs.length > 500 && correlation(pairs) > 0.9, `${correlation(pairs)} over ${pairs.length}`);
});

test('turnover is concentrated: the top percent has more than a fifth of it', () => {
  const sorted = filed(2025)
    .filter(({ entity }) => entity.index >= 100)
    .map(({ figures }) => figures.turnover ?? 0)
    .sort((a, b) => b - a);
  const sum = (list: number[]): number => list.reduce((total, value) => total + value, 0);
  assert.ok(sum(sorted.slice(0, sorted.length / 100)) > 0.2 * sum(sorted));
});

test('the file of a year is published in August of the next year', () => {
  assert.equal(publishedYears(dayNumber('2026-07-31')).at(-1), 2024);
  assert.equal(publishedYears(dayNumber('2026-08-01')).at(-1), 2025);
  assert.equal(publishedYears(dayNumber(founded)).length, 11);
});

test('activity classes are of Rev.2 up to 2024 and of Rev.3 afterwards', () => {
  const moved = entities.find(
    (entity) => entity.trade.code !== entity.trade.rev2 && filing(entity, 2024) && filing(entity, 2025),
  );
  assert.ok(moved);
  assert.equal(filing(moved, 2024)?.caen, moved.trade.rev2);
  assert.equal(filing(moved, 2025)?.caen, moved.trade.code);
});

test('late filings are missing from the yearly file', () => {
  const filings = filed(2024).map(({ entity }) => filing(entity, 2024));
  const late = filings.filter((found) => found?.inFile === false);
  assert.ok(late.length > 5 && late.length < filings.length / 10);
  assert.ok(late.every((found) => (found?.knownFrom ?? 0) >= dayNumber('2025-10-01')));
});
