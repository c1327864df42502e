/** Queries for the addresses of pages, by index: no query reads more rows than one sitemap contains. */
import type { Database } from '#data/store/database.ts';

/**
 * A sitemap of companies covers a range of fiscal codes. The last digit of a code is a check digit, so one number of ten is a code: a
 * range of this width has 20,000 companies at most, and a sitemap may have 50,000 addresses, one per company and language. Ranges are
 * the same in every generation, and need no count of rows.
 */
export const RANGE = 200_000;
/** More than a range needs: some codes of the registry have a wrong check digit. */
export const COMPANIES_MAX = 25_000;
/** Enough for codes with ten digits. */
const RANGES_MAX = 50_000;

/** The numbers of ranges with companies: one index lookup per range, for its first code. */
export const companyRanges = async (db: Database): Promise<number[]> =>
  (
    await db.all<{ range: number }>(
      `with recursive first (cui) as (
         select min(cui) from listing
         union all
         select (select min(cui) from listing where cui >= (first.cui / ${RANGE} + 1) * ${RANGE}) from first where first.cui is not null
       )
       select cui / ${RANGE} as range from first where cui is not null limit ${RANGES_MAX}`,
    )
  ).map(({ range }) => range);

/** Fiscal codes of a range, ascending. */
export const companiesIn = async (db: Database, range: number): Promise<number[]> =>
  (
    await db.all<{ cui: number }>(
      `select distinct cui from listing where cui >= $1 and cui < $2 order by cui limit ${COMPANIES_MAX}`,
      [range * RANGE, (range + 1) * RANGE],
    )
  ).map(({ cui }) => cui);

/** Slugs of counties with companies. */
export const countiesWithCompanies = async (db: Database): Promise<string[]> =>
  (
    await db.all<{ county_slug: string }>(
      `select county_slug from listing_size where caen = '' and active = 0 and locality_slug = '' and county_slug > ''
       order by county_slug`,
    )
  ).map(({ county_slug }) => county_slug);

export interface Town {
  county_slug: string;
  locality_slug: string;
}

/** Localities with companies, of the thirteen thousand in the country. */
export const townsWithCompanies = (db: Database, limit: number): Promise<Town[]> =>
  db.all<Town>(
    `select county_slug, locality_slug from listing_size
     where caen = '' and active = 0 and locality_slug > '' and county_slug > '' order by locality_slug, county_slug limit $1`,
    [limit],
  );

/** CPV codes, and prefixes of two or three digits, with deals; the vocabulary has nine thousand. */
export const marketsWithDeals = async (procurement: Database, limit: number): Promise<string[]> =>
  (
    await procurement.all<{ prefix: string }>(
      `select prefix from cpv_count where length(prefix) > 1 group by prefix having sum(count) > 0 order by prefix limit $1`,
      [limit],
    )
  ).map(({ prefix }) => prefix);
