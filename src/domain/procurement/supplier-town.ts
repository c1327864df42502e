/** The filter by the supplier's town: what it means, and what an answer that was narrowed by it says of those it cannot know of. */

import type { AnswerMeta } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { nearest } from '#lib/values/near.ts';
import { messages } from '#locales/messages.ts';
import { loaded } from './loaded.ts';

import { townSlug } from './town.ts';
import { allTowns, isTown, suppliersWithoutTown } from './towns-table.ts';

/** A town that nobody is from. */
const NOWHERE = '-';

/** The slug that contracts are found by. */
export const askedTown = (supplierCity: string): string => townSlug(supplierCity) ?? NOWHERE;

/** Where so many rows say nothing of a town, the exact number says nothing either. */
const COUNTED_MAX = 20_000;

export async function townMeta(
  dataset: Dataset,
  cpv: string,
  supplierCity: string | undefined,
): Promise<Pick<AnswerMeta, 'extra' | 'warnings'>> {
  if (supplierCity === undefined) return {};
  const db = loaded(dataset);
  const town = askedTown(supplierCity);
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

const SHOWN_MAX = 60;

async function unknownTown(dataset: Dataset, supplierCity: string, town: string) {
  const towns = await townsOf(dataset);
  const near = nearest(town, candidatesFor(town, [...towns.keys()])).map((each) => towns.get(each) ?? each);
  const text = supplierCity.trim().slice(0, SHOWN_MAX);
  return near.length === 0
    ? messages.procurement.unknownTown({ text })
    : messages.procurement.unknownTownNear({ text, near: near.join(', ') });
}

/** Ten thousand of them, read once per generation. */
const known = new WeakMap<Dataset, Promise<Map<string, string>>>();

function townsOf(dataset: Dataset): Promise<Map<string, string>> {
  const towns = known.getOrInsertComputed(dataset, () => allTowns(loaded(dataset)));
  towns.catch(() => known.delete(dataset));
  return towns;
}

/** Only these are compared letter by letter: a slip is rarely in the first letter and the length at once. */
const LENGTH_OFF_MAX = 3;
const candidatesFor = (town: string, towns: readonly string[]): string[] =>
  towns.filter(
    (each) =>
      (each[0] === town[0] || each[1] === town[1]) &&
      (Math.abs(each.length - town.length) <= LENGTH_OFF_MAX || each.startsWith(town) || town.startsWith(each)),
  );
