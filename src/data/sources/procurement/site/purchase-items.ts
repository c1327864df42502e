/** The items of a direct purchase: what was bought, how much of it, and at what price. */
import { isObject, type JsonObject, listOf, numberOf, objectOf, textOf } from '#data/sources/json.ts';
import { stripPersons } from '#data/sources/procurement/persons-in-texts.ts';
import type { PurchaseItemRecord, PurchaseRecord } from '#data/sources/procurement/records.ts';
import type { Site } from './site.ts';
import { baniOf, cpvIn, keyOf } from './values.ts';

/** A request each: the dearest of a day have most of its value. */
const VIEWED_MAX = 100;
const ITEMS_MAX = 200;
const TEXT_LENGTH_MAX = 500;

/** The purchases of a day, the dearest of them with their items. `before`: items that were read before, by the number of the purchase. */
export async function withItems(
  site: Site,
  purchases: readonly PurchaseRecord[],
  before: ReadonlyMap<string, PurchaseItemRecord[] | null>,
): Promise<PurchaseRecord[]> {
  const dearest = purchases
    .filter(({ state, systemId }) => state === 'accepted' && typeof systemId === 'number')
    .toSorted((a, b) => (b.value ?? 0) - (a.value ?? 0))
    .slice(0, VIEWED_MAX);
  const items = new Map(before);
  for (const { id, systemId } of dearest)
    if (typeof systemId === 'number' && !items.get(id)) items.set(id, await itemsOf(site, systemId));
  return purchases.map((purchase) => ({ ...purchase, items: items.get(purchase.id) ?? null }));
}

/** Null without a view, or with that of another purchase. */
async function itemsOf(site: Site, systemId: number): Promise<PurchaseItemRecord[] | null> {
  const view = await site.view(`PublicDirectAcquisition/getView/${systemId}`);
  if (view === null || keyOf(view.directAcquisitionID ?? view.directAcquisitionId) !== systemId) return null;
  return listOf(view.directAcquisitionItems).filter(isObject).slice(0, ITEMS_MAX).map(itemIn);
}

const itemIn = (item: JsonObject): PurchaseItemRecord => ({
  name: published(item.catalogItemName),
  cpv: cpvIn(item.cpvCode ?? null)?.code ?? cpvIn(objectOf(item.cpvCode).localeKey)?.code ?? null,
  quantity: numberOf(item.itemQuantity),
  unit: published(item.itemMeasureUnit),
  unitPrice: baniOf(item.itemClosingPrice),
});

/** Cut at the end only: half a name or number is not recognised as one. */
const published = (value: unknown): string | null => stripPersons(textOf(value))?.slice(0, TEXT_LENGTH_MAX) ?? null;
