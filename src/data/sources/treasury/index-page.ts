/** The tax authority's index of treasury accounts: links to the pages of counties, and to the lists of counties without a page. */

import { linksOf } from '#data/sources/html.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { findCounty } from '#lib/values/county.ts';
import { treasury } from './source.ts';

export interface TreasuryLink {
  url: string;
  /** `Alba.htm`, `iban_TREZ001_TREZ002.pdf` */
  name: string;
}

export interface TreasuryLinks {
  counties: TreasuryLink[];
  lists: TreasuryLink[];
}

const PAGE = /^(.+)\.html?$/i;
/** The county's unit, then the treasury's. */
const LIST = /^iban_TREZ[0-9]{3}_TREZ[0-9]{3}\.pdf$/i;
const STATIC_HOST = new URL(treasury.address).host;
/** There are some two hundred treasuries. */
const LINKS_MAX = 2_000;

/** Links of an index page; throws when it has none of them. */
export function parseIndexPage(html: string, address: string): TreasuryLinks {
  const links = treasuryLinks(html, address);
  if (links.counties.length + links.lists.length > 0) return links;
  throw new WrongShape(address, 'links to pages of counties (Alba.htm) or to lists (iban_TREZ001_TREZ002.pdf)', 'none');
}

/**
 * On the page's own host, or on that of the authority's static files. Links are requested by https even where an https page
 * has them as `http://`. Pages of other budgets and lists of expenses are left out.
 */
export function treasuryLinks(html: string, address: string): TreasuryLinks {
  const page = new URL(address);
  const hosts = [page.host, STATIC_HOST];
  const counties = new Map<string, TreasuryLink>();
  const lists = new Map<string, TreasuryLink>();
  for (const link of linksOf(html, address)) {
    const target = new URL(link.url);
    const name = target.pathname.split('/').at(-1) ?? '';
    const isWeb = target.protocol === 'http:' || target.protocol === 'https:';
    if (!isWeb || !hosts.includes(target.host) || counties.size + lists.size >= LINKS_MAX) continue;
    if (page.protocol === 'https:' || target.host === STATIC_HOST) target.protocol = 'https:';
    const url = target.href;
    const [, county] = PAGE.exec(name) ?? [];
    if (county !== undefined && findCounty(county)) counties.set(name, { url, name });
    else if (LIST.test(name)) lists.set(name, { url, name });
  }
  return { counties: [...counties.values()], lists: [...lists.values()] };
}
