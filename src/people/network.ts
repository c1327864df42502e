/** Who runs a company, and what else they run: a graph of depth one, small enough to draw. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import type { Preview } from '#operations/endpoint.ts';
import { isLoaded } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import {
  activeByCui,
  type FirmListRow,
  firmsByRank,
  firmsOfHolders,
  firmsOfOfficers,
  firmsOwnedBy,
  holdersOf,
  officersOf,
} from './firms-table.ts';
import type { Tied } from './related.ts';

/** More than this is no picture any more. */
const NODES_MAX = 200;

const Node = Type.Object(
  {
    id: Type.String({ description: 'Unique in this answer.' }),
    kind: oneOf(['company', 'person'], 'What it is.'),
    label: Type.String({ description: 'Name.' }),
    cui: orNull(Type.String(), 'Fiscal code of a company, where known.'),
    personId: orNull(Type.String(), 'Identifier of a person.'),
    active: orNull(Type.Boolean(), 'Whether the company operates; null for persons and where not known.'),
  },
  { ...closed, title: 'NetworkNode' },
);

const Edge = Type.Object(
  {
    from: Type.String({ description: 'Node of the person or company that holds the role.' }),
    to: Type.String({ description: 'Node of the company it is held in.' }),
    role: Type.String({ description: 'Title as registered, or `shareholder`.' }),
  },
  { ...closed, title: 'NetworkEdge' },
);

export const Network = Type.Object(
  {
    nodes: Type.Array(Node, { description: 'The company first.' }),
    edges: Type.Array(Edge, { description: 'Roles.' }),
    truncated: Type.Boolean({ description: 'True when there is more than fits.' }),
  },
  { ...closed, title: 'Network' },
);
export type Network = Static<typeof Network>;

/** What free visitors see of it: enough for a picture of what there is. */
const PREVIEW_NODES = 10;

export const networkPreview: Preview<Network, typeof Network> = {
  about: `the first ${PREVIEW_NODES} nodes`,
  data: Network,
  show({ nodes, edges, truncated }, meta) {
    const kept = nodes.slice(0, PREVIEW_NODES);
    const ids = new Set(kept.map(({ id }) => id));
    return {
      data: {
        nodes: kept,
        edges: edges.filter(({ from, to }) => ids.has(from) && ids.has(to)),
        truncated: truncated || kept.length < nodes.length,
      },
      meta,
    };
  },
};

/** A representative of whom the registry says no more. */
const UNTITLED = 'representative';

interface Holder {
  id: string;
  kind: 'company' | 'person';
  label: string;
  cui: number | null;
  personId: string;
  role: string;
}

export async function networkOf(
  company: Tied & { name: string; active: boolean | null },
  dataset: Dataset,
  hidden: ReadonlySet<string>,
): Promise<Network> {
  const { db } = dataset;
  const shareholders = isLoaded(dataset, 'shareholders');
  const holders: Holder[] = [
    ...(company.firm ? await officersOf(db, company.firm.id) : []).map((one) =>
      holder(one, one.cui, one.title ?? UNTITLED),
    ),
    ...(shareholders ? await holdersOf(db, company.cui) : []).map((one) => holder(one, one.holder_cui, 'shareholder')),
  ].filter((one) => !hidden.has(one.personId));
  const persons = [...new Set(holders.filter((one) => one.kind === 'person').map((one) => one.personId))];
  const offices = await firmsOfOfficers(db, persons, NODES_MAX + 1);
  const shares = shareholders ? await firmsOfHolders(db, persons, NODES_MAX + 1) : [];
  const owned = shareholders ? await firmsOwnedBy(db, company.cui, NODES_MAX + 1) : [];
  const found = [
    ...owned.map((row) => ({ ...row, from: 'company', role: 'shareholder' })),
    ...offices.map((row) => ({ ...row, from: `person:${row.person_id}`, role: row.title ?? UNTITLED })),
    ...shares.map((row) => ({ ...row, from: `person:${row.person_id}`, role: 'shareholder' })),
  ];
  // The largest firms first, whoever leads to them.
  const ranks = [...new Set(found.map((row) => row.firm))].toSorted((a, b) => a - b);
  const drawn = new Set(holders.map((one) => one.cui));
  const firms = (await firmsByRank(db, ranks.slice(0, NODES_MAX + 1))).filter(
    (row) => row.firm_id !== company.firm?.id && !(row.cui !== null && drawn.has(row.cui)),
  );
  const nodes = new Map<string, Static<typeof Node>>();
  nodes.set('company', {
    id: 'company',
    kind: 'company',
    label: company.name,
    cui: company.cui,
    personId: null,
    active: company.active,
  });
  const operating = await activeByCui(
    db,
    holders.flatMap((one) => one.cui ?? []),
  );
  for (const one of holders)
    nodes.set(one.id, {
      id: one.id,
      kind: one.kind,
      label: one.label,
      cui: one.cui === null ? null : String(one.cui),
      personId: one.kind === 'person' ? one.personId : null,
      active: operating.get(one.cui ?? 0) ?? null,
    });
  for (const firm of firms) nodes.set(`firm:${firm.rank}`, firmNode(firm));
  const kept = new Map([...nodes].slice(0, NODES_MAX));
  const edges = [
    ...holders.map((one) => ({ from: one.id, to: 'company', role: one.role })),
    ...found.map((row) => ({ from: row.from, to: `firm:${row.firm}`, role: row.role })),
  ].filter((edge) => kept.has(edge.from) && kept.has(edge.to));
  return {
    nodes: [...kept.values()],
    edges: unique(edges),
    truncated: Math.max(nodes.size, owned.length, offices.length, shares.length) > NODES_MAX,
  };
}

const holder = (
  one: { person_id: string; name: string; kind: 'person' | 'company' },
  cui: number | null,
  role: string,
): Holder => ({
  id: `${one.kind}:${one.person_id}`,
  kind: one.kind,
  label: one.name,
  cui,
  personId: one.person_id,
  role,
});

const firmNode = (firm: FirmListRow): Static<typeof Node> => ({
  id: `firm:${firm.rank}`,
  kind: 'company',
  label: firm.name,
  cui: firm.cui === null ? null : String(firm.cui),
  personId: null,
  active: firm.active === null ? null : firm.active === 1,
});

const unique = <Edge extends { from: string; to: string; role: string }>(edges: Edge[]): Edge[] => [
  ...new Map(edges.map((edge) => [`${edge.from} ${edge.to} ${edge.role}`, edge])).values(),
];
