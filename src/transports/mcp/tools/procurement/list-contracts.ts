/** Contracts of a company or of a market. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { Cui } from '#api/parameters.ts';
import { field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { parseCui } from '#lib/values/cui.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields } from '#transports/mcp/format/citation.ts';
import {
  CursorArgument,
  LimitArgument,
  type ListPosition,
  PageFields,
  pageOf,
  positionOf,
} from '#transports/mcp/format/lists.ts';
import { type Picked, pick } from '#transports/mcp/format/pick.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { Cpv as CpvArgument, days, defined } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { Cpv, cpvOf, Framework, NoteArgument, Party, partyOf, shortOrNull, TITLE_MAX, ValueNote } from './shapes.ts';

const NAME = 'list_contracts';
/** Suppliers of a row; `get_contract` has more. */
const SUPPLIERS_MAX = 5;
const NUMBER_MAX = 100;

export const contractFields = {
  id: Type.String({ description: 'Stable identifier, for `get_contract`.' }),
  number: orNull(Type.String(), 'Number as published; different authorities use the same ones.'),
  title: orNull(Type.String(), 'Title as published.'),
  date: orNull(Type.String(), 'Day it was signed.'),
  value: orNull(Type.Number(), 'Value in `currency`, of all suppliers together.'),
  valueNote: ValueNote,
  valueRelation: orNone(
    oneOf(['exact', 'atLeast', 'approximate'], 'How the value is meant.'),
    '`atLeast`: some lots have no value. Null without a value.',
  ),
  currency: Type.String({ description: 'Currency of `value`.' }),
  valueRon: orNull(Type.Number(), 'Value in lei.'),
  framework: Framework,
  authority: Party,
  suppliersCount: orNull(Type.Integer(), 'Suppliers in all; null when the source names no winner.'),
  cpv: orNull(Cpv, 'Main object.'),
};

/** How rows of the list and the record itself give these fields. */
export const contractSources = (numberMax: number, titleMax: number) => ({
  number: ({ number }: Contract) => shortOrNull(number, numberMax),
  title: ({ title }: Contract) => shortOrNull(title, titleMax),
  authority: ({ authority }: Contract) => partyOf(authority),
  suppliersCount: ({ suppliers }: Contract) => suppliers?.length ?? null,
  cpv: ({ cpv }: Contract) => cpvOf(cpv),
});

type Contract = Picked<'getCompanyContracts'>;

const contract = pick(
  'getCompanyContracts',
  {
    ...contractFields,
    suppliers: orNull(Type.Array(Party), `The winner, or members of the consortium, at most ${SUPPLIERS_MAX}.`),
    notice: orNull(Type.String(), 'Notice that began it.'),
    url: Type.String({ description: 'Its page: cite it.' }),
  },
  {
    ...contractSources(NUMBER_MAX, TITLE_MAX),
    suppliers: ({ suppliers }) => suppliers?.slice(0, SUPPLIERS_MAX).map(partyOf) ?? null,
    notice: 'procedure.notice',
    url: ({ id }, call) => call.link('contract', { number: id }),
  },
);

const input = Type.Object({
  cui: Type.Optional(Cui),
  role: oneOf(['authority', 'supplier', 'both'], 'With `cui`: whether it buys or sells.', 'both'),
  cpv: Type.Optional(CpvArgument('CPV code or its first digits; alone: the whole market.')),
  supplierCity: Type.Optional(
    Type.String({ minLength: 1, maxLength: 100, description: 'Town of the supplier; only without `cui`.' }),
  ),
  ...days('day of signing'),
  authorityCui: Type.Optional(field(Cui, 'Only of this authority: with `cui` as supplier, what lies between the two.')),
  supplierCui: Type.Optional(field(Cui, 'Only of this supplier.')),
  minValue: Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, description: 'Least value, lei.' })),
  maxValue: Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, description: 'Greatest value, lei.' })),
  valueNote: NoteArgument,
  sort: oneOf(['date', 'value'], 'Newest first, or greatest value in lei first.', 'date'),
  limit: LimitArgument,
  cursor: CursorArgument,
});

export const listContracts = tool({
  name: NAME,
  title: 'Public contracts',
  about:
    'Lists public contracts, newest or greatest first: those a company won (`role` supplier) or an institution signed (`role` authority), by `cui`; or those of a market, by `cpv`; or both narrowed. Sums and partners are there, a whole market in `analyze_market`, purchases without a contract in `list_direct_purchases`.',
  effect: 'reads',
  input,
  output: Type.Object({
    contracts: Type.Array(contract.schema, { description: 'As `sort` says.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const position = positionOf(call, NAME, input);
    const { data, meta, page } = await contractsOf(input, position, call);
    const citation = procurementCitation(call, page, [meta], { pro: messages.agents.procurement.pro.list() });
    const rows = data.map((row) => contract.of(row, call));
    const { rows: contracts, ...paged } = pageOf(call, NAME, input, { rows, meta, position, besides: citation });
    return { contracts, ...paged, ...citation };
  },
});

async function contractsOf(
  { cui, role, cpv, supplierCity, dateFrom, dateTo, limit, cursor: _, ...filters }: Static<typeof input>,
  { cursor }: ListPosition,
  { client }: ToolCall,
) {
  const paging = defined({ dateFrom, dateTo, limit, cursor, ...filters });
  if (cui !== undefined) {
    const { data, meta } = await client.getCompanyContracts({ cui, role, ...defined({ cpv }), ...paging });
    const ignored = [...(meta.ignored ?? []), ...(supplierCity === undefined ? [] : ['supplierCity'])];
    const query = { cpv, dateFrom, dateTo, role: role === 'both' ? undefined : role };
    const page = { name: 'companyProcurement', params: { cui: codeOf(cui) }, query } as const;
    return { data, meta: { ...meta, ignored }, page };
  }
  if (cpv === undefined) throw new ApiError('INVALID_PARAMETER', messages.agents.procurement.companyOrMarket());
  const { data, meta } = await client.getCpvContracts({ cpv, ...defined({ supplierCity }), ...paging });
  return {
    data,
    meta,
    page: { name: 'marketDeals', params: { cpv }, query: { dateFrom, dateTo, supplierCity } } as const,
  };
}

/** As operations read it: without `RO`, blanks and leading zeros. */
export const codeOf = (cui: string): string => parseCui(cui) ?? cui;
