/** Search hits of any kind, in the shape for deep research. */

import Type from 'typebox';
import { translator } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import type { ToolCall } from '#transports/mcp/tool.ts';

export const kinds = ['company', 'person', 'notice', 'contract', 'decision', 'document', 'caen', 'press'] as const;
export type Kind = (typeof kinds)[number];

export const Hit = Type.Object(
  {
    id: Type.String({ description: 'For `fetch`.' }),
    title: Type.String({ description: 'Name or title.' }),
    url: Type.String({ description: 'Its page.' }),
    kind: oneOf(kinds, 'What it is.'),
    about: orNull(Type.String(), 'What tells it apart from others of the name.'),
    date: orNull(Type.String(), 'Day of a record.'),
  },
  closed,
);
export type Hit = Static<typeof Hit>;

interface CompanyRow {
  cui: string | null;
  name: string;
  locality: string | null;
  county: string | null;
  statusLabel: string | null;
  status: { label: string } | null;
  caenTitle: string | null;
}

/** A company without a fiscal code has no page. */
export const companyHit = (
  { cui, name, locality, county, status, statusLabel, caenTitle }: CompanyRow,
  call: ToolCall,
): Hit[] =>
  cui === null
    ? []
    : [
        {
          id: `company:${cui}`,
          title: name,
          url: call.link('company', { cui }),
          kind: 'company',
          about: [`CUI ${cui}`, locality, county, status?.label ?? statusLabel, caenTitle].filter(Boolean).join(' · '),
          date: null,
        },
      ];

export interface PersonRow {
  id: string;
  name: string;
  companiesCount: number;
  activeCount: number;
  counties: readonly string[];
}

const COUNTIES_MAX = 3;

export const personHit = (person: PersonRow, call: ToolCall): Hit => {
  const { id, name, companiesCount, activeCount, counties } = person;
  const companies = translator(call.language)(
    messages.agents.search.companiesOf({ companies: companiesCount, active: activeCount }),
  );
  return {
    id: `person:${id}`,
    title: name,
    url: call.link('person', { id }),
    kind: 'person',
    about: [companies, ...counties.slice(0, COUNTIES_MAX)].join(' · '),
    date: null,
  };
};

export interface RecordRow {
  kind: string;
  id: string;
  title: string;
  date: string | null;
  url: string;
}

/** Hits of kinds that `fetch` reads; other kinds have their own tools. */
export function recordHit({ kind, id, title, date, url }: RecordRow, call: ToolCall): Hit[] {
  const hit = (kind: Kind, key: string, page: string): Hit[] => [
    { id: `${kind}:${key}`, title, url: page, kind, about: null, date },
  ];
  switch (kind) {
    case 'notice':
      return hit(kind, id, call.link('notice', { notice: id }));
    case 'contract':
      return hit(kind, id, call.link('contract', { number: id }));
    case 'decision':
      return hit(kind, id, call.link('decision', { id }));
    case 'caen':
      return hit(kind, id, call.link('activity', { code: id }));
    case 'article':
      return hit('press', id, call.link('article', { slug: id }));
    case 'document': {
      // Documents of supplier reports belong to no procedure.
      const notice = /^\/api\/sicap\/procedure\/([A-Za-z0-9]+)\/documents$/.exec(url)?.[1];
      return notice === undefined
        ? []
        : hit(kind, `${notice}/${id}`, call.link('noticeDocument', { notice, document: id }));
    }
    default:
      return [];
  }
}
