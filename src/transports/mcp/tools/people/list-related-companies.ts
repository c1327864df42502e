/** Companies that share people or an address with one. */
import Type from 'typebox';
import { Cui } from '#api/parameters.ts';
import { oneOf, orNull } from '#lib/schema/fields.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, PageFields, pageOf, positionOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { tool } from '#transports/mcp/tool.ts';
import { companyItemFields, companyLink, companyPage } from '#transports/mcp/tools/company-item.ts';

const NAME = 'list_related_companies';
const PAGE = 50;
/** The listed ties of a company; it may have more. */
const VIA_MAX = 6;

const kinds = ['administrator', 'shareholder', 'owner', 'address', 'insolvencyPractitioner', 'representative'] as const;

const via = pick(
  'getRelated.via',
  {
    kind: oneOf(kinds, 'By whom or what they are tied; `insolvencyPractitioner` is no tie between companies.'),
    role: orNull(Type.String(), 'Title as registered; null for shareholders and addresses.'),
    name: orNull(Type.String(), 'Person or company that ties them; null for an address.'),
    personId: orNull(Type.String(), 'For `get_person`.'),
    cui: orNull(Type.String(), 'Fiscal code of a company that ties them.'),
    address: orNull(Type.String(), 'The shared address.'),
  },
  {},
);

const related = pick(
  'getRelated',
  {
    ...companyItemFields,
    tied: Type.Boolean({ description: 'False: only a practitioner, liquidator or auditor leads to it.' }),
    via: Type.Array(via.schema, { description: `What ties them, the first ${VIA_MAX}.` }),
    ties: Type.Integer({ description: 'How many ties there are in all.' }),
  },
  {
    url: ({ cui }, call) => companyLink(cui, call),
    via: (row, call) => row.via.slice(0, VIA_MAX).map((one) => via.of(one, call)),
    ties: (row) => row.via.length,
  },
);

export const listRelatedCompanies = tool({
  name: NAME,
  title: 'Related companies',
  about:
    'Lists companies tied to a company through shared administrators, shareholders or the same address, strongest tie first (shared insolvency practitioners, liquidators and auditors are no tie and are only counted): for conflicts of interest, groups and "what else do its owners run". Who holds which role and share, as a graph, tells `get_company_network`; all companies of one person `get_person`.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    kind: Type.Optional(
      oneOf(
        kinds,
        'Only ties of this kind; `insolvencyPractitioner` and `representative` (liquidators, auditors) list companies that are left out otherwise.',
      ),
    ),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    companies: Type.Array(related.schema, { description: 'Strongest tie first.' }),
    omitted: Type.Integer({ description: 'Left out: tied by practitioners, liquidators or auditors only.' }),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { cui, kind } = input;
    const position = positionOf(call, NAME, input);
    const { data, meta } = await call.client.getRelated({
      cui,
      limit: PAGE,
      ...(kind !== undefined && { kind }),
      ...(position.cursor !== undefined && { cursor: position.cursor }),
    });
    const citation = citationOf(call, companyPage('companyRelated', cui), [meta]);
    const omitted = Number(meta.omitted ?? 0);
    const rows = data.map((row) => related.of(row, call));
    const { rows: companies, ...page } = pageOf(call, NAME, input, {
      rows,
      meta,
      position,
      besides: { omitted, ...citation },
    });
    return { companies, omitted, ...page, ...citation };
  },
});
