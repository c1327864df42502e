import assert from 'node:assert/strict';
import { test } from 'node:test';
import { html } from '#transports/web/html.ts';
import { type Compared, soldCell } from './compare.ts';

type Seap = NonNullable<Compared['facts']>['seap'];
type Sum = { count: number; value: number | null };
const none: Sum = { count: 0, value: 0 };

function sold(sums: Partial<Record<'contracts' | 'directPurchases' | 'callOffs' | 'frameworks', Sum>>): string {
  const asSupplier = { contracts: none, directPurchases: none, callOffs: none, frameworks: none, ...sums };
  const { markup } = html`${soldCell({ asSupplier } as unknown as Seap, 'ro')}`;
  return markup
    .replace(/<[^>]*>/g, ' ')
    .replace(/[\s\u00a0]+/g, ' ')
    .trim();
}

test('contracts and direct purchases are counted separately', () => {
  assert.equal(
    sold({ contracts: { count: 3, value: 323_000 }, directPurchases: { count: 36, value: 77_000 } }),
    '400 mii lei 3 contracte, 36 de achiziții directe',
  );
  assert.equal(sold({ directPurchases: { count: 1, value: 5_432 } }), '5.432 lei 1 achiziție directă');
  assert.equal(sold({ contracts: { count: 1, value: null } }), 'valoare nepublicată 1 contract');
});

test('sales under frameworks count, and ceilings are separate from the sum', () => {
  assert.equal(sold({ callOffs: { count: 2, value: 405_000 } }), '405 mii lei 2 contracte subsecvente');
  assert.equal(
    sold({
      contracts: { count: 1, value: 20_000 },
      callOffs: { count: 1, value: null },
      frameworks: { count: 1, value: 9 },
    }),
    '20 mii lei 1 contract, 1 contract subsecvent separat, 1 acord-cadru (plafon)',
  );
  assert.equal(sold({}), 'niciuna');
});
