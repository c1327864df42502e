/** A place said with a name: `vantul de miazanoapte cluj`, `cluj napoca luminis digital`, `popescu ion jud. arges`. */

import type { Database } from '#data/store/database.ts';
import { counties } from '#lib/values/county.ts';
import { localitySlug } from '#lib/values/locality.ts';
import { localitiesAmong, type Place } from './names-table.ts';

/** The longest name of a place, in words. */
const PLACE_WORDS_MAX = 4;

const FILLERS = new Set('judetul judet jud municipiul mun orasul oras comuna com satul sat din in'.split(' '));
const countySlugs = new Set(counties.map((county) => county.slug));

export interface NameInPlace {
  words: string[];
  place: Place;
}

/** Every way to read the words as a name and the place after or before it; the longest place first. */
export async function namesInPlaces(db: Database, words: readonly string[]): Promise<NameInPlace[]> {
  const readings: { words: string[]; slug: string }[] = [];
  for (let count = Math.min(PLACE_WORDS_MAX, words.length - 1); count > 0; count--) {
    const behind = { name: words.slice(0, -count), said: words.slice(-count) };
    const ahead = { name: words.slice(count), said: words.slice(0, count) };
    for (const { name, said } of [behind, ahead]) {
      const bare = said.filter((word, i) => i > 0 || !FILLERS.has(word));
      const rest = name.filter((word, i) => i < name.length - 1 || !FILLERS.has(word));
      if (bare.length > 0 && rest.length > 0) readings.push({ words: rest, slug: localitySlug(bare.join(' ')) });
    }
  }
  if (readings.length === 0) return [];
  const localities = await localitiesAmong(db, [...new Set(readings.map(({ slug }) => slug))]);
  const found = new Map<string, NameInPlace>();
  for (const { words: name, slug } of readings) {
    const place = { slug, county: countySlugs.has(slug), locality: localities.has(slug) };
    if (place.county || place.locality) found.set(`${name.join(' ')}, ${slug}`, { words: name, place });
  }
  return [...found.values()];
}
