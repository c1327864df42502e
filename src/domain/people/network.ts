/** The officers and shareholders of a company and their other firms: a graph of depth one, small enough to draw. */

import { Type } from 'typebox';
import type { Preview } from '#api/endpoint.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { closed, field, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { roles } from '#lib/values/officer-roles.ts';
import { type FirmListRow, firmsByRank, listedByCui } from './firms-table.ts';
import { isSame } from './related-companies.ts';
import { type Holder, type Role, type TieSubject, tiesOf } from './ties.ts';

/** A larger graph is not readable. */
const NODES_MAX = 200;

const Node = Type.Object(
  {
    id: field(Type.String(), { en: 'Unique in this answer.', ro: 'Unic în acest răspuns.' }),
    kind: oneOf(['company', 'person'], { en: 'What it is.', ro: 'Ce este.' }),
    label: field(Type.String(), { en: 'Name.', ro: 'Numele.' }),
    cui: orNull(Type.String(), {
      en: 'Fiscal code of a company, where known.',
      ro: 'Codul fiscal al unei firme, unde se știe.',
    }),
    personId: orNone(Type.String(), { en: 'Identifier of a person.', ro: 'Identificatorul unei persoane.' }),
    active: orNull(Type.Boolean(), {
      en: 'Whether the company operates; null for persons and where unknown.',
      ro: 'Dacă firma este în funcțiune; null pentru persoane și unde nu se știe.',
    }),
  },
  { ...closed, title: 'NetworkNode' },
);

const Edge = Type.Object(
  {
    from: field(Type.String(), {
      en: 'Node of the person or company with the role.',
      ro: 'Nodul persoanei sau firmei care are rolul.',
    }),
    to: field(Type.String(), {
      en: 'Node of the company in which the role exists.',
      ro: 'Nodul firmei în care îl are.',
    }),
    role: field(Type.String(), {
      en: 'Title as registered, or `shareholder`.',
      ro: 'Titlul așa cum este înregistrat sau `shareholder`.',
    }),
    roleCode: oneOf(roles, {
      en: 'The role, by the title, as in the roles of a person.',
      ro: 'Rolul, după titlu, ca la rolurile unei persoane.',
    }),
    percent: orNull(Type.Number(), {
      en: 'Of a shareholder: share of the capital in percent, where known.',
      ro: 'La un asociat: cota din capital în procente, unde se știe.',
    }),
  },
  { ...closed, title: 'NetworkEdge' },
);

export const Network = Type.Object(
  {
    nodes: field(Type.Array(Node), { en: 'The company first.', ro: 'Întâi firma.' }),
    edges: field(Type.Array(Edge), { en: 'Roles.', ro: 'Roluri.' }),
    total: field(Type.Integer(), {
      en: 'Number of all nodes, including those that are omitted.',
      ro: 'Câte noduri există, și cele care nu încap sau nu se arată.',
    }),
    totalRelation: oneOf(['exact', 'atLeast'], {
      en: '`atLeast` where a person has roles in more companies than were examined.',
      ro: '`atLeast` unde o persoană are roluri în mai multe firme decât au fost examinate.',
    }),
    truncated: field(Type.Boolean(), {
      en: 'True when there is more than fits.',
      ro: 'Adevărat când sunt mai multe decât încap.',
    }),
  },
  { ...closed, title: 'Network' },
);
export type Network = Static<typeof Network>;

/** Nodes that free visitors see. */
const PREVIEW_NODES = 10;

export const networkPreview: Preview<Network, typeof Network> = {
  about: { en: `the first ${PREVIEW_NODES} nodes`, ro: `primele ${PREVIEW_NODES} noduri` },
  data: Network,
  reduce({ nodes, edges, total, totalRelation, truncated }, meta) {
    const first = nodes.slice(0, PREVIEW_NODES);
    const ids = new Set(first.map(({ id }) => id));
    return {
      data: {
        nodes: first,
        edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
        total,
        totalRelation,
        truncated: truncated || first.length < nodes.length,
      },
      meta,
    };
  },
};

type Node = Static<typeof Node>;
type Edge = Static<typeof Edge>;

/** Node of the requested company. */
const CENTRE = 'company';
/** Role of an officer without a title. */
const UNTITLED = 'representative';

/** The company's holders come first, then the largest firms. */
export async function networkOf(
  company: TieSubject & { active: boolean | null },
  dataset: Dataset,
  hidden: ReadonlySet<string>,
): Promise<Network> {
  const { db } = dataset;
  const { holders, ties, truncated } = await tiesOf(company, dataset, hidden, { limit: NODES_MAX, withApart: false });
  const [, ...others] = holders;
  const registrations = await listedByCui(
    db,
    others.flatMap((one) => one.cui ?? []),
  );
  const operating = new Map(registrations.map(({ cui, active }) => [cui, active]));
  const nodes = new Map<string, Node>();
  const add = (node: Node): unknown => nodes.set(node.id, node);
  add({ id: CENTRE, kind: 'company', label: company.name, cui: company.cui, personId: null, active: company.active });
  for (const one of others) add(holderNode(one, operating.get(one.cui ?? 0) ?? null));
  // A firm that is a holder of the company has one node for all of its registrations.
  const ofHolders = new Map(registrations.map(({ cui, rank }) => [rank, `company:${cui}`]));
  const ranks = new Set(ties.map(({ firm }) => firm).filter((firm) => !ofHolders.has(firm)));
  const firms = (await firmsByRank(db, [...ranks])).filter((row) => !isSame(row, company));
  for (const firm of firms.slice(0, NODES_MAX)) add(firmNode(firm));
  const visible = new Map([...nodes].slice(0, NODES_MAX));
  const edges = [
    ...others.flatMap((one) => one.roles.map((role) => ({ from: idOf(one), to: CENTRE, ...edgeRole(role) }))),
    ...ties
      .filter(({ direct }) => !direct)
      .map((tie) => ({
        from: tie.holder === holders[0] ? CENTRE : idOf(tie.holder),
        to: ofHolders.get(tie.firm) ?? `firm:${tie.firm}`,
        ...edgeRole(tie),
      })),
  ].filter((edge) => visible.has(edge.from) && visible.has(edge.to));
  const drawn = 1 + others.length + firms.length;
  return {
    nodes: [...visible.values()],
    edges: unique(edges),
    total: drawn,
    totalRelation: truncated ? 'atLeast' : 'exact',
    truncated: truncated || drawn > NODES_MAX,
  };
}

const idOf = ({ kind, key }: Holder): string => `${kind}:${key}`;

const edgeRole = ({ kind, title, percent }: Role): Pick<Edge, 'role' | 'roleCode' | 'percent'> => ({
  role: title ?? (kind === 'shareholder' ? kind : UNTITLED),
  roleCode: kind,
  percent: percent === null ? null : percent / 100,
});

const holderNode = (one: Holder, active: number | null): Node => ({
  id: idOf(one),
  kind: one.kind,
  label: one.name,
  cui: one.cui === null ? null : String(one.cui),
  personId: one.personId,
  active: active === null ? null : active === 1,
});

const firmNode = (firm: FirmListRow): Node => ({
  id: `firm:${firm.rank}`,
  kind: 'company',
  label: firm.name,
  cui: firm.cui === null ? null : String(firm.cui),
  personId: null,
  active: firm.active === null ? null : firm.active === 1,
});

const unique = (edges: Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.from} ${edge.to} ${edge.role}`, edge])).values(),
];
