/** The network of a company as a picture of three columns. */

import { counted } from '#lib/i18n/counts.ts';
import type { Language } from '#lib/i18n/message.ts';
import { percent, wholeNumber } from '#lib/i18n/numbers.ts';
import { textsOf } from '#locales/texts.ts';
import { to } from '#transports/web/addresses.ts';
import { type NetworkNode, networkColumns } from '#transports/web/components/network-columns.ts';
import { type Html, html } from '#transports/web/html.ts';
import type { Network } from './data.ts';

export interface Rows {
  owners: number;
  firms: number;
}

/** For the company page; the page of related companies draws more. */
const FEW: Rows = { owners: 8, firms: 8 };

export function network(graph: Network, language: Language, rows: Rows = FEW): Html | null {
  const texts = textsOf(language).company.network.page;
  const [centre, ...others] = graph.nodes;
  if (!centre || others.length === 0) return null;
  const into = Map.groupBy(
    graph.edges.filter((edge) => edge.to === centre.id),
    ({ from }) => from,
  );
  const owners = others.filter(({ id }) => into.has(id)).slice(0, rows.owners);
  const ownerIds = new Set(owners.map(({ id }) => id));
  const outgoing = graph.edges.filter(
    ({ from, to: end }) => end !== centre.id && (from === centre.id || ownerIds.has(from)),
  );
  const reached = new Set(outgoing.map((edge) => edge.to));
  const firms = others.filter(({ id }) => reached.has(id) && !ownerIds.has(id)).slice(0, rows.firms);
  const names = new Map(others.map(({ id, label }) => [id, label]));
  const firmMeta = (id: string): string => {
    const [first] = outgoing.filter((edge) => edge.to === id);
    return first === undefined || first.from === centre.id ? texts.owned : texts.through(names.get(first.from) ?? '');
  };
  const picture = networkColumns({
    centre: { label: centre.label, note: texts.this },
    holders: owners.map((node) => nodeOf(node, rolesOf(into.get(node.id) ?? [], language), language)),
    firms: firms.map((node) => nodeOf(node, firmMeta(node.id), language)),
    ties: outgoing.map(({ from, to: end }) => ({ from: from === centre.id ? null : from, to: end })),
    label: texts.summary,
  });
  const drawnCount = 1 + owners.length + firms.length;
  return html`<figure class="network">${picture}<figcaption class="key"><span><svg aria-hidden="true"><circle cx="7" cy="6" r="5" class="node"/></svg>${texts.key.person}</span><span><svg aria-hidden="true"><rect x="2" y="1" width="10" height="10" class="node"/></svg>${texts.key.firm}</span><span><svg aria-hidden="true"><rect x="2" y="1" width="10" height="10" class="node closed"/></svg>${texts.key.closed}</span>${(drawnCount < graph.total || graph.totalRelation === 'atLeast') && html`<span>${texts.more(wholeNumber(drawnCount, language), totalOf(graph, language))}</span>`}</figcaption></figure>`;
}

export function totalOf({ total, totalRelation }: Network, language: Language): string {
  const nodes = counted(total, textsOf(language).company.network.nodes, language);
  return totalRelation === 'exact' ? nodes : textsOf(language).company.network.page.atLeast(nodes);
}

type Node = Network['nodes'][number];

const nodeOf = ({ id, kind, label, cui, personId, active }: Node, meta: string, language: Language): NetworkNode => ({
  id,
  kind,
  label,
  href:
    cui !== null
      ? to('company', language, { cui })
      : personId !== null
        ? to('person', language, { id: personId })
        : null,
  meta,
  isClosed: active === false,
});

/** The registered title, and the share of a shareholder. */
const rolesOf = (edges: Network['edges'], language: Language): string =>
  edges
    .map(({ role, roleCode, percent: share }) =>
      roleCode === 'shareholder' && role === 'shareholder'
        ? `${textsOf(language).company.network.page.roles.shareholder}${share === null ? '' : ` ${percent(share, language)}`}`
        : role === 'representative'
          ? textsOf(language).company.network.page.roles.representative
          : role,
    )
    .join(' · ');
