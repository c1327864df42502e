import assert from 'node:assert/strict';
import { test } from 'node:test';
import { contractLots, noticeLots } from './lot.ts';

const party = (cui: string) => ({ cui, code: cui, name: `Firma ${cui}`, registryName: null });
const announced = ['1', '2', '3'].map((number) => ({
  number,
  title: `Lot ${number}`,
  estimatedValue: 100_00,
  cpv: '45000000',
}));

test('a lot of a notice is awarded by a contract, cancelled by an award notice, and unknown otherwise', () => {
  const lots = [{ number: '1', title: null, cpv: null, value: 90_00, suppliers: [1] }];
  const awarded = [{ lots: JSON.stringify(lots), cancelledLots: '["2"]', suppliers: [party('1'), party('2')] }];
  const found = noticeLots(announced, () => awarded);
  assert.deepEqual(
    found?.map(({ number, value, suppliers, state }) => [
      number,
      value,
      suppliers?.map(({ cui }) => cui) ?? null,
      state,
    ]),
    [
      ['1', 100, ['2'], 'awarded'],
      ['2', 100, null, 'cancelled'],
      ['3', 100, null, null],
    ],
  );
  assert.deepEqual([noticeLots(null, () => awarded), noticeLots([], () => awarded)], [null, []]);
});

test('a lot of a contract has title and code of its notice, and null where no winner is named', () => {
  const lots = [{ number: '2', title: null, cpv: null, value: 0, suppliers: [] }];
  assert.deepEqual(contractLots(lots, [], announced), [
    {
      number: '2',
      title: 'Lot 2',
      cpv: '45000000',
      value: null,
      publishedValue: 0,
      valueNote: 'zeroPublished',
      suppliers: null,
      state: 'awarded',
    },
  ]);
});
