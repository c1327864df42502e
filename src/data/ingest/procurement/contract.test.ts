import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import { contractRecord, party } from '#test/support/procurement-records.ts';
import { codesOf, contractOf } from './contract.ts';

const [FIRST, SECOND, THIRD] = [party('RO90000014'), party('90000022'), party('HU 12345', 'Duna Kft')];

function put(...rows: Partial<ContractRecord>[]) {
  const records = rows.map(contractRecord);
  const { contract, suppliers, valueRon, exclusions: aside } = contractOf(1, records);
  const read = records.reduce((sum, row) => sum + (row.valueRon ?? 0), 0);
  const left = aside.reduce((sum, { bani }) => sum + bani, 0);
  assert.equal(read, (valueRon ?? 0) + left, 'each amount read is in the contract or reported as skipped');
  const shares = suppliers.map((supplier) => supplier.value_share);
  return { ...contract, members: suppliers, shares, aside };
}

test('a row is a contract, its value and its supplier', () => {
  const found = put({ value: 100_00, valueRon: 100_00, number: ' 12 / 2026 ' });
  assert.deepEqual(
    [found.value, found.value_ron, found.suppliers, found.number_folded],
    [100_00, 100_00, 1, '12/2026'],
  );
  assert.deepEqual(found.shares, [100_00]);
});

test('a value repeated for every member of a consortium counts once and is divided among them', () => {
  const value = { value: 100_00, valueRon: 100_00 };
  for (const found of [
    put({ ...value, suppliers: [FIRST] }, { ...value, suppliers: [SECOND] }, { ...value, suppliers: [THIRD] }),
    put({ ...value, suppliers: [FIRST, SECOND, THIRD] }),
  ]) {
    assert.deepEqual([found.value_ron, found.suppliers], [100_00, 3]);
    assert.deepEqual(found.shares, [33_34, 33_33, 33_33]);
  }
});

test('different values of the members of one lot are their shares', () => {
  const found = put(
    { value: 70_00, valueRon: 70_00, suppliers: [FIRST] },
    { value: 30_00, valueRon: 30_00, suppliers: [SECOND] },
  );
  assert.deepEqual([found.value_ron, found.shares], [100_00, [70_00, 30_00]]);
});

test('lots are added up, each once for its consortium', () => {
  const found = put(
    { lots: ['1'], value: 50_00, valueRon: 50_00, suppliers: [FIRST] },
    { lots: ['1'], value: 50_00, valueRon: 50_00, suppliers: [SECOND] },
    { lots: ['2'], value: 50_00, valueRon: 50_00, suppliers: [FIRST] },
  );
  assert.deepEqual([found.value_ron, found.lots, found.suppliers], [100_00, '["1","2"]', 2]);
  assert.deepEqual(found.shares, [75_00, 25_00]);
});

test('a lot of unknown value makes the value of the contract unknown', () => {
  const found = put(
    { lots: ['1'], value: 50_00, valueRon: 50_00 },
    { lots: ['2'], value: null, valueRon: null, suppliers: [SECOND] },
  );
  assert.deepEqual([found.value, found.value_ron, found.shares], [null, null, [null, null]]);
});

test('a repeated row of a member and lot is a correction', () => {
  const found = put({ lots: ['1'], value: 50_00, valueRon: 50_00 }, { lots: ['1'], value: 60_00, valueRon: 60_00 });
  assert.deepEqual([found.value_ron, found.suppliers], [60_00, 1]);
});

const worth = (bani: number, rest: Partial<ContractRecord> = {}) => ({
  value: bani,
  valueRon: bani,
  lots: null,
  ...rest,
});

test('without a lot column, rows of one contract and supplier are lots and are added up', () => {
  const found = put(worth(50_00, { cells: 'a' }), worth(60_00, { cells: 'b' }), worth(60_00, { cells: 'c' }));
  assert.deepEqual([found.value, found.value_ron, found.suppliers, found.shares], [170_00, 170_00, 1, [170_00]]);
  assert.deepEqual(found.aside, []);
});

test('an identical row counts once, with lots or without', () => {
  for (const lots of [null, [], ['1']]) {
    const found = put(worth(50_00, { cells: 'a', lots }), worth(50_00, { cells: 'a', lots }));
    assert.deepEqual([found.value_ron, found.shares], [50_00, [50_00]]);
    assert.deepEqual(found.aside, [{ reason: 'in rows that repeat another in every cell', bani: 50_00 }]);
  }
});

