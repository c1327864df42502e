import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Indicator } from '#data/sources/anaf/records.ts';
import { chartLabels } from '#test/support/tiny-country.ts';
import { summarise } from './charts.ts';

/** A line of the yearly file, in the order of the chart. */
const FILED = [
  500000, 300000, 100000, 150000, 50000, 10000, 250000, 0, 0, 560000, 200, 0, 1200000, 1210000, 1100000, 110000, 0,
  92400, 0, 7,
];

const lines = (labels: readonly (string | null)[], values: readonly (number | null)[]): Indicator[] =>
  labels.map((label, i) => ({ code: `I${i + 1}`, label, value: values[i] ?? null }));

const company = (changes: Record<string, number | null> = {}): Indicator[] =>
  lines(chartLabels, FILED).map((line) => ({
    ...line,
    value: line.code in changes ? (changes[line.code] ?? null) : line.value,
  }));

test('the twenty lines of a company are converted to bani, with the assets summed', () => {
  const { summary, warnings } = summarise(company(), 'UU', 2024);
  assert.deepEqual(warnings, []);
  assert.equal(summary.turnover, 1_200_000_00);
  assert.equal(summary.net_profit, 92_400_00);
  assert.equal(summary.gross_profit, 110_000_00);
  assert.equal(summary.employees, 7);
  // 500,000 + 300,000 + 10,000
  assert.equal(summary.total_assets, 810_000_00);
  assert.equal(summary.capital, 200_00);
});

test('a loss is a negative profit', () => {
  const { summary } = summarise(company({ I16: 0, I17: 40, I18: 0, I19: 50.25 }), 'UU', 2024);
  assert.equal(summary.gross_profit, -40_00);
  assert.equal(summary.net_profit, -50_25);
});

test('the order of the lines in the web service does not matter', () => {
  const rotated = [...company().slice(4), ...company().slice(0, 4)];
  assert.deepEqual(summarise(rotated, null, 2024), summarise(company(), 'UU', 2024));
});

test('the wrong label of the net loss on IFRS forms is corrected, by code and by label', () => {
  const wrong = company({ I18: 0, I19: 30 }).map((line) =>
    line.code === 'I19' ? { ...line, label: 'Pierdere bruta' } : line,
  );
  assert.equal(summarise(wrong, 'IR', 2024).summary.net_profit, -30_00);
  const withExtraLine = [...wrong, { code: 'I21', label: 'Altele', value: 1 }];
  assert.equal(summarise(withExtraLine, 'IR', 2024).summary.net_profit, -30_00);
  assert.equal(summarise(withExtraLine, 'IR', 2024).summary.gross_profit, 110_000_00);
});

test('the 21 lines of larger companies in 2015 are shifted by one after the twelfth, with or without labels', () => {
  const labels = chartLabels.toSpliced(12, 0, 'Patrimoniul public');
  const values = FILED.toSpliced(12, 0, 999);
  const expected = summarise(company(), 'BL', 2024).summary;
  assert.deepEqual(summarise(lines(labels, values), 'BL', 2015).summary, expected);
  const bare = labels.map(() => null);
  assert.deepEqual(summarise(lines(bare, values), 'BL', 2015).summary, expected);
  assert.equal(summarise(lines(bare, values), 'BL', 2016).summary.turnover, null);
});

test('the short form of 2015 has 19 lines, "Capital", and the label of the net loss for the gross loss', () => {
  const labels = chartLabels.toSpliced(11, 1).map((label) => (label === 'Capital subscris varsat' ? 'Capital' : label));
  labels[labels.indexOf('Pierdere bruta')] = 'Pierdere neta';
  const values = FILED.toSpliced(11, 1);
  values[14] = 0;
  values[15] = 70;
  values[16] = 0;
  values[17] = 80;
  const { summary } = summarise(lines(labels, values), 'UU', 2015);
  assert.equal(summary.capital, 200_00);
  assert.equal(summary.gross_profit, -70_00);
  assert.equal(summary.net_profit, -80_00);
  assert.equal(summary.patrimony, null);
});

