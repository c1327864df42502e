/** Hits of the search as rows of one shape: name, details that distinguish namesakes, address. */

import { localityParts } from '#transports/web/locality.ts';

/** The page has it in `data-find`: texts, addresses and icons of its language. `{}` in an address stands for the hit's id. */
export interface SearchConfig {
  language: string;
  company: string;
  person: string;
  /** By kind of record; kinds without a page are left out. */
  records: Record<string, string>;
  titles: { companies: string; people: string; records: string };
  /** By status of a company. */
  tags: Record<string, { sign: string; colour: string }>;
  none: string;
  keys: string;
  found: readonly [one: string, several: string];
}

export interface SearchAnswer {
  data: Hits;
  meta: { totals: Totals };
}

interface Hits {
  companies: {
    cui: string | null;
    name: string;
    locality: string | null;
    county: string | null;
    caenTitle: string | null;
    status: { code: string; label: string } | null;
  }[];
  people: { id: string; name: string }[];
  records: { kind: string; id: string; title: string; date: string | null }[];
}

type Totals = Record<keyof Hits, { total: number; totalRelation: 'exact' | 'atLeast' }>;

export interface Hit {
  name: string;
  meta: string;
  href: string;
  tag: { sign: string; colour: string; label: string } | null;
}

export interface Group {
  title: string;
  hits: Hit[];
}

/** Groups with hits; a title has the total. */
export function groupsOf({ companies, people, records }: Hits, totals: Totals, config: SearchConfig): Group[] {
  const group = (kind: keyof Hits, hits: Hit[]): Group => {
    const { total, totalRelation } = totals[kind];
    return { title: `${config.titles[kind]} · ${totalRelation === 'atLeast' ? '≥ ' : ''}${total}`, hits };
  };
  const all = [
    group(
      'companies',
      companies.flatMap((one) => companyHit(one, config)),
    ),
    group(
      'people',
      people.map(({ id, name }) => ({ name, meta: '', href: fillAddress(config.person, id), tag: null })),
    ),
    group(
      'records',
      records.flatMap(({ kind, id, title, date }) => {
        const address = config.records[kind];
        if (address === undefined) return [];
        return {
          name: title,
          meta: joinParts(id, date && day(date, config.language)),
          href: fillAddress(address, id),
          tag: null,
        };
      }),
    ),
  ];
  return all.filter(({ hits }) => hits.length > 0);
}

/** Firms without a fiscal code have no page. */
function companyHit(
  { cui, name, locality, county, caenTitle, status }: Hits['companies'][number],
  { company, tags }: SearchConfig,
): Hit[] {
  if (cui === null) return [];
  const tag = status && tags[status.code];
  return [
    {
      name,
      meta: joinParts(`CUI ${cui}`, ...localityParts({ locality, county }), caenTitle),
      href: fillAddress(company, cui),
      tag: tag ? { ...tag, label: status.label } : null,
    },
  ];
}

const joinParts = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ');

const fillAddress = (address: string, value: string): string => address.replace('{}', encodeURIComponent(value));

/** The format of the pages: 22.01.2026, 22 Jan 2026. */
const day = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'ro' ? 'ro' : 'en-GB', {
    day: language === 'ro' ? '2-digit' : 'numeric',
    month: language === 'ro' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date));
