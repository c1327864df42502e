/** Which sitemaps a generation has, and the pages that each of them tells of. Never of persons. */
import type { Dataset } from '#data/store/dataset.ts';
import type { PageName } from '#transports/web/addresses.ts';
import {
  companiesIn,
  companyRanges,
  countiesWithCompanies,
  marketsWithDeals,
  townsWithCompanies,
} from './sitemap-table.ts';

/** Addresses in a sitemap, by its protocol. */
const ADDRESSES_MAX = 50_000;
/** A page has an address in each language. */
const PAGES_MAX = ADDRESSES_MAX / 2;

export interface ListedPage {
  page: PageName;
  params: Readonly<Record<string, string>>;
}

const LISTED = [
  'home',
  'counties',
  'activities',
  'rankings',
  'bulk',
  'rates',
  'treasury',
  'press',
  'pricing',
  'status',
  'privacy',
  'terms',
  'support',
  'agents',
] as const satisfies readonly PageName[];
/** There is something to see on them where procurement is loaded. */
const OF_PROCUREMENT = ['tenders', 'markets'] as const satisfies readonly PageName[];

/** `caen`: codes of all classes of activities. */
export interface SitemapNeeds {
  caen: readonly string[];
}

/** Their names, `companies-450` and its like last. Counted once for each generation, by whoever asks first. */
export function sitemapNames(): (dataset: Dataset) => Promise<string[]> {
  let known: { generation: string; names: Promise<string[]> } | null = null;
  return (dataset) => {
    const { id } = dataset.manifest;
    if (known?.generation !== id) {
      const names = namesIn(dataset);
      known = { generation: id, names };
      // What failed is asked again by the next.
      names.catch(() => {
        known = null;
      });
    }
    return known.names;
  };
}

async function namesIn(dataset: Dataset): Promise<string[]> {
  const ranges = await companyRanges(dataset.db);
  return [
    'pages',
    'places',
    'activities',
    ...(dataset.area('procurement') === null ? [] : ['markets']),
    ...ranges.map((range) => `companies-${range}`),
  ];
}

/** Null when there is no such sitemap. */
export async function pagesIn(name: string, dataset: Dataset, { caen }: SitemapNeeds): Promise<ListedPage[] | null> {
  const procurement = dataset.area('procurement');
  if (name === 'pages')
    return [...LISTED, ...(procurement === null ? [] : OF_PROCUREMENT)].map((page) => ({ page, params: {} }));
  if (name === 'activities') return caen.map((code) => ({ page: 'activity', params: { code } }));
  if (name === 'places') return places(dataset);
  if (name === 'markets')
    return (
      procurement &&
      (await marketsWithDeals(procurement, PAGES_MAX)).map((cpv) => ({ page: 'market', params: { cpv } }))
    );
  const [, range] = /^companies-([0-9]{1,5})$/.exec(name) ?? [];
  if (range === undefined) return null;
  const cuis = await companiesIn(dataset.db, Number(range));
  return cuis.length === 0 ? null : cuis.map((cui) => ({ page: 'company', params: { cui: String(cui) } }));
}

async function places({ db }: Dataset): Promise<ListedPage[]> {
  const counties = await countiesWithCompanies(db);
  const towns = await townsWithCompanies(db, PAGES_MAX - counties.length);
  return [
    ...counties.map((county): ListedPage => ({ page: 'county', params: { county } })),
    ...towns.map(
      (town): ListedPage => ({ page: 'town', params: { county: town.county_slug, town: town.locality_slug } }),
    ),
  ];
}
