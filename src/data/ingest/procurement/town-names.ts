/** How towns are spelt: as the register of places has them, with their diacritics. */

import { SECTORS } from '#domain/procurement/town.ts';
import { townName as placeName } from '#lib/values/locality.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { slug } from '#lib/values/text.ts';

/** By slug; read when they are first asked for, by an ingest and never by who serves. */
let registered: Map<string, string> | undefined;

/** Towns win over communes, and these over villages; of two that are called alike except for diacritics, the one with more people. */
function readNames(): Map<string, string> {
  const names = new Map<string, string>();
  const towns = readReference<'name' | 'urban' | 'population_domiciled_2021'>('localities.tsv').toSorted(
    (a, b) =>
      Number(b.urban) - Number(a.urban) || Number(b.population_domiciled_2021) - Number(a.population_domiciled_2021),
  );
  for (const { name } of [...towns, ...readReference<'name'>('villages.tsv')])
    names.getOrInsert(slug(placeName(name)), placeName(name));
  return names;
}

/** `'cluj-napoca'` → `'Cluj-Napoca'`, `'sector-3'` → `'București Sectorul 3'`; of places that the register does not know, the words: `'wien'` → `'Wien'`. */
export function townName(town: string): string {
  if (SECTORS.includes(town)) return placeName(town.replace('-', ' '));
  registered ??= readNames();
  return registered.get(town) ?? capitalised(town);
}

const capitalised = (town: string): string =>
  town.replace(/(?<![\p{L}\p{N}])\p{L}/gu, (letter) => letter.toUpperCase()).replaceAll('-', ' ');
