import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Value } from 'typebox/value';
import type { Balance } from '#domain/companies/balances/balance.ts';
import { Health, health } from './health.ts';
import type { PeerGroup } from './peers.ts';
import { ratios } from './ratios.ts';
import type { HealthFacts } from './verdict.ts';

const facts: HealthFacts = {
  today: '2026-11-15',
  registeredOn: '2019-03-01',
  struckOff: false,
  insolvency: false,
  dissolution: false,
  suspended: false,
  inactive: null,
  taxDebt: null,
};

const balance = (year: number, changes: Partial<Balance['summary']> = {}, more: Partial<Balance> = {}): Balance => ({
  year,
  cui: '90000014',
  companyName: 'FIRMA EXEMPLU SRL',
  caenCode: '4711',
  caenRevision: 'rev2',
  caenDescription: null,
  eurRate: 4.97,
  form: 'UU',
  indicators: [],
  summary: {
    turnover: 1_200_000,
    netProfit: 92_400,
    grossProfit: 110_000,
    totalRevenue: 1_210_000,
    totalExpenses: 1_100_000,
    employees: 7,
    fixedAssets: 500_000,
    currentAssets: 300_000,
    inventories: 100_000,
    receivables: 150_000,
    cash: 50_000,
    prepaid: 10_000,
    debts: 250_000,
    deferredIncome: 0,
    provisions: 0,
    equity: 560_000,
    capital: 200,
    patrimony: 0,
    totalAssets: 810_000,
    ...changes,
  },
  warnings: [],
  source: 'file',
  ...more,
});

const nation: PeerGroup = {
  level: 'nation',
  value: 'RO',
  firms: 500,
  quantiles: Array.from({ length: 101 }, (_, i) => i / 50),
};
const nobody = new Map<string, PeerGroup[]>();

const fits = (found: Health) =>
  assert.ok(Value.Check(Health, found), JSON.stringify([...Value.Errors(Health, found)].slice(0, 3)));

test('the health of a sound shop has every ratio, both scores, the history and the unchecked facts', () => {
  const found = health(
    [balance(2025), balance(2024, { turnover: 1_000_000 })],
    [2025, 2024, 2023, 2022],
    facts,
    new Map([['currentRatio', [nation]]]),
  );
  fits(found);
  assert.deepEqual([found.year, found.ageMonths, found.verdict.code], [2025, 10, 'solid']);
  assert.deepEqual(
    found.ratios.map((one) => one.code),
    ratios.map((one) => one.code),
  );
  const current = found.ratios[0];
  assert.deepEqual([current?.value, current?.percentile, current?.peers?.level], [1.2, 60, 'nation']);
  assert.equal(found.ratios.find((one) => one.code === 'turnoverGrowth')?.value, 0.2);
  assert.equal(found.ratios.find((one) => one.code === 'turnoverCagr3')?.reason, 'turnover of 2022 is not known');
  assert.deepEqual([found.altman.z, found.altmanNonManufacturing?.model], [3.4797, "Z''"]);
  assert.deepEqual(
    found.history.map((one) => [one.year, one.verdict]),
    [
      [2025, 'solid'],
      [2024, 'solid'],
    ],
  );
  assert.deepEqual(
    found.notChecked.map((one) => one.code),
    ['fiscalStatus', 'taxDebts', 'paymentIncidents', 'interestExpense', 'debtMaturity'],
  );
  assert.deepEqual(
    found.flags.map((one) => one.code),
    ['missingYears'],
  );
  assert.deepEqual(
    found.flags[0]?.inputs.map((input) => input.year),
    [2023, 2022],
  );
});

test('without a balance sheet the verdict is undetermined and every ratio has a reason instead of a value', () => {
  const found = health([], [], { ...facts, registeredOn: '2026-05-01' }, nobody);
  fits(found);
  assert.deepEqual([found.year, found.ageMonths, found.verdict.code], [null, null, 'undetermined']);
  assert.ok(found.ratios.length > 0 && found.ratios.every((one) => one.value === null && one.reason !== null));
  assert.equal(found.altman.noScore?.code, 'noBalance');
  assert.equal(found.altmanNonManufacturing, null);
  assert.deepEqual(
    found.flags.map((one) => one.code),
    ['youngFirm'],
  );
});

test('a manufacturer has no Z″ score beside its Z′, and a bank has no score', () => {
  const factory = health([balance(2025, {}, { caenCode: '1013' })], [], facts, nobody);
  assert.equal(factory.altmanNonManufacturing, null);
  const bank = health(
    [balance(2025, { turnover: null, debts: null }, { form: 'bank', caenCode: '6419' })],
    [],
    facts,
    nobody,
  );
  fits(bank);
  assert.deepEqual([bank.altman.noScore?.code, bank.verdict.code], ['otherForm', 'undetermined']);
  assert.ok(bank.notChecked.some((one) => one.code === 'peers'));
});

test('the history rates each year by the filings up to it; present facts affect the present verdict only', () => {
  const loss = { netProfit: -1 };
  const found = health(
    [balance(2025), balance(2024, loss), balance(2023, loss)],
    [],
    { ...facts, insolvency: true },
    nobody,
  );
  assert.equal(found.verdict.code, 'distress');
  assert.deepEqual(
    found.history.map((one) => one.verdict),
    ['solid', 'fair', 'solid'],
  );
  const { z, zLow, zHigh, zone, zoneCertain } = found.altman;
  assert.deepEqual(found.history[0], { year: 2025, z, zLow, zHigh, zone, zoneCertain, verdict: 'solid' });
  for (const year of found.history)
    assert.ok(Number(year.zLow) <= Number(year.z) && Number(year.z) <= Number(year.zHigh));
});

test('filing warnings and an uncertain zone are flags', () => {
  const warning = { code: 'resultOff', label: 'x' };
  const unsure = balance(2025, { turnover: 700_000 }, { warnings: [warning] });
  const found = health([unsure], [], { ...facts, registeredOn: '2025-02-01', suspended: true }, nobody);
  assert.equal(found.altman.zoneCertain, false);
  assert.deepEqual(
    found.flags.map((one) => one.code),
    ['youngFirm', 'suspended', 'zoneUncertain', 'resultOff'],
  );
});