test('without a lot column, a value for every member of a consortium is one lot', () => {
  const [first, second] = [{ suppliers: [FIRST] }, { suppliers: [SECOND] }];
  const found = put(worth(50_00, first), worth(50_00, second), worth(30_00, first), worth(30_00, second));
  assert.deepEqual([found.value_ron, found.shares], [80_00, [40_00, 40_00]]);
  const alone = put(worth(50_00, first), worth(50_00, second), worth(30_00, first));
  assert.deepEqual([alone.value_ron, alone.shares], [80_00, [55_00, 25_00]]);
  const beside = put(worth(50_00, first), { ...worth(0, second), value: null, valueRon: null });
  assert.deepEqual([beside.value_ron, beside.shares], [50_00, [25_00, 25_00]]);
});

test('without a lot column, a further row of a supplier without a value is a lot of unknown value', () => {
  const found = put(
    worth(0, { kind: 'framework', title: 'Lot 2', cells: 'a' }),
    worth(50_00, { kind: 'framework', title: 'Lot 3', cells: 'b' }),
  );
  assert.deepEqual([found.value, found.value_ron, found.suppliers, found.shares], [null, null, 1, [null]]);
  assert.deepEqual(found.aside, [{ reason: 'of contracts with a lot of unknown value', bani: 50_00 }]);
});

test('a value of 0 is unknown for a framework and 0 for a contract', () => {
  assert.equal(put({ kind: 'framework', value: 0, valueRon: 0 }).value_ron, null);
  assert.equal(put({ kind: 'contract', value: 0, valueRon: 0 }).value_ron, 0);
});

test('a negative value is unknown and reported', () => {
  const found = put(worth(-5_00));
  assert.deepEqual([found.value, found.value_ron, found.shares], [null, null, [null]]);
  assert.deepEqual(found.aside, [{ reason: 'of values below zero, which are unknown', bani: -5_00 }]);
});

test('a contract in euro keeps its original value beside lei, and one in several currencies has lei only', () => {
  const euro = put({ value: 10_00, currency: 'EUR', valueRon: 50_00 });
  assert.deepEqual([euro.value, euro.currency, euro.value_ron], [10_00, 'EUR', 50_00]);
  const mixed = put(
    { lots: ['1'], value: 10_00, currency: 'EUR', valueRon: 50_00 },
    { lots: ['2'], value: 20_00, valueRon: 20_00 },
  );
  assert.deepEqual([mixed.value, mixed.currency, mixed.value_ron], [70_00, 'RON', 70_00]);
});

test('a member with a foreign code is stored as reported, under its own name', () => {
  const [member] = put({ suppliers: [THIRD] }).members;
  assert.deepEqual(
    [member?.supplier_code, member?.supplier_cui, member?.supplier_name],
    ['HU 12345', null, 'Duna Kft'],
  );
});

test('a member’s town is normalised, else its seat is used', () => {
  const found = put({
    suppliers: [
      { ...FIRST, city: 'Mun. Iași, jud. Iași' },
      { ...SECOND, city: 'IASI' },
      { ...THIRD, city: 'Pécs' },
    ],
  });
  assert.deepEqual(
    found.members.map((member) => [member.city, member.town]),
    [
      ['Iași', 'iasi'],
      ['IASI', 'iasi'],
      ['Pécs', 'pecs'],
    ],
  );
  const seatMissing = contractRecord({ suppliers: [FIRST, { ...SECOND, city: '-' }, THIRD] });
  assert.deepEqual(codesOf([seatMissing]), [4305857, 90000014, 90000022]);
  const seats: Record<number, string> = { 90000014: 'targu-mures' };
  const { suppliers } = contractOf(1, [seatMissing], [], {
    of: (cui) => seats[cui ?? 0] ?? null,
    countyOf: () => 'Cluj',
  });
  assert.deepEqual(
    suppliers.map(({ town, seat_county }) => [town, seat_county]),
    [
      ['targu-mures', 'Cluj'],
      [null, 'Cluj'],
      [null, 'Cluj'],
    ],
  );
});

test('a field missing in one row is filled from another', () => {
  const found = put(
    { notice: null, offersReceived: null, euFunded: null, suppliers: [FIRST] },
    { notice: 'CN5', offersReceived: 4, euFunded: true, suppliers: [SECOND] },
  );
  assert.deepEqual([found.notice, found.offers, found.eu_funded], ['CN5', 4, true]);
});
