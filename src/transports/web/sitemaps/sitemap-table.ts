/** Addresses of pages, read from a generation by its indexes: no question here walks more rows than one sitemap holds. */
import type { Database } from '#data/store/database.ts';

/**
 * Companies are told by ranges of their fiscal codes. The last digit of a code is computed from the others, so that of ten numbers
 * one is a code: a range of this width holds 20,000 companies at most, a sitemap 50,000 addresses, and both languages of each count.
 * A range stays the same from one generation to the next, and nobody has to count to know where it begins.
 */
export const RANGE = 200_000;
/** Some codes that the registry publishes have a wrong last digit: there is room for them. */
export const COMPANIES_MAX = 25_000;
/** Of codes with ten digits. */
const RANGES_MAX = 50_000;

/** Ranges in which there are companies, by their number: the first code behind each is looked up in the index, and nothing between. */
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

/** Fiscal codes of a range, in their order. */
export const companiesIn = async (db: Database, range: number): Promise<number[]> =>
  (
    await db.all<{ cui: number }>(
      `select distinct cui from listing where cui >= $1 and cui < $2 order by cui limit ${COMPANIES_MAX}`,
      [range * RANGE, (range + 1) * RANGE],
    )
  ).map(({ cui }) => cui);

/** Slugs of counties that have companies. */
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

/** Places that have companies: the country has thirteen thousand. */
export const townsWithCompanies = (db: Database, limit: number): Promise<Town[]> =>
  db.all<Town>(
    `select county_slug, locality_slug from listing_size
     where caen = '' and active = 0 and locality_slug > '' and county_slug > '' order by locality_slug, county_slug limit $1`,
    [limit],
  );

/** Codes, and beginnings of two or three digits, under which something was bought: the vocabulary has nine thousand. */
export const marketsWithDeals = async (procurement: Database, limit: number): Promise<string[]> =>
  (
    await procurement.all<{ prefix: string }>(
      `select prefix from cpv_count where length(prefix) > 1 group by prefix having sum(count) > 0 order by prefix limit $1`,
      [limit],
    )
  ).map(({ prefix }) => prefix);
