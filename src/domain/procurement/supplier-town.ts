/** The filter by the supplier's town, and what a filtered answer states about suppliers without a known town. */

import type { AnswerMeta } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { nearest } from '#lib/values/nearest.ts';
import { messages } from '#locales/messages.ts';
import { procurementOf } from './procurement-database.ts';
import { townSlug } from './town.ts';
import { allTowns, isTown, suppliersWithoutTown } from './towns-table.ts';

/** A slug that no town has. */
const NOWHERE = '-';

/** The slug of the town in contracts. */
export const townOf = (supplierCity: string): string => townSlug(supplierCity) ?? NOWHERE;

/** Above this number of rows the exact count is not informative. */
const COUNTED_MAX = 20_000;

export async function townMeta(
  dataset: Dataset,
  cpv: string,
  supplierCity: string | undefined,
): Promise<Pick<AnswerMeta, 'extra' | 'warnings'>> {
  if (supplierCity === undefined) return {};
  const db = procurementOf(dataset);
  const town = townOf(supplierCity);
  const count = await suppliersWithoutTown(db, cpv, COUNTED_MAX);
  const unknown = (await isTown(db, town)) ? [] : [await unknownTown(dataset, supplierCity, town)];
  const silent = count === 0 ? [] : [messages.procurement.suppliersWithoutTown({ count })];
  return { extra: { suppliersWithoutTown: count }, warnings: [...unknown, ...silent] };
}

export const withTown = (
  meta: AnswerMeta,
  { extra, warnings = [] }: Awaited<ReturnType<typeof townMeta>>,
): AnswerMeta => ({
  ...meta,
  ...(extra && { extra }),
  warnings: [...warnings, ...(meta.warnings ?? [])],
});

const TEXT_LENGTH_MAX = 60;

async function unknownTown(dataset: Dataset, supplierCity: string, town: string) {
  const towns = await townsOf(dataset);
  const near = nearest(town, candidatesFor(town, [...towns.keys()])).map((each) => towns.get(each) ?? each);
  const text = supplierCity.trim().slice(0, TEXT_LENGTH_MAX);
  return near.length === 0
    ? messages.procurement.unknownTown({ text })
    : messages.procurement.unknownTownNear({ text, near: near.join(', ') });
}

/** Ten thousand towns, read once per generation. */
const townCaches = new WeakMap<Dataset, Promise<Map<string, string>>>();

function townsOf(dataset: Dataset): Promise<Map<string, string>> {
  const towns = townCaches.getOrInsertComputed(dataset, () => allTowns(procurementOf(dataset)));
  towns.catch(() => townCaches.delete(dataset));
  return towns;
}

/** Only these are compared character by character: a typo rarely affects both the first letter and the length. */
const LENGTH_OFF_MAX = 3;
const candidatesFor = (town: string, towns: readonly string[]): string[] =>
  towns.filter(
    (each) =>
      (each[0] === town[0] || each[1] === town[1]) &&
      (Math.abs(each.length - town.length) <= LENGTH_OFF_MAX || each.startsWith(town) || town.startsWith(each)),
  );
