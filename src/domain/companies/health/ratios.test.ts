import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Figures } from '#domain/companies/balances/figures.ts';
import { translate } from '#lib/i18n/message.ts';
import { explainRatio, type FiguresBack, ratios, ratioValue } from './ratios.ts';

const now: Partial<Figures> = {
  turnover: 1_200_000,
  netProfit: 92_400,
  grossProfit: 110_000,
  employees: 8,
  currentAssets: 300_000,
  inventories: 100_000,
  receivables: 150_000,
  cash: 50_000,
  prepaid: 10_000,
  debts: 250_000,
  deferredIncome: 20_000,
  equity: 540_000,
  totalAssets: 810_000,
};
const before: Record<number, Partial<Figures>> = {
  0: now,
  1: { turnover: 1_000_000, employees: 10 },
  3: { turnover: 600_000 },
  5: { turnover: 300_000 },
};
const years: FiguresBack = (back) => before[back] ?? null;

const ratio = (code: string) => {
  const found = ratios.find((one) => one.code === code);
  assert.ok(found, code);
  return found;
};

test('each ratio equals its hand-computed value', () => {
  const byHand: Record<string, number> = {
    currentRatio: 1.2, // 300 / 250
    quickRatio: 0.8, // (300 − 100) / 250
    cashRatio: 0.2, // 50 / 250
    workingCapital: 40_000, // 300,000 + 10,000 − 250,000 − 20,000
    equityRatio: 0.666667, // 540 / 810
    debtRatio: 0.308642, // 250 / 810
    debtToEquity: 0.462963, // 250 / 540
    generalSolvency: 3.24, // 810 / 250
    netMargin: 0.077, // 92.4 / 1200
    grossMargin: 0.0916667, // 110 / 1200
    returnOnAssets: 0.114074, // 92.4 / 810
    returnOnEquity: 0.171111, // 92.4 / 540
    assetTurnover: 1.48148, // 1200 / 810
    receivableDays: 45.625, // 150 × 365 / 1200
    inventoryDays: 30.4167, // 100 × 365 / 1200
    turnoverPerEmployee: 150_000, // 1,200,000 / 8
    turnoverGrowth: 0.2, // 1.2 / 1.0 − 1
    employeesGrowth: -0.2, // 8 / 10 − 1
    turnoverCagr3: 0.259921, // the cube root of 2, − 1
    turnoverCagr5: 0.319508, // the fifth root of 4, − 1
  };
  assert.deepEqual(Object.fromEntries(ratios.map((one) => [one.code, ratioValue(one, years)])), byHand);
});

test('a ratio lists its inputs with their years', () => {
  assert.deepEqual(explainRatio(ratio('turnoverGrowth'), years, 2024), {
    value: 0.2,
    reason: null,
    inputs: [
      { name: 'turnover', year: 2024, value: 1_200_000 },
      { name: 'turnover', year: 2023, value: 1_000_000 },
    ],
  });
});

test('a ratio without a value has a reason', () => {
  const reason = (code: string, changes: Partial<Figures>) => {
    const { value, reason: why } = explainRatio(
      ratio(code),
      (back) => (back === 0 ? { ...now, ...changes } : years(back)),
      2024,
    );
    assert.equal(value, null);
    return why && translate(why, 'en');
  };
  assert.equal(reason('currentRatio', { debts: 0 }), 'debts of 2024 is not positive');
  assert.equal(reason('returnOnEquity', { equity: -5 }), 'equity of 2024 is not positive');
  assert.equal(reason('quickRatio', { inventories: null }), 'inventories of 2024 is not known');
  assert.equal(reason('workingCapital', { debts: null }), 'debts of 2024 is not known');
  assert.equal(reason('turnoverCagr3', { turnover: -1 }), 'turnover of 2024 is negative');
  const tooYoung = explainRatio(ratio('turnoverCagr5'), (back) => (back === 5 ? null : years(back)), 2024);
  assert.equal(tooYoung.reason && translate(tooYoung.reason, 'en'), 'turnover of 2019 is not known');
});

test('working capital counts lines that firms leave empty as zero', () => {
  const figures: Partial<Figures> = { currentAssets: 300_000, debts: 250_000, prepaid: null, deferredIncome: null };
  assert.deepEqual(explainRatio(ratio('workingCapital'), () => figures, 2024).value, 50_000);
});

test('an amount in lei is exact to the leu, however many digits it has', () => {
  const large: Partial<Figures> = {
    currentAssets: 2_962_580_833,
    prepaid: 2_468_269,
    debts: 3_244_119_180,
    deferredIncome: null,
  };
  assert.equal(
    ratioValue(ratio('workingCapital'), () => large),
    -279_070_078,
  );
  const few: Partial<Figures> = { turnover: 4_120_618_012, employees: 1_527 };
  assert.equal(
    ratioValue(ratio('turnoverPerEmployee'), () => few),
    2_698_506,
  );
});

test('Romanian formulas use balance-sheet terms, not field names', () => {
  assert.match(translate(ratio('quickRatio').formula, 'ro'), /^\(activele circulante − stocurile\) \/ datoriile\. /);
  assert.match(
    translate(ratio('workingCapital').formula, 'ro'),
    /; cheltuielile în avans și veniturile în avans se consideră zero/,
  );
  for (const { code, formula, inputs } of ratios)
    for (const { name } of inputs) assert.doesNotMatch(translate(formula, 'ro'), new RegExp(`\\b${name}\\b`), code);
});

test('approximate formulas are marked as such, and codes are unique', () => {
  for (const code of [
    'currentRatio',
    'quickRatio',
    'cashRatio',
    'workingCapital',
    'grossMargin',
    'receivableDays',
    'inventoryDays',
  ])
    assert.match(translate(ratio(code).formula, 'en'), /Approximation/);
  assert.equal(new Set(ratios.map((one) => one.code)).size, ratios.length);
});
