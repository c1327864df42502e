/** Purchases without a tender, of a company or of a market. */

import Type from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { Meta } from '#api/operation-result.ts';
import { Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
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
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { Cpv as CpvArgument, days, defined } from './arguments.ts';
import { procurementCitation } from './citation.ts';
import { codeOf } from './list-contracts.ts';
import { Cpv, cpvOf, NoteArgument, Party, partyOf, short, TITLE_MAX, ValueNote } from './shapes.ts';

const NAME = 'list_direct_purchases';

const Row = Type.Object(
  {
    id: Type.String({ description: 'Published number: DA… in the catalogue, DAN… outside of it.' }),
    title: Type.String({ description: 'What was bought.' }),
    authority: Party,
    supplier: orNull(Party, 'Null while there is none.'),
    cpv: orNull(Cpv, 'What kind.'),
    value: orNull(Type.Number(), 'Value, lei.'),
    valueNote: ValueNote,
    state: orNull(
      oneOf(
        ['accepted', 'published', 'refused', 'conditionsRefused', 'lapsed', 'other', 'unknown'],
        '`accepted` came about; `unknown`: not published by the source. Sums count both.',
      ),
      'Null outside of the catalogue: those were bought.',
    ),
    publishedAt: orNull(Type.String(), 'Day of publication.'),
    finalizedAt: orNull(Type.String(), 'Day it was finalized; null outside of the catalogue.'),
  },
  closed,
);

const input = Type.Object({
  cui: Type.Optional(Cui),
  role: oneOf(['authority', 'supplier', 'both'], 'With `cui`: whether it buys or sells.', 'both'),
  cpv: Type.Optional(CpvArgument('CPV code or its first digits; alone: the whole market.')),
  outsideCatalogue: Type.Boolean({
    default: false,
    description:
      'Instead of purchases from the electronic catalogue, those made outside of it and announced afterwards (notificări de atribuire, DAN…).',
  }),
  ...days('day of finalization; outside of the catalogue, of publication'),
  valueNote: NoteArgument,
  limit: LimitArgument,
  cursor: CursorArgument,
});

export const listDirectPurchases = tool({
  name: NAME,
  title: 'Direct purchases',
  about:
    'Lists direct purchases (achiziții directe): small buying by public institutions without a tender, newest first, of a company by `cui`, of a market by `cpv`, or both narrowed. Contracts after tenders are in `list_contracts`, sums in `analyze_procurement`.',
  effect: 'reads',
  input,
  output: Type.Object({
    purchases: Type.Array(Row, { description: 'Newest first.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const position = positionOf(call, NAME, input);
    const { rows, meta } = await purchasesOf(input, position, call);
    const { cui, cpv = '', role, dateFrom, dateTo } = input;
    const query = { list: input.outsideCatalogue ? 'awards' : 'purchases', dateFrom, dateTo };
    const citation = procurementCitation(
      call,
      cui === undefined
        ? { name: 'marketDeals', params: { cpv }, query }
        : {
            name: 'companyProcurement',
            params: { cui: codeOf(cui) },
            query: { ...query, cpv: input.cpv, role: role === 'both' ? undefined : role },
          },
      [meta],
      { pro: messages.agents.procurement.pro.list() },
    );
    const { rows: purchases, ...paged } = pageOf(call, NAME, input, { rows, meta, position, besides: citation });
    return { purchases, ...paged, ...citation };
  },
});

async function purchasesOf(
  { cui, role, cpv, outsideCatalogue, dateFrom, dateTo, valueNote, limit }: Static<typeof input>,
  { cursor }: ListPosition,
  { client }: ToolCall,
): Promise<{ rows: Static<typeof Row>[]; meta: Meta }> {
  const paging = defined({ dateFrom, dateTo, valueNote, limit, cursor });
  if (cui === undefined && cpv === undefined)
    throw new ApiError('INVALID_PARAMETER', messages.agents.procurement.companyOrMarket());
  if (outsideCatalogue) {
    const { data, meta } =
      cui === undefined
        ? await client.getCpvDirectPurchaseAwards({ cpv: cpv ?? '', ...paging })
        : await client.getCompanyDirectPurchaseAwards({ cui, role, ...defined({ cpv }), ...paging });
    return {
      meta,
      rows: data.map((row) => ({ ...deal(row), title: short(row.object, TITLE_MAX), state: null, finalizedAt: null })),
    };
  }
  const { data, meta } =
    cui === undefined
      ? await client.getCpvDirectPurchases({ cpv: cpv ?? '', ...paging })
      : await client.getCompanyDirectPurchases({ cui, role, ...defined({ cpv }), ...paging });
  return {
    meta,
    rows: data.map((row) => ({
      ...deal(row),
      title: short(row.title, TITLE_MAX),
      state: row.state,
      finalizedAt: row.finalizedAt,
    })),
  };
}

const deal = (
  row: Pick<Static<typeof Row>, 'id' | 'authority' | 'supplier' | 'cpv' | 'value' | 'valueNote' | 'publishedAt'>,
) => ({
  id: row.id,
  authority: partyOf(row.authority),
  supplier: row.supplier && partyOf(row.supplier),
  cpv: cpvOf(row.cpv),
  value: row.value,
  valueNote: row.valueNote,
  publishedAt: row.publishedAt,
});
