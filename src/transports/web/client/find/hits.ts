/** What the search found, as rows of one shape: a name, what tells namesakes apart, where it leads. */

import { placeOf } from '#transports/web/locality.ts';

/** What the page tells the island: words, addresses and signs of its language. `{}` stands for what is found. */
export interface Told {
  language: string;
  company: string;
  person: string;
  /** By kind of record; kinds without a page are left out. */
  records: Record<string, string>;
  titles: { companies: string; people: string; records: string };
  /** How each status is shown. */
  tags: Record<string, { sign: string; colour: string }>;
  none: string;
  keys: string;
  found: readonly [one: string, several: string];
}

export interface Found {
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

/** Groups that have something, with how many there are in all. */
export function groupsOf({ companies, people, records }: Hits, totals: Totals, told: Told): Group[] {
  const group = (kind: keyof Hits, hits: Hit[]): Group => {
    const { total, totalRelation } = totals[kind];
    return { title: `${told.titles[kind]} · ${totalRelation === 'atLeast' ? '≥ ' : ''}${total}`, hits };
  };
  const all = [
    group(
      'companies',
      companies.flatMap((one) => companyHit(one, told)),
    ),
    group(
      'people',
      people.map(({ id, name }) => ({ name, meta: '', href: filled(told.person, id), tag: null })),
    ),
    group(
      'records',
      records.flatMap(({ kind, id, title, date }) => {
        const address = told.records[kind];
        if (address === undefined) return [];
        return {
          name: title,
          meta: joined(id, date && day(date, told.language)),
          href: filled(address, id),
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
  { company, tags }: Told,
): Hit[] {
  if (cui === null) return [];
  const shown = status && tags[status.code];
  return [
    {
      name,
      meta: joined(`CUI ${cui}`, ...placeOf({ locality, county }), caenTitle),
      href: filled(company, cui),
      tag: shown ? { ...shown, label: status.label } : null,
    },
  ];
}

const joined = (...parts: (string | null)[]): string => parts.filter((part) => part !== null).join(' · ');

const filled = (address: string, value: string): string => address.replace('{}', encodeURIComponent(value));

/** As the pages write it: 22.01.2026, 22 Jan 2026. */
const day = (date: string, language: string): string =>
  new Intl.DateTimeFormat(language === 'ro' ? 'ro' : 'en-GB', {
    day: language === 'ro' ? '2-digit' : 'numeric',
    month: language === 'ro' ? '2-digit' : 'short',
    year: 'numeric',
    timeZone: 'UTC',
  }).format(new Date(date));