test('codes decide where the chart is known: wrong labels of 2015 change nothing', () => {
  const small = chartLabels.toSpliced(11, 1);
  const values = FILED.toSpliced(11, 1);
  const expected = summarise(lines(small, values), 'UU', 2015).summary;
  assert.equal(expected.turnover, 1_200_000_00);
  for (const wrong of ['Profit brut', 'Cifra de afaceri neta', 'Casa'])
    assert.deepEqual(summarise(lines(small.toSpliced(15, 1, wrong), values), 'UU', 2015).summary, expected);
  const large = chartLabels.toSpliced(12, 0, 'Patrimoniul public').toSpliced(16, 1, 'Pierdere neta');
  const shifted = FILED.toSpliced(12, 0, 999);
  assert.equal(summarise(lines(large, shifted), 'BL', 2015).summary.gross_profit, 110_000_00);
  // For another year, or a form with its own chart, the chart is unknown: labels decide.
  assert.equal(summarise(lines(small, values), 'BL', 2015).summary.turnover, 1_200_000_00);
  assert.equal(
    summarise(
      lines(
        small.map(() => null),
        values,
      ),
      'UU',
      2014,
    ).summary.turnover,
    null,
  );
});

test('labels are recognized with the definite article, too', () => {
  const labels = ['Profitul brut', 'Pierderea bruta', 'Profitul net', 'Pierderea neta', 'VENITURI TOTALE'];
  const { summary } = summarise(lines(labels, [0, 30, 0, 40, 900]), 'bank', 2022);
  assert.deepEqual([summary.gross_profit, summary.net_profit, summary.total_revenue], [-30_00, -40_00, 900_00]);
});

test('an insurer has income, expenses, results and staff, and no turnover or total assets', () => {
  const labels = Array.from({ length: 33 }, (_, i) => `Rezerve ${i}`);
  const put: Record<number, [string, number]> = {
    12: ['Cheltuieli in avans', 5],
    13: ['Capital şi rezerve - Total', 900],
    20: ['Datorii  ', 100],
    27: ['Venituri totale', 500],
    28: ['Cheltuieli totale', 480],
    29: ['Profit brut', 20],
    30: ['Pierdere bruta', 0],
    31: ['Profit net', 17],
    32: ['Pierdere neta', 0],
    33: ['Numar mediu de salariati', 88],
  };
  const filed = labels.map((label, i) => ({
    code: `I${i + 1}`,
    label: put[i + 1]?.[0] ?? label,
    value: put[i + 1]?.[1] ?? 1,
  }));
  const { summary, warnings } = summarise(filed, 'insurer', 2024);
  assert.deepEqual(warnings, []);
  assert.deepEqual(
    [summary.total_revenue, summary.total_expenses, summary.net_profit, summary.employees, summary.equity],
    [500_00, 480_00, 17_00, 88, 900_00],
  );
  assert.deepEqual([summary.turnover, summary.total_assets, summary.fixed_assets], [null, null, null]);
});

test('an association has its surplus, debts of both maturities and staff of both kinds; planned values are ignored', () => {
  const filed: [string, number | null][] = [
    ['A. Active imobilizate  -  total', 26453],
    ['B. Active circulante  -  total', 10109396],
    ['C. Cheltuieli in avans', null],
    ['D. Datorii ce trebuie platite intr-o perioada de pana la un an', 5000000],
    ['E. Active circulante nete, respectiv datorii curente nete', 1],
    ['G. Datorii ce trebuie platite intr-o perioada mai mare de un an', 727741],
    ['H. Provizioane', null],
    ['I. Venituri in avans', 4722742],
    ['J. Capitaluri proprii - total', -314634],
    ['Capitaluri - total', -314634],
    ['Venituri totale - prevederi anuale', 77],
    ['Venituri totale - la 31.12.2020', 4595392],
    ['Cheltuieli totale  - prevederi anuale', 78],
    ['Cheltuieli totale - la 31.12.2020', 3216754],
    ['Excedent/Profit - prevederi anuale', 79],
    ['Excedent/Profit - la 31.12.2020', 1378638],
    ['Deficit/Pierdere - la 31.12.2020', 0],
    ['Efectivul de personal privind activitatile fara scop patrimonial', 2],
    ['Efectivul de personal privind activitatile economice', 12],
  ];
  const { summary, warnings } = summarise(
    lines(
      filed.map(([label]) => label),
      filed.map(([, value]) => value),
    ),
    'NGO',
    2023,
  );
  assert.deepEqual(warnings, []);
  assert.equal(summary.debts, 5_727_741_00);
  assert.equal(summary.net_profit, 1_378_638_00);
  assert.equal(summary.total_revenue, 4_595_392_00);
  assert.equal(summary.total_assets, 10_135_849_00);
  assert.equal(summary.employees, 14);
  assert.equal(summary.turnover, null);
});

