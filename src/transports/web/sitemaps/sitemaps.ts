/** The sitemaps of a generation, their pages, and their XML. Pages of persons are never among them. */

import type { Dataset } from '#data/store/dataset.ts';
import type { Language } from '#lib/i18n/message.ts';
import { type PageName, sitemapPages, to } from '#transports/web/addresses.ts';
import {
  companiesIn,
  companyRanges,
  countiesWithCompanies,
  marketsWithDeals,
  townsWithCompanies,
} from './sitemap-table.ts';

/** The limit of the sitemap protocol. */
const ADDRESSES_MAX = 50_000;
/** A page has an address in each language. */
const PAGES_MAX = ADDRESSES_MAX / 2;

export interface SitemapPage {
  page: PageName;
  params: Readonly<Record<string, string>>;
}

/** Names of the sitemaps, `companies-450` and the like last. Read once per generation, on the first request. */
export function sitemapNames(): (dataset: Dataset) => Promise<string[]> {
  let cache: { generation: string; names: Promise<string[]> } | null = null;
  return (dataset) => {
    const { id } = dataset.manifest;
    if (cache?.generation !== id) {
      const names = namesIn(dataset);
      cache = { generation: id, names };
      // The next request tries again after a failure.
      names.catch(() => {
        cache = null;
      });
    }
    return cache.names;
  };
}

async function namesIn(dataset: Dataset): Promise<string[]> {
  const ranges = await companyRanges(dataset.db);
  return [
    'pages',
    'places',
    'activities',
    ...(dataset.partGroup('procurement') === null ? [] : ['markets']),
    ...ranges.map((range) => `companies-${range}`),
  ];
}

/** Null for an unknown name. `caen`: codes of all classes of activities. */
export async function pagesIn(name: string, dataset: Dataset, caen: readonly string[]): Promise<SitemapPage[] | null> {
  const procurement = dataset.partGroup('procurement');
  if (name === 'pages')
    return [...sitemapPages('always'), ...(procurement === null ? [] : sitemapPages('procurement'))].map((page) => ({
      page,
      params: {},
    }));
  if (name === 'activities') return caen.map((code) => ({ page: 'activity', params: { code } }));
  if (name === 'places') return localities(dataset);
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

async function localities({ db }: Dataset): Promise<SitemapPage[]> {
  const counties = await countiesWithCompanies(db);
  const towns = await townsWithCompanies(db, PAGES_MAX - counties.length);
  return [
    ...counties.map((county): SitemapPage => ({ page: 'county', params: { county } })),
    ...towns.map(
      (town): SitemapPage => ({ page: 'town', params: { county: town.county_slug, town: town.locality_slug } }),
    ),
  ];
}

const DECLARATION = '<?xml version="1.0" encoding="UTF-8"?>\n';
const NAMESPACE = 'http://www.sitemaps.org/schemas/sitemap/0.9';

/** Pages per chunk: the thread serves other requests between chunks. */
const PAGES_EACH = 500;

export function indexXml(names: readonly string[], origin: string, changedOn: string): string {
  const rows = names.map(
    (name) =>
      `<sitemap><loc>${escapeXml(`${origin}/sitemap/${name}.xml`)}</loc><lastmod>${changedOn}</lastmod></sitemap>`,
  );
  return `${DECLARATION}<sitemapindex xmlns="${NAMESPACE}">\n${rows.join('\n')}\n</sitemapindex>\n`;
}

export function* urlsetXml(pages: readonly SitemapPage[], origin: string): Generator<Buffer> {
  yield Buffer.from(`${DECLARATION}<urlset xmlns="${NAMESPACE}" xmlns:xhtml="http://www.w3.org/1999/xhtml">\n`);
  for (let at = 0; at < pages.length; at += PAGES_EACH)
    yield Buffer.from(
      pages
        .slice(at, at + PAGES_EACH)
        .map((page) => entries(page, origin))
        .join(''),
    );
  yield Buffer.from('</urlset>\n');
}

function entries({ page, params }: SitemapPage, origin: string): string {
  const address = (language: Language): string => escapeXml(origin + to(page, language, params));
  const [ro, en] = [address('ro'), address('en')];
  const alternates = `<xhtml:link rel="alternate" hreflang="ro" href="${ro}"/><xhtml:link rel="alternate" hreflang="en" href="${en}"/>`;
  return `<url><loc>${ro}</loc>${alternates}</url>\n<url><loc>${en}</loc>${alternates}</url>\n`;
}

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&apos;' };

const escapeXml = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
