/** The roles around a company, and other roles of the same people and companies. */

import Type from 'typebox';
import type { Meta } from '#api/operation-result.ts';
import { Cui } from '#api/parameters.ts';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { CitationFields, citationOf } from '#transports/mcp/format/citation.ts';
import { CursorArgument, fittingRows, PageFields, startOf } from '#transports/mcp/format/lists.ts';
import { pick } from '#transports/mcp/format/pick.ts';
import { type ToolCall, tool } from '#transports/mcp/tool.ts';
import { companyPage } from '#transports/mcp/tools/company-item.ts';

const NAME = 'get_company_network';

const node = (description: string) =>
  pick(
    'getNetwork.nodes',
    {
      kind: oneOf(['company', 'person'], 'What it is.'),
      name: Type.String({ description: 'Name.' }),
      cui: orNull(Type.String(), 'Fiscal code of a company.'),
      personId: orNull(Type.String(), 'Of a person: for `get_person`.'),
      active: orNull(Type.Boolean(), 'Whether the company operates; null for persons.'),
    },
    { name: 'label' },
    description,
  );

const holder = node('Who holds the role.');
const company = node('Where it is held.');

const Role = Type.Object(
  {
    distance: Type.Integer({ description: '1: a role in the company itself, or held by it; 2: elsewhere.' }),
    holder: holder.schema,
    role: Type.String({ description: 'Title as registered, or `shareholder`.' }),
    percent: orNull(Type.Number(), 'Share of the capital, percent, where known.'),
    company: company.schema,
  },
  closed,
);

export const getCompanyNetwork = tool({
  name: NAME,
  title: 'Network of roles around a company',
  about:
    'Tells role by role who runs and owns a company (depth 1) and which roles and shares the same people and companies hold elsewhere (depth 2). Whole for accounts with full access, the first ten people and companies for others. For a plain list of tied companies, with shared addresses and open to all, use `list_related_companies`; for one person `get_person`.',
  effect: 'reads',
  input: Type.Object({
    cui: Cui,
    depth: Type.Integer({
      minimum: 1,
      maximum: 2,
      default: 2,
      description: '1: roles in the company itself; 2: also those of the same people elsewhere.',
    }),
    cursor: CursorArgument,
  }),
  output: Type.Object({
    roles: Type.Array(Role, { description: 'Those in the company itself first.' }),
    nodes: Type.Integer({ description: 'All people and companies in the network, including omitted ones.' }),
    nodesRelation: oneOf(['exact', 'atLeast'], 'Whether all were counted.'),
    ...PageFields,
    ...CitationFields,
  }),
  async call(input, call) {
    const { cui, depth } = input;
    const { data, meta } = await call.client.getNetwork({ cui });
    const isCut = data.truncated;
    const all = rolesOf(data, call).filter(({ distance }) => distance <= depth);
    const citation = citationOf(call, companyPage('companyRelated', cui), [isCut ? meta : whole(meta)], {
      pro: messages.agents.people.pro.network({ total: data.total }),
      warnings: isCut && !meta.preview ? [messages.agents.people.networkCut({ total: data.total })] : [],
    });
    const start = startOf(call, NAME, input);
    const list = { rows: all.slice(start), start, total: all.length, besides: citation };
    const { rows: roles, truncated, total, nextCursor } = fittingRows(call, NAME, input, list);
    return {
      roles,
      nodes: data.total,
      nodesRelation: data.totalRelation,
      // The number of roles beyond the limit is unknown.
      total: isCut ? null : total,
      truncated: truncated || isCut,
      nextCursor,
      ...citation,
    };
  },
});

/** A complete preview needs no note. */
const whole = ({ preview: _, ...meta }: Meta): Meta => meta as Meta;

type Network = Awaited<ReturnType<ToolCall['client']['getNetwork']>>['data'];

function rolesOf({ nodes, edges }: Network, call: ToolCall): Static<typeof Role>[] {
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const centre = nodes[0]?.id;
  const roles = edges.flatMap(({ from, to, role, percent }) => {
    const [source, target] = [byId.get(from), byId.get(to)];
    if (!source || !target) return [];
    const distance = from === centre || to === centre ? 1 : 2;
    return [{ distance, holder: holder.of(source, call), role, percent, company: company.of(target, call) }];
  });
  return roles.toSorted((a, b) => a.distance - b.distance);
}
