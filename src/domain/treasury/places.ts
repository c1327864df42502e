/** Towns and villages named in a search, with the treasury of their county seat. */
import { readReference } from '#lib/values/reference-tables.ts';
import { words } from '#lib/values/text.ts';

export interface Place {
  name: string;
  county: string;
  /** Treasury of the county seat. */
  seatCode: string;
  /** Words of the town and its county: not part of a tax's name. */
  words: string[];
}

const counties = new Map(
  readReference<'plate' | 'name' | 'treasury_seat_code'>('counties.tsv').map((row) => [row.plate, row]),
);

const places = readReference<'name' | 'county' | 'urban'>('localities.tsv').map((row) => ({
  name: row.name,
  urban: row.urban === '1',
  own: words(row.name),
  county: counties.get(row.county),
}));

/** The place with the longest name of which every word was asked for; a town before villages of the same name; one of each county. */
export function placesIn(asked: readonly string[]): Place[] {
  const all = places.filter(({ own }) => own.every((word) => asked.includes(word)));
  // A caller who says "Fântânele, Arad" means the county, not the town of its name.
  const others = all.filter(({ name, county }) => name !== county?.name);
  const named = others.length > 0 ? others : all;
  const longest = Math.max(0, ...named.map(({ own }) => own.length));
  let best = named.filter(({ own }) => own.length === longest);
  const inCounty = best.filter(({ county }) => words(county?.name ?? '').every((word) => asked.includes(word)));
  if (inCounty.length > 0) best = inCounty;
  if (best.some(({ urban }) => urban)) best = best.filter(({ urban }) => urban);
  const byCounty = new Map(best.flatMap((place) => (place.county ? [[place.county.plate, place] as const] : [])));
  return [...byCounty.values()].flatMap(({ name, own, county }) =>
    county
      ? [{ name, county: county.name, seatCode: county.treasury_seat_code, words: [...own, ...words(county.name)] }]
      : [],
  );
}
