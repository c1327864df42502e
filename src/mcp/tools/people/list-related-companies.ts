/** Companies that share people or an address with one. */
import Type from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { Cited, cited } from '#mcp/telling/citing.ts';
import { CursorArgument, Paged } from '#mcp/telling/lists.ts';
import { pieced, placeOf } from '#mcp/telling/pieces.ts';
import { tool } from '#mcp/tool.ts';
import { companyItem, companyItemFields, companyPage } from '#mcp/tools/company-item.ts';
import { Cui } from '#operations/parameters.ts';

const NAME = 'list_related_companies';
const PAGE = 50;
/** A firm that shares more people with another is told with the first of them. */
const VIA_MAX = 6;

const Via = Type.Object(
  {
    kind: oneOf(['administrator', 'shareholder', 'address'], 'By whom or what they are tied.'),
    name: orNull(Type.String(), 'Person or company that ties them; null for an address.'),
    personId: orNull(Type.String(), 'For `get_person`.'),
    cui: orNull(Type.String(), 'Fiscal code of a company that ties them.'),
    address: orNull(Type.String(), 'The shared address.'),
  },
  closed,
);

const Related = Type.Object(
  {
    ...companyItemFields,
    via: Type.Array(Via, { description: `What ties them, the first ${VIA_MAX}.` }),
    ties: Type.Integer({ description: 'How many ties there are in all.' }),
  },
  closed,
);

export const listRelatedCompanies = tool({
  name: NAME,
  title: 'Related companies',
  about:
    'Lists companies tied to a company through shared administrators, shareholders or the same address, strongest tie first: for conflicts of interest, groups and "what else do its owners run". Who holds which role and share, as a graph, tells `get_company_network`; all companies of one person `get_person`.',
  effect: 'reads',
  input: Type.Object({ cui: Cui, cursor: CursorArgument }),
  output: Type.Object({ companies: Type.Array(Related, { description: 'Strongest tie first.' }), ...Paged, ...Cited }),
  async call(input, call) {
    const { cui } = input;
    const place = placeOf(call, NAME, input);
    const { data, meta } = await call.client.getRelated({
      ...{ cui, limit: PAGE },
      ...(place.cursor !== undefined && { cursor: place.cursor }),
    });
    const citation = cited(call, companyPage('companyRelated', cui), [meta]);
    const rows = data.map(({ via, ...row }) => ({
      ...companyItem(row, call),
      via: via
        .slice(0, VIA_MAX)
        .map(({ kind, name, personId, cui, address }) => ({ kind, name, personId, cui, address })),
      ties: via.length,
    }));
    const { rows: companies, ...page } = pieced(call, NAME, input, { rows, meta, place, besides: citation });
    return { companies, ...page, ...citation };
  },
});
