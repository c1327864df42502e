/** The profile of a company, and the requested sections. */

import Type, { type TSchema } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CalendarDay, Cui } from '#api/parameters.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { settle } from '#transports/mcp/tools/optional-part.ts';
import { companyNow } from './company-now.ts';
import type { Section } from './company-sections.ts';
import { activities, decisions, directors, procurement, ranks, timeline, vat } from './company-sections.ts';

const sections = { vat, directors, caen: activities, rankings: ranks, timeline, decisions, procurement };
type Part = keyof typeof sections;
const anyOf: Record<Part, Section<TSchema>> = sections;
const parts = Object.keys(sections) as Part[];

const onDate = pick(
  'getCompany.onDate',
  {
    date: Type.String({ description: 'The requested day.' }),
    vatRegistered: orNull(Type.Boolean(), 'Registered for VAT on that day; null: no source states it.'),
    inactive: orNull(Type.Boolean(), 'Declared inactive on that day.'),
    registered: orNull(Type.Boolean(), 'Registered on that day.'),
    name: orNull(Type.String(), 'Its name on that day.'),
  },
  {},
  'The state on `date`; only where requested.',
);

const included = Type.Object({
  vat: Type.Optional(vat.shape),
  directors: Type.Optional(directors.shape),
  caen: Type.Optional(activities.shape),
  rankings: Type.Optional(ranks.shape),
  timeline: Type.Optional(timeline.shape),
  decisions: Type.Optional(decisions.shape),
  procurement: Type.Optional(procurement.shape),
});

export const getCompany = tool({
  name: 'get_company',
  title: 'Company profile',
  about:
    'Tells who a Romanian company is by its fiscal code (CUI): status, insolvency, address, activity, whether it pays VAT; and what `include` names: directors and owners, `vat` (since when, on cashing, split, e-invoices), activities, rankings, history, Official Gazette decisions, public procurement at a glance. With `date`, what it was on that day. Only the name is known: `search` first. Figures by year: `get_company_financials`. Many codes: `look_up_companies`.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    include: Type.Array(oneOf(parts, 'A part.'), {
      maxItems: parts.length,
      default: ['directors'],
      description: 'Parts beside the profile, only those that the question needs; `[]`: the profile alone.',
    }),
    date: Type.Optional(CalendarDay('A day: `onDate` tells what the company was on it (VAT, inactivity, name).')),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    company: companyNow.schema,
    onDate: Type.Optional(onDate.schema),
    ...included.properties,
    ...CitationFields,
  }),
  async call({ cui, include, date, cursor }, call) {
    const requested = [...new Set(include)];
    assertCursor(cursor, requested);
    const { data, meta } = await call.client.getCompany({ cui, ...(date !== undefined && { date }) });
    const request = { cui: data.cui, company: data, ...(cursor !== undefined && { cursor }), call };
    const read = await Promise.all(
      requested.map(async (name) => ({ name, ...(await settle(name, () => anyOf[name].read(request))) })),
    );
    const sections = read.flatMap(({ name, part }) => (part ? [[name, part.part]] : []));
    const metas = [meta, ...read.flatMap(({ part }) => part?.metas ?? [])];
    const also = read.flatMap(({ missing }) => missing ?? []);
    return {
      company: companyNow.of(data, call),
      ...(data.onDate && { onDate: onDate.of(data.onDate, call) }),
      ...(Object.fromEntries(sections) as Static<typeof included>),
      ...citationOf(call, { name: 'company', params: { cui: data.cui } }, metas, { warnings: also }),
    };
  },
});

function assertCursor(cursor: string | undefined, [first, ...others]: readonly Part[]): void {
  if (cursor === undefined) return;
  if (first === undefined || others.length > 0)
    throw new ApiError('INVALID_PARAMETER', messages.agents.companies.cursorOfOne());
  if (!anyOf[first].isPaged)
    throw new ApiError('INVALID_PARAMETER', messages.agents.companies.notPaged({ part: first }));
}
