import assert from 'node:assert/strict';
import { test } from 'node:test';
import { blockWriter, NONE, readBlock } from './deal-block.ts';
import type { Deals } from './deals.ts';
import { PartySums } from './market-leaders.ts';
import { SupplierRelations } from './supplier-relations.ts';

interface Sale {
  supplier: number;
  value: number | null;
  authority?: number;
  day?: number;
}

function sales(kind: Deals['kind'], rows: readonly Sale[], sign = 1): Deals {
  const writer = blockWriter(false);
  for (const { supplier, value, authority = NONE, day = 0 } of rows)
    writer.add({ value, supplier, authority, day, code: 0, extra: NONE });
  const { body, deals } = writer.take();
  return { ...readBlock(body, deals), kind, sign, from: 0, to: deals };
}

/** Party number n has the id 10 n. */
const index = { ids: Float64Array.from({ length: 6 }, (_, i) => i * 10), parts: [] };

test('suppliers are ordered by contracts and call-offs, then by purchases, then by id', () => {
  const none = { count: 0, value: null };
  const sums = new PartySums(index);
  for (const deals of [
    sales('share', [
      { supplier: 3, value: 5 },
      { supplier: 1, value: null },
      { supplier: NONE, value: 100 },
    ]),
    sales('callOffShare', [{ supplier: 5, value: 6 }]),
    sales('unstated', [{ supplier: 4, value: 5 }]),
    sales('purchase', [
      { supplier: 2, value: 5 },
      { supplier: 3, value: 2 },
    ]),
  ])
    sums.add(deals.suppliers, deals);
  const { rows, parties, total, hhi } = sums.leaders(3);
  assert.deepEqual(rows, [
    { id: 50, contracts: none, callOffs: { count: 1, value: 6 }, purchases: none, total: 6 },
    { id: 30, contracts: { count: 1, value: 5 }, callOffs: none, purchases: { count: 1, value: 2 }, total: 5 },
    { id: 20, contracts: none, callOffs: none, purchases: { count: 1, value: 5 }, total: 0 },
  ]);
  assert.deepEqual([parties, total, hhi], [3, 11, ((36 + 25) / 121) * 10_000]);
  assert.deepEqual(sums.leaders(10).rows.at(-1)?.contracts.value, null, 'the value is unknown');
});

test('subtracted deals leave no supplier, authority or day behind', () => {
  const sold = sales('share', [
    { supplier: 1, value: 5, authority: 2, day: 20240105 },
    { supplier: 1, value: 6, authority: 3, day: 20240209 },
    { supplier: 4, value: 7, authority: 3, day: 20240301 },
  ]);
  const back = sales(
    'share',
    [
      { supplier: 1, value: 6, authority: 3, day: 20240209 },
      { supplier: 4, value: 7, authority: 3, day: 20240301 },
    ],
    -1,
  );
  const sums = new PartySums(index);
  const relations = new SupplierRelations(index, [10, 40]);
  for (const deals of [sold, back]) {
    sums.add(deals.suppliers, deals);
    relations.add(deals);
  }
  assert.deepEqual(
    sums.leaders(5).rows.map(({ id, total }) => [id, total]),
    [[10, 5]],
  );
  assert.deepEqual(relations.relations(), [
    { id: 10, authorities: 1, firstDay: '2024-01-05', lastDay: '2024-01-05' },
    { id: 40, authorities: 0, firstDay: null, lastDay: null },
  ]);
});
