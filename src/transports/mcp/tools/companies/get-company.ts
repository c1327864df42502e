/** Who a company is, and the parts of its dossier that are asked for. */

import Type, { type TSchema } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CalendarDay, Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { Cited, cited } from '#transports/mcp/format/citing.ts';
import { CursorArgument } from '#transports/mcp/format/lists.ts';
import { tool } from '#transports/mcp/tool.ts';
import { attempted } from '#transports/mcp/tools/attempted.ts';
import { CompanyNow, companyNow } from './company-now.ts';
import { activities } from './sections/activities.ts';
import { decisions } from './sections/decisions.ts';
import { directors } from './sections/directors.ts';
import { procurement } from './sections/procurement.ts';
import { ranks } from './sections/ranks.ts';
import type { Section } from './sections/section.ts';
import { timeline } from './sections/timeline.ts';
import { vat } from './sections/vat.ts';

const sections = { vat, directors, caen: activities, rankings: ranks, timeline, decisions, procurement };
type Part = keyof typeof sections;
const anyOf: Record<Part, Section<TSchema>> = sections;
const parts = Object.keys(sections) as Part[];

const OnDate = Type.Object(
  {
    date: Type.String({ description: 'The day that was asked for.' }),
    vatRegistered: orNull(Type.Boolean(), 'Registered for VAT on that day; null: nobody told.'),
    inactive: orNull(Type.Boolean(), 'Declared inactive on that day.'),
    registered: orNull(Type.Boolean(), 'Registered on that day.'),
    name: orNull(Type.String(), 'Its name on that day.'),
  },
  { ...closed, description: 'What it was on `date`; only where that was asked for.' },
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
      description: 'Parts to tell beside the profile, only what the question needs; `[]`: the profile alone.',
    }),
    date: Type.Optional(CalendarDay('A day: `onDate` tells what the company was on it (VAT, inactivity, name).')),
    cursor: CursorArgument,
  }),
  output: Type.Object({ company: CompanyNow, onDate: Type.Optional(OnDate), ...included.properties, ...Cited }),
  async call({ cui, include, date, cursor }, call) {
    const wanted = [...new Set(include)];
    assertCursor(cursor, wanted);
    const { data, meta } = await call.client.getCompany({ cui, ...(date !== undefined && { date }) });
    const asked = { cui: data.cui, company: data, ...(cursor !== undefined && { cursor }), call };
    const read = await Promise.all(
      wanted.map(async (name) => ({ name, ...(await attempted(name, () => anyOf[name].read(asked))) })),
    );
    const told = read.flatMap(({ name, part }) => (part ? [[name, part.part]] : []));
    const metas = [meta, ...read.flatMap(({ part }) => part?.metas ?? [])];
    const also = read.flatMap(({ missing }) => missing ?? []);
    return {
      company: companyNow(data),
      ...(data.onDate && { onDate: onDateOf(data.onDate) }),
      ...(Object.fromEntries(told) as Static<typeof included>),
      ...cited(call, { name: 'company', params: { cui: data.cui } }, metas, { also }),
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

const onDateOf = ({ date, vatRegistered, inactive, registered, name }: Static<typeof OnDate>) => ({
  date,
  vatRegistered,
  inactive,
  registered,
  name,
});
