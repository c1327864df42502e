import assert from 'node:assert/strict';
import { test } from 'node:test';
import { purchaseRecord } from '#test/support/procurement-records.ts';
import { siteOf } from '#test/support/procurement-site.ts';
import { withItems } from './purchase-items.ts';

const view = (id: number) => ({
  directAcquisitionID: id,
  assignedCAUserEmail: 'ion.popescu@example.ro',
  directAcquisitionItems: [
    {
      directAcquisitionItemID: 1,
      catalogItemName: 'Toner negru, tel. 0722123456',
      catalogItemPrice: 300.5,
      itemClosingPrice: 250.25,
      itemQuantity: 4,
      itemMeasureUnit: 'Buc.',
      cpvCode: { id: 9, text: 'Cartușe de toner', localeKey: '30125110-5' },
    },
    { itemQuantity: 1.5, itemClosingPrice: null, cpvCode: '34351100-3 - Anvelope (Rev.2)' },
  ],
});

test('the dearest accepted purchases get their items, without persons, and each is requested once', async () => {
  const purchases = [
    purchaseRecord({ id: 'DA1', systemId: 1, value: 1_00 }),
    purchaseRecord({ id: 'DA2', systemId: 2, state: 'refused' }),
    purchaseRecord({ id: 'DA3', systemId: null }),
    purchaseRecord({ id: 'DA4', systemId: 4, value: 9_00 }),
    // A purchase without a view, and the view of another one.
    purchaseRecord({ id: 'DA5', systemId: 5 }),
    purchaseRecord({ id: 'DA6', systemId: 6 }),
  ];
  const site = siteOf({
    'PublicDirectAcquisition/getView/1': () => view(1),
    'PublicDirectAcquisition/getView/4': () => view(4),
    'PublicDirectAcquisition/getView/5': () => null,
    'PublicDirectAcquisition/getView/6': () => view(7),
  });
  const found = await withItems(site, purchases, new Map());
  const items = [
    { name: 'Toner negru, tel. […]', cpv: '30125110', quantity: 4, unit: 'Buc.', unitPrice: 250_25 },
    { name: null, cpv: '34351100', quantity: 1.5, unit: null, unitPrice: null },
  ];
  assert.deepEqual(
    found.map(({ id, items }) => [id, items]),
    [
      ['DA1', items],
      ['DA2', null],
      ['DA3', null],
      ['DA4', items],
      ['DA5', null],
      ['DA6', null],
    ],
  );
  const again = siteOf({ 'PublicDirectAcquisition/getView/': () => null });
  const before = new Map(found.map(({ id, items }) => [id, items ?? null]));
  assert.deepEqual(await withItems(again, purchases, before), found);
  assert.deepEqual(
    again.asked.map(([path]) => path.split('/').at(-1)),
    ['5', '6'],
  );
});

test('only the hundred dearest of a day are requested', async () => {
  const site = siteOf({ 'PublicDirectAcquisition/getView/': () => null });
  await withItems(
    site,
    Array.from({ length: 150 }, (_, i) => purchaseRecord({ id: `DA${i}`, systemId: i, value: i })),
    new Map(),
  );
  assert.equal(site.asked.length, 100);
  assert.equal(site.asked.at(-1)?.[0], 'PublicDirectAcquisition/getView/50');
});

test('a long name is cut behind the removal of persons, so that no half of a number stays', async () => {
  const long = { ...view(1), directAcquisitionItems: [{ catalogItemName: `${'a'.repeat(490)} tel. 0722123456` }] };
  const site = siteOf({ 'PublicDirectAcquisition/getView/1': () => long });
  const [purchase] = await withItems(site, [purchaseRecord({ id: 'DA1', systemId: 1 })], new Map());
  assert.equal(purchase?.items?.[0]?.name, `${'a'.repeat(490)} tel. […]`);
});