test('a bank has its total assets and equity, which need not balance with its debts', () => {
  const filed: [string, number][] = [
    ['Datorii privind clientela', 70],
    ['DATORII', 10],
    ['TOTAL ACTIV', 100],
    ['CAPITALURI PROPRII - TOTAL', 20],
    ['Profit net', 3],
  ];
  const { summary, warnings } = summarise(
    lines(
      filed.map(([label]) => label),
      filed.map(([, value]) => value),
    ),
    'bank',
    2024,
  );
  assert.deepEqual(warnings, []);
  assert.deepEqual([summary.total_assets, summary.equity, summary.net_profit], [100_00, 20_00, 3_00]);
});

test('twenty lines of a form other than a company are not read by position', () => {
  const filed = lines(
    chartLabels.map((_, i) => `Rand ${i}`),
    FILED,
  );
  for (const form of ['NGO', null] as const) {
    const { summary, warnings } = summarise(filed, form, 2024);
    assert.ok(Object.values(summary).every((value) => value === null));
    assert.deepEqual(
      warnings.map(({ code }) => code.replace('balances.', '')),
      ['chartUnknown'],
    );
  }
});

test('an impossible number of employees is left out of the summary with a warning', () => {
  const { summary, warnings } = summarise(company({ I20: 3.1e9 }), 'UU', 2019);
  assert.equal(summary.employees, null);
  assert.deepEqual(
    warnings.map(({ code }) => code.replace('balances.', '')),
    ['employeesImpossible'],
  );
  assert.equal(summarise(company({ I20: 25_000 }), 'UU', 2019).summary.employees, 25_000);
});

test('an empty line and an implausible amount are unknown, not zero', () => {
  const { summary } = summarise(company({ I3: null, I13: 0 }), 'UU', 2024);
  assert.deepEqual([summary.inventories, summary.turnover], [null, 0]);
  const huge = summarise(company({ I13: 1e15 }), 'UU', 2024);
  assert.equal(huge.summary.turnover, null);
  assert.deepEqual(
    huge.warnings.map(({ code }) => code.replace('balances.', '')),
    ['amountImpossible'],
  );
  const sums = summarise(company({ I1: 9e13, I2: 9e13, I4: 1e13, I16: -9e13 }), 'UU', 2024).summary;
  assert.deepEqual(
    [sums.fixed_assets, sums.current_assets, sums.total_assets, sums.gross_profit],
    [null, null, null, null],
  );
});

test('figures that do not add up give a warning', () => {
  const codes = (changes: Record<string, number>) =>
    summarise(company(changes), 'UU', 2024).warnings.map(({ code }) => code.replace('balances.', ''));
  assert.deepEqual(codes({ I10: 500_000 }), ['balanceOff']);
  // 0.9 % of 810,000 is within what rounding explains.
  assert.deepEqual(codes({ I10: 560_000 - 7_290 }), []);
  assert.deepEqual(codes({ I16: 10_000 }), ['resultOff']);
  assert.deepEqual(codes({ I3: 200_000 }), ['currentAssetsOff']);
});
