/** Notices of tenders, searched. */

import Type, { type TSchema } from 'typebox';
import type { ApiClient } from '#api/client.ts';
import { CalendarDay, Cui, SearchText, withPatternMessage } from '#api/parameters.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, typed } from '#transports/mcp/format/citation.ts';
import { CursorArgument, LimitArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { Cpv as CpvArgument, days, defined } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { Cpv, cpvOf, Party, partyOf, short, TITLE_MAX, ValueNote } from './shapes.ts';

const NAME = 'search_tenders';

/** `get_tender` has all of them. */
const WINNERS_MAX = 5;

/** One value or several. */
const several = <Schema extends TSchema>(schema: Schema, description: string) =>
  Type.Optional(Type.Union([schema, Type.Array(schema, { minItems: 1, maxItems: 20 })], { description }));

const Money = (description: string) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, description }));

const tender = pick(
  'searchTenders',
  {
    notice: Type.String({ description: 'Number of the notice, for `get_tender`.' }),
    title: Type.String({ description: 'Title as published.' }),
    authority: Party,
    county: orNull(Type.String(), 'County of the authority.'),
    cpv: orNull(Cpv, 'Main object.'),
    estimatedValue: orNull(Type.Number(), 'Estimated value in `currency`.'),
    estimatedValueNote: ValueNote,
    currency: Type.String({ description: 'Currency of the value.' }),
    procedureTypeLabel: orNull(Type.String(), 'Kind of procedure.'),
    publishedAt: orNull(Type.String(), 'Day of publication.'),
    deadlineAt: orNull(Type.String(), 'Until when tenders are received; null when the source does not say.'),
    open: orNull(Type.Boolean(), 'Whether tenders are still received; null when the deadline is unknown.'),
    stateLabel: orNull(Type.String(), 'State of the procedure.'),
    winners: orNull(Type.Array(Party), 'Who won, as far as known; null before the award and where unknown.'),
    lotsCount: orNull(Type.Integer(), 'Lots; null when the source does not list them.'),
    documentation: Type.String({ description: 'State of its documents here; `get_tender` has the details.' }),
    url: Type.String({ description: 'Its page: cite it.' }),
  },
  {
    title: ({ title }) => short(title, TITLE_MAX),
    authority: ({ authority }) => partyOf(authority),
    cpv: ({ cpv }) => cpvOf(cpv),
    winners: ({ award }) => award?.winners?.slice(0, WINNERS_MAX).map(partyOf) ?? null,
    lotsCount: ({ lots }) => lots?.length ?? null,
    documentation: 'documentation.state',
    url: ({ notice }, call) => call.link('notice', { notice }),
  },
);

export const searchTenders = tool({
  name: NAME,
  title: 'Search tenders',
  about:
    'Finds public tender notices (licitații, anunțuri de participare) by words, CPV, authority, county, days, value, or whether they are still open. Every argument can be left out. For what came of them (who won, for how much) use `list_contracts`; for small purchases without a tender `list_direct_purchases`.',
  effect: 'reads',
  input: Type.Object({
    query: Type.Optional(SearchText),
    cpv: withPatternMessage(
      several(CpvArgument('CPV code or its first digits.'), 'CPV codes or their first digits: what is bought.'),
      messages.agents.procurement.cpvShape(),
    ),
    authorityCui: Type.Optional(Cui),
    county: several(Type.String({ minLength: 1, maxLength: 100 }), 'Counties of the authority: names or car plates.'),
    procedure: several(
      Type.String({ maxLength: 40 }),
      'Kinds of procedures: `open`, `simplified`, `ownSimplified`, `competitiveNegotiation`, `negotiationWithoutNotice`, `requestForQuotations` …; an unknown one is refused with all of them.',
    ),
    openOnly: Type.Boolean({ default: false, description: 'Only those to which tenders are still received.' }),
    ...days('day of publication'),
    deadlineFrom: Type.Optional(CalendarDay('Tenders are received at least until this day.')),
    minValue: Money('Least estimated value, lei.'),
    maxValue: Money('Greatest estimated value, lei.'),
    sort: Type.Optional(
      oneOf(
        ['relevance', 'newest', 'deadline', 'value'],
        'By relevance (default with `query`), newest first (default without), soonest deadline first, or greatest estimated value first.',
      ),
    ),
    limit: LimitArgument,
    cursor: CursorArgument,
  }),
  output: Type.Object({
    tenders: Type.Array(tender.schema, { description: 'As `sort` says.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { query, dateFrom, dateTo, openOnly, cursor: _, ...filters } = input;
    const position = positionOf(call, NAME, input);
    const cpv = listOf(filters.cpv);
    const county = listOf(filters.county);
    const procedure = listOf(filters.procedure) as Parameters<ApiClient['searchTenders']>[0]['procedure'];
    const { data, meta } = await call.client.searchTenders({
      ...defined({ ...filters, cpv, county, procedure, q: query, from: dateFrom, to: dateTo, cursor: position.cursor }),
      ...(openOnly && { state: 'open' }),
    });
    const { authorityCui, deadlineFrom, sort } = filters;
    const citation = procurementCitation(
      call,
      {
        name: 'tenders',
        // Of itself the page shows what is open.
        query: {
          q: query,
          cpv,
          authorityCui,
          county,
          procedure,
          deadlineFrom,
          sort,
          from: dateFrom,
          to: dateTo,
          minValue: typed(filters.minValue, call.language),
          maxValue: typed(filters.maxValue, call.language),
          state: openOnly ? undefined : 'all',
        },
      },
      [meta],
    );
    const rows = data.map((row) => tender.of(row, call));
    const { rows: tenders, ...paged } = pageOf(call, NAME, input, { rows, meta, position, besides: citation });
    return { tenders, ...paged, ...citation };
  },
});

const listOf = <Value>(values: Value | Value[] | undefined): Value[] | undefined =>
  values === undefined ? undefined : ([values].flat() as Value[]);
