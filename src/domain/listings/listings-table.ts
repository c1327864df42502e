/** Pages of the listing, at the same cost for every page. */

import type { Database, Value } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';
import { type CompanyColumns, companyColumns } from '#lib/schema/company-row.ts';
import type { CaenRevision } from '#lib/values/caen-revision.ts';

/** '' and null stand for all. */
export interface ListFilter {
  county: string;
  locality: string;
  activity: Activity | null;
  active: boolean;
}

export interface Activity {
  code: string;
  revision: CaenRevision;
}

interface ListedRow extends CompanyColumns {
  rank: number;
}

/** Rows after a rank and an offset; the offset scans the index only. */
export function listPage(
  db: Database,
  filter: ListFilter,
  { above, skip, limit }: { above: number; skip: number; limit: number },
): Promise<ListedRow[]> {
  const params: Value[] = [filter.county, above];
  const conditions = ['county_slug = $1', 'rank > $2'];
  if (filter.locality !== '') conditions.push(`locality_slug = $${params.push(filter.locality)}`);
  if (filter.activity !== null)
    conditions.push(
      `caen = $${params.push(filter.activity.code)}`,
      `caen_revision = $${params.push(filter.activity.revision)}`,
    );
  // Operating firms have the first ranks, so the scan ends at the last of them.
  if (filter.active) conditions.push('active = 1', `rank <= (${lastOperating})`);
  return db.all<ListedRow>(
    `select rank, ${companyColumns.join(', ')} from listing where rank in (
       select rank from listing where ${conditions.join(' and ')} order by rank limit $${params.push(limit)} offset $${params.push(skip)})
     order by rank`,
    params,
  );
}

/** The number of operating firms of the country is the rank of the last one. */
const lastOperating = `select size from listing_size where county_slug = '' and locality_slug = '' and caen = '' and active = 1`;

/** Null when the listing has no such firm. */
export const listSize = async (
  db: Database,
  { county, locality, activity, active }: ListFilter,
): Promise<number | null> =>
  (
    await db.one<{ size: number }>(
      'select size from listing_size where county_slug = $1 and locality_slug = $2 and caen = $3 and active = $4',
      [county, locality, activity === null ? '' : `${activity.revision}:${activity.code}`, active ? 1 : 0],
    )
  )?.size ?? null;

/** Slugs of the localities of a county with firms, the largest first. */
export const localitiesOf = async (db: Database, county: string): Promise<string[]> =>
  (
    await db.all<{ locality_slug: string }>(
      `select locality_slug from listing_size where county_slug = $1 and locality_slug <> '' and caen = '' and active = 0
       order by size desc, locality_slug ${bytewise[db.engine]}`,
      [county],
    )
  ).map((row) => row.locality_slug);
