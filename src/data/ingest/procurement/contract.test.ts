import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import type { StoredLot } from '#domain/procurement/lot.ts';
import { contractRecord, party } from '#test/support/procurement-records.ts';
import { codesOf, contractOf } from './contract.ts';
import { partyId } from './parties.ts';

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
  assert.deepEqual([found.value_ron, found.value_relation, found.suppliers], [100_00, null, 2]);
  assert.deepEqual(found.shares, [75_00, 25_00]);
  assert.deepEqual(lotsIn(found), [
    ['1', 50_00, [0, 1]],
    ['2', 50_00, [0]],
  ]);
});

test('a lot without a value leaves the contract the others: at least their sum', () => {
  for (const nothing of [null, 0]) {
    const found = put(
      { lots: ['1'], value: 50_00, valueRon: 50_00 },
      { lots: ['2'], value: nothing, valueRon: nothing, suppliers: [SECOND] },
    );
    assert.deepEqual([found.value, found.value_ron, found.value_relation], [50_00, 50_00, 'atLeast']);
    assert.deepEqual(found.shares, [50_00, nothing]);
    assert.deepEqual(lotsIn(found)[1], ['2', nothing, [1]]);
  }
});

test('a negative lot that corrects no known row makes the value approximate', () => {
  const found = put(
    { lots: ['1'], value: 50_00, valueRon: 50_00 },
    { lots: ['2'], value: -5_00, valueRon: -5_00, suppliers: [SECOND] },
    { lots: ['3'], value: null, valueRon: null, suppliers: [SECOND] },
  );
  assert.deepEqual([found.value, found.value_ron, found.value_relation], [50_00, 50_00, 'approximate']);
  assert.deepEqual(
    [found.shares, lotsIn(found)[1]],
    [
      [50_00, -5_00],
      ['2', -5_00, [1]],
    ],
  );
  assert.deepEqual(found.aside, [{ reason: 'of values below zero that correct no known row', bani: -5_00 }]);
});

test('a negative row is added to the row of the same lot and supplier, wherever it stands', () => {
  const [whole, less] = [
    { lots: ['1'], value: 50_00, valueRon: 50_00 },
    { lots: ['1'], value: -5_00, valueRon: -5_00 },
  ];
  for (const rows of [
    [whole, less],
    [less, whole],
  ]) {
    const found = put(...rows);
    assert.deepEqual([found.value, found.value_ron, found.value_relation], [45_00, 45_00, null]);
    assert.deepEqual([found.shares, lotsIn(found), found.aside], [[45_00], [['1', 45_00, [0]]], []]);
  }
  const consortium = put(
    { ...whole, suppliers: [FIRST] },
    { ...whole, suppliers: [SECOND] },
    { ...less, suppliers: [FIRST] },
    { ...less, suppliers: [SECOND] },
  );
  assert.deepEqual([consortium.value_ron, consortium.shares], [45_00, [22_50, 22_50]]);
  const withoutLots = put(worth(50_00, { cells: 'a' }), worth(60_00, { cells: 'b' }), worth(-5_00, { cells: 'c' }));
  assert.deepEqual([withoutLots.value_ron, withoutLots.value_relation], [105_00, null]);
  const withEmpty = put(
    worth(50_00, { cells: 'a' }),
    worth(-5_00, { cells: 'b' }),
    worth(0, { cells: 'c', value: null, valueRon: null }),
  );
  assert.deepEqual([withEmpty.value_ron, withEmpty.value_relation], [45_00, 'atLeast']);
});

test('rows of several lots have one value for all of them, titles and codes where rows differ', () => {
  const found = put(
    { lots: ['1', '2'], value: 50_00, valueRon: 50_00, title: 'Saltele' },
    { lots: ['3'], value: 30_00, valueRon: 30_00, title: 'Perne', suppliers: [SECOND] },
  );
  assert.deepEqual([found.value_ron, found.value_relation], [80_00, null]);
  assert.deepEqual(JSON.parse(found.lots), [
    { number: '1', title: 'Saltele', cpv: null, value: null, suppliers: [0] },
    { number: '2', title: 'Saltele', cpv: null, value: null, suppliers: [0] },
    { number: '3', title: 'Perne', cpv: null, value: 30_00, suppliers: [1] },
  ]);
});

test('an export without lots has those of the lists, with its own suppliers', () => {
  const exported = contractRecord({ lots: null, suppliers: [FIRST, SECOND] });
  const listed = contractRecord({ lots: ['4'], suppliers: [THIRD, SECOND], value: 7_00, valueRon: 7_00 });
  assert.deepEqual(JSON.parse(contractOf(1, [exported], [listed]).contract.lots), [
    { number: '4', title: null, cpv: null, value: 7_00, suppliers: [1] },
  ]);
});

test('a repeated row of a member and lot is a correction', () => {
  const found = put({ lots: ['1'], value: 50_00, valueRon: 50_00 }, { lots: ['1'], value: 60_00, valueRon: 60_00 });
  assert.deepEqual([found.value_ron, found.suppliers], [60_00, 1]);
});

const lotsIn = ({ lots }: { lots: string }) =>
  (JSON.parse(lots) as StoredLot[]).map(({ number, value, suppliers }) => [number, value, suppliers]);

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
  assert.deepEqual(
    [found.value, found.value_ron, found.value_relation, found.shares],
    [50_00, 50_00, 'atLeast', [50_00]],
  );
  assert.deepEqual(found.aside, []);
});

test('an amount of zero or below stays as published, of every kind of contract', () => {
  for (const kind of ['framework', 'contract', 'callOff'] as const)
    for (const bani of [0, -5_00]) {
      const found = put(worth(bani, { kind }));
      assert.deepEqual([found.value, found.value_ron, found.value_relation, found.shares], [bani, bani, null, [bani]]);
      assert.deepEqual(found.aside, []);
    }
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

test('a member with a foreign code is no Romanian one', () => {
  const [member] = put({ suppliers: [THIRD] }).members;
  assert.equal(member?.supplier_id, partyId(THIRD));
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
