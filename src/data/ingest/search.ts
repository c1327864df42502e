/** The computed part that lists and searches read: see search/tables.ts. */

import type { PartBuild } from '#data/store/dataset.ts';
import { listing, listingIndexes, listingTables } from '#domain/search/tables.ts';
import { inPages } from './in-pages.ts';
import { listed } from './listing.ts';
import { loadNames } from './search-names.ts';
import type { ToldActivities } from './told-activities.ts';

/** Rows in memory at a time. */
const PAGE_ROWS = 2_000;

/** Needs the registry beside it, and what else is loaded. Returns how many rows there are. */
export async function loadSearch(
  part: PartBuild,
  told: ToldActivities,
  loaded: { finances: boolean; entities: boolean },
): Promise<{ listing: number; name_entry: number }> {
  await part.execute(listingTables);
  let count = 0;
  for await (const page of inPages(listed(part.db, told, loaded), PAGE_ROWS)) count += await part.load(listing, page);
  await part.execute(listingIndexes + sizes());
  return { listing: count, name_entry: await loadNames(part) };
}

/** `rev3:4711`: codes of two revisions are two activities. */
const ACTIVITY = `caen_revision || ':' || caen`;

/** Every list that can be asked for: a county or none, a locality of it or none, an activity or none; all firms or operating ones. */
function sizes(): string {
  const places = [[], ['county_slug'], ['county_slug', 'locality_slug']];
  const kept = places.flatMap((place) => [place, [...place, 'caen']]);
  return kept
    .flatMap((columns) =>
      [0, 1].map((active) => {
        const value = (column: string): string =>
          columns.includes(column) ? (column === 'caen' ? ACTIVITY : column) : "''";
        const known = [...columns.map((column) => `${column} is not null`), ...(active ? ['active = 1'] : [])];
        return `
insert into listing_size (county_slug, locality_slug, caen, active, size)
select ${value('county_slug')}, ${value('locality_slug')}, ${value('caen')}, ${active}, count(*) from listing
${known.length > 0 ? `where ${known.join(' and ')}` : ''} ${columns.length > 0 ? `group by ${columns.map(value).join(', ')}` : ''};`;
      }),
    )
    .join('');
}
