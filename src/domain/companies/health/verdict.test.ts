import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type Figures, figuresOf } from '#domain/companies/balances/figures.ts';
import { type SummaryColumn, summaryColumns } from '#domain/companies/tables.ts';
import { translator } from '#lib/i18n/message.ts';
import { altman, type ScoredYear } from './altman.ts';
import { type HealthFacts, verdict } from './verdict.ts';

const unknown = figuresOf(
  Object.fromEntries(summaryColumns.map((column) => [column, null])) as Record<SummaryColumn, number | null>,
);

/** Z' 3.48: see altman.test.ts. */
const sound: Figures = {
  ...unknown,
  totalAssets: 810_000,
  currentAssets: 300_000,
  prepaid: 10_000,
  debts: 250_000,
  deferredIncome: 0,
  provisions: 0,
  equity: 560_000,
  capital: 200,
  patrimony: 0,
  turnover: 1_200_000,
  grossProfit: 110_000,
  netProfit: 92_400,
  employees: 7,
};

const well: HealthFacts = {
  today: '2026-11-15',
  registeredOn: '2001-01-01',
  struckOff: false,
  insolvency: false,
  dissolution: false,
  suspended: false,
  inactive: false,
  taxDebt: 0,
};

const yearsOf = (...changes: Partial<Figures>[]): ScoredYear[] =>
  changes.map((change, i) => ({ year: 2025 - i, form: 'UU', summary: { ...sound, ...change } }));

const judge = (years: readonly ScoredYear[], facts: Partial<HealthFacts> = {}) => {
  const found = verdict(
    altman("Z'", years),
    { years, facts: { ...well, ...facts }, expected: [2025, 2024, 2023] },
    translator('en'),
  );
  return [found.code, ...found.reasons.map((reason) => reason.code)];
};

test('without another rule the zone gives the verdict', () => {
  assert.deepEqual(judge(yearsOf({})), ['solid', 'zoneSafe']);
  // X5 falls from 1.48 to 0.62: Z' 2.62.
  assert.deepEqual(judge(yearsOf({ turnover: 500_000 })), ['fair', 'zoneGrey']);
  assert.deepEqual(judge(yearsOf({ turnover: 500_000, grossProfit: -300_000 })), ['distress', 'zoneDistress']);
});

test('a fact that ends a company gives distress, with or without a score', () => {
  for (const fact of ['struckOff', 'insolvency', 'dissolution'] as const) {
    assert.deepEqual(judge(yearsOf({}), { [fact]: true }), ['distress', fact, 'zoneSafe']);
    assert.equal(judge([], { [fact]: true })[0], 'distress');
  }
});

test('a firm that the tax authority declared inactive gets the verdict watch', () => {
  assert.deepEqual(judge(yearsOf({}), { inactive: true }), ['watch', 'inactive', 'zoneSafe']);
});

test('negative equity or half-lost capital gives watch, for one of the two reasons', () => {
  const negative = yearsOf({ equity: -1_000, debts: 811_000, turnover: 9_000_000 });
  assert.deepEqual(judge(negative), ['watch', 'negativeEquity', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf({ capital: 1_120_001 })).slice(0, 2), ['watch', 'capitalLost']);
  assert.ok(!judge(yearsOf({ capital: 1_120_000 })).includes('capitalLost'));
});

test('two years of losses give fair at best and three give watch; a gap or a profit ends the count', () => {
  const loss = { netProfit: -1 };
  assert.deepEqual(judge(yearsOf(loss)), ['solid', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf(loss, loss)), ['fair', 'losses', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf(loss, loss, loss)), ['watch', 'losses', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf(loss, {}, loss)), ['solid', 'zoneSafe']);
  const gap = yearsOf(loss, loss, loss).filter((one) => one.year !== 2024);
  assert.deepEqual(judge(gap), ['solid', 'zoneSafe']);
});

test('a collapse of the turnover gives watch, except for a very small firm', () => {
  assert.deepEqual(judge(yearsOf({}, { turnover: 2_400_001 })), ['watch', 'turnoverCollapse', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf({}, { turnover: 2_400_000 })), ['solid', 'zoneSafe']);
  assert.ok(!judge(yearsOf({ turnover: 40_000 }, { turnover: 99_999 })).includes('turnoverCollapse'));
});

test('overdue taxes give fair at best, and watch above a tenth of the assets', () => {
  assert.deepEqual(judge(yearsOf({}), { taxDebt: 81_000 }), ['fair', 'taxDebt', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf({}), { taxDebt: 81_001 }), ['watch', 'taxDebt', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf({}), { taxDebt: null }), ['solid', 'zoneSafe']);
});

test('a company without filings for two expected years gets watch', () => {
  const old = yearsOf({}, {}, {}).filter((one) => one.year <= 2023);
  assert.deepEqual(judge(old), ['watch', 'noRecentBalance', 'zoneSafe']);
  assert.deepEqual(judge(yearsOf({}, {}).slice(1)), ['solid', 'zoneSafe']);
});

test('without a score the verdict is undetermined, whatever the milder rules give', () => {
  assert.deepEqual(judge([]), ['undetermined', 'noRecentBalance', 'noBalance']);
  assert.deepEqual(judge(yearsOf({ turnover: 0, employees: 0 }), { inactive: true }), [
    'undetermined',
    'inactive',
    'dormant',
  ]);
});

test('every reason lists the figures behind it', () => {
  const years = yearsOf({ netProfit: -1 }, { netProfit: -2 });
  const { reasons } = verdict(altman("Z'", years), { years, facts: well, expected: [2025, 2024] }, translator('en'));
  assert.deepEqual(reasons[0]?.inputs, [
    { name: 'netProfit', year: 2025, value: -1 },
    { name: 'netProfit', year: 2024, value: -2 },
  ]);
  assert.deepEqual(reasons[1]?.inputs, [{ name: 'z', year: 2025, value: 3.4797 }]);
});
