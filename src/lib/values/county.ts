/** Counties, and their lookup by any spelling of the name. */
import { readReference } from './reference-tables.ts';
import { commaBelow, slug } from './text.ts';

/** One of the 41 counties or București. `number` is the trade registry's, the tax authority's and SIRUTA's. */
export interface County {
  name: string;
  slug: string;
  plate: string;
  number: number;
  seat: string;
  iso: string;
}

export const counties: readonly County[] = readReference<'name' | 'slug' | 'plate' | 'onrc_j' | 'seat' | 'iso3166_2'>(
  'counties.tsv',
).map((row) => ({
  name: commaBelow(row.name),
  slug: row.slug,
  plate: row.plate,
  number: Number(row.onrc_j),
  seat: row.seat,
  iso: row.iso3166_2,
}));

const bySlug = new Map(counties.map((county) => [county.slug, county]));
const byPlate = new Map(counties.map((county) => [county.plate, county]));

/** Accepts `Cluj`, `JUDEȚUL CLUJ`, `jud. cluj`, `Municipiul București`, `bistrita-nasaud`. */
export function findCounty(text: string): County | undefined {
  const bare = slug(text).replace(/^(judetul|judet|jud|municipiul|mun)-/, '');
  return bySlug.get(bare) ?? byPlate.get(text.trim().toUpperCase());
}
