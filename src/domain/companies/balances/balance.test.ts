import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import { translator } from '#lib/i18n/message.ts';
import { Balance, type BalanceRow, renderBalance, renderObservedBalance } from './balance.ts';
import { parseChart } from './balances-table.ts';
import { summarise } from './charts.ts';

const context = {
  t: translator('en'),
  companyName: 'FIRMA EXEMPLU SRL',
  eurRate: 4.9741,
  caenTitle: 'Comerț cu amănuntul',
};
const codes = Array.from({ length: 20 }, (_, i) => `I${i + 1}`);
const values = [
  7557, 187541, 25148, 13480, 148913, 0, 4088, 95708, 0, 95302, 1000, 0, 174962.5, 180994, 111403, 69591, 0, 67840, 0,
  1,
];
const indicators = codes.map((code, i) => ({
  code,
  label: code === 'I13' ? 'Cifra de afaceri neta' : null,
  value: values[i] ?? null,
}));

const row: BalanceRow = {
  cui: 90000014,
  year: 2024,
  form: 'UU',
  caen: '4711',
  caen_revision: 'rev2',
  indicators: JSON.stringify(values),
  ...summarise(indicators, 'UU', 2024).summary,
};
const chart = parseChart({ indicators: JSON.stringify(indicators.map(({ code, label }) => ({ code, label }))) });

test('a stored balance sheet is rendered in lei, as filed and summarized, and matches its schema', () => {
  const balance = renderBalance(row, chart, context);
  assert.ok(Value.Check(Balance, balance), JSON.stringify([...Value.Errors(Balance, balance)]));
  assert.deepEqual(balance.indicators[12], { code: 'I13', label: 'Cifra de afaceri neta', value: 174962.5 });
  assert.equal(balance.summary.turnover, 174962.5);
  assert.equal(balance.summary.totalAssets, 195098);
  assert.equal(balance.summary.employees, 1);
  assert.deepEqual([balance.cui, balance.source, balance.form], ['90000014', 'file', 'UU']);
});

test('the answer of the web service gives the same figures, without a form and with its lines sorted', () => {
  const rotated = [...indicators.slice(4), ...indicators.slice(0, 4)];
  const record = { cui: '90000014', year: 2024, form: null, caenCode: '4711', indicators: rotated };
  const observed = renderObservedBalance(record, 'rev2', context);
  assert.ok(Value.Check(Balance, observed));
  assert.deepEqual(observed, { ...renderBalance(row, chart, context), form: null, source: 'service' });
});

test('an impossible number of employees stays among the indicators and gives a warning', () => {
  const filed = values.with(19, 3.1e9);
  const odd = indicators.map((one, i) => ({ ...one, value: filed[i] ?? null }));
  const balance = renderBalance(
    { ...row, indicators: JSON.stringify(filed), ...summarise(odd, 'UU', 2024).summary },
    chart,
    context,
  );
  assert.equal(balance.indicators[19]?.value, 3.1e9);
  assert.equal(balance.summary.employees, null);
  assert.deepEqual(
    balance.warnings.map((warning) => warning.code),
    ['employeesImpossible'],
  );
});
