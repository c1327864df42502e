import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContractRecord } from '#sources/procurement/records.ts';
import { contractRecord, party } from '#test/procurement-records.ts';
import { CONTRACT_COLUMNS, contractOf, SUPPLIER_COLUMNS } from './contract.ts';

const [FIRST, SECOND, THIRD] = [party('RO90000014'), party('90000022'), party('HU 12345', 'Duna Kft')];

function put(...rows: Partial<ContractRecord>[]) {
  const { contract, suppliers } = contractOf(1, rows.map(contractRecord));
  const of = (columns: string[], row: unknown[]): Record<string, unknown> =>
    Object.fromEntries(columns.map((name, i) => [name, row[i]]));
  const members = suppliers.map((row) => of(SUPPLIER_COLUMNS, row));
  const shares = members.map((member) => member.value_share);
  return Object.assign(of(CONTRACT_COLUMNS, contract), { members, shares });
}

test('a row is a contract, its value and its supplier', () => {
  const found = put({ value: 100_00, valueRon: 100_00, number: ' 12 / 2026 ' });
  assert.deepEqual(
    [found.value, found.value_ron, found.suppliers, found.number_folded],
    [100_00, 100_00, 1, '12/2026'],
  );
  assert.deepEqual(found.shares, [100_00]);
});

test('the value that is repeated beside every member of a consortium counts once, and is divided among them', () => {
  const value = { value: 100_00, valueRon: 100_00 };
  for (const found of [
    put({ ...value, suppliers: [FIRST] }, { ...value, suppliers: [SECOND] }, { ...value, suppliers: [THIRD] }),
    put({ ...value, suppliers: [FIRST, SECOND, THIRD] }),
  ]) {
    assert.deepEqual([found.value_ron, found.suppliers], [100_00, 3]);
    assert.deepEqual(found.shares, [33_34, 33_33, 33_33]);
  }
});

test('different values beside members of one lot are their shares', () => {
  const found = put(
    { value: 70_00, valueRon: 70_00, suppliers: [FIRST] },
    { value: 30_00, valueRon: 30_00, suppliers: [SECOND] },
  );
  assert.deepEqual([found.value_ron, found.shares], [100_00, [70_00, 30_00]]);
});

test('lots add up, each counted once for its consortium', () => {
  const found = put(
    { lots: ['1'], value: 50_00, valueRon: 50_00, suppliers: [FIRST] },
    { lots: ['1'], value: 50_00, valueRon: 50_00, suppliers: [SECOND] },
    { lots: ['2'], value: 50_00, valueRon: 50_00, suppliers: [FIRST] },
  );
  assert.deepEqual([found.value_ron, found.lots, found.suppliers], [100_00, '["1","2"]', 2]);
  assert.deepEqual(found.shares, [75_00, 25_00]);
});

test('a lot of unknown value leaves the contract without one', () => {
  const found = put(
    { lots: ['1'], value: 50_00, valueRon: 50_00 },
    { lots: ['2'], value: null, valueRon: null, suppliers: [SECOND] },
  );
  assert.deepEqual([found.value, found.value_ron, found.shares], [null, null, [null, null]]);
});

test('the same member and lot again is a correction', () => {
  const found = put({ value: 50_00, valueRon: 50_00 }, { value: 60_00, valueRon: 60_00 });
  assert.deepEqual([found.value_ron, found.suppliers], [60_00, 1]);
});

test('the 0 of a framework is unknown, that of a contract is 0', () => {
  assert.equal(put({ kind: 'framework', value: 0, valueRon: 0 }).value_ron, null);
  assert.equal(put({ kind: 'contract', value: 0, valueRon: 0 }).value_ron, 0);
});

test('a contract in euro keeps its value beside that in lei; in several currencies it has lei only', () => {
  const euro = put({ value: 10_00, currency: 'EUR', valueRon: 50_00 });
  assert.deepEqual([euro.value, euro.currency, euro.value_ron], [10_00, 'EUR', 50_00]);
  const mixed = put(
    { lots: ['1'], value: 10_00, currency: 'EUR', valueRon: 50_00 },
    { lots: ['2'], value: 20_00, valueRon: 20_00 },
  );
  assert.deepEqual([mixed.value, mixed.currency, mixed.value_ron], [70_00, 'RON', 70_00]);
});

test('a member with a foreign code is kept as given, by its own name', () => {
  const [member] = put({ suppliers: [THIRD] }).members;
  assert.deepEqual(
    [member?.supplier_code, member?.supplier_cui, member?.supplier_name],
    ['HU 12345', null, 'Duna Kft'],
  );
});

test('a town that two members share stands with the first of them', () => {
  const found = put({
    suppliers: [
      { ...FIRST, city: 'Iași' },
      { ...SECOND, city: 'IASI' },
      { ...THIRD, city: 'Pécs' },
    ],
  });
  assert.deepEqual(
    found.members.map((member) => [member.city, member.city_folded]),
    [
      ['Iași', 'iasi'],
      ['IASI', null],
      ['Pécs', 'pecs'],
    ],
  );
});

test('what one row leaves out another may say', () => {
  const found = put(
    { notice: null, offersReceived: null, euFunded: null, suppliers: [FIRST] },
    { notice: 'CN5', offersReceived: 4, euFunded: true, suppliers: [SECOND] },
  );
  assert.deepEqual([found.notice, found.offers, found.eu_funded], ['CN5', 4, 1]);
});
