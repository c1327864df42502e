/** One page of a list of procurement: walked, read, with the registry's names beside the published ones. */
import type { CursorScope } from '#api/cursor.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { provenanceOf } from '#api/provenance.ts';
import { type Contract, type ContractRow, contract } from './contract.ts';
import { suppliersOf } from './contracts-table.ts';
import { type Asked, count, exactly, isDear, places, positionOf, startOf } from './list-walk.ts';
import type { Walk } from './list-walk-table.ts';
import { assertAny, type Kind, loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import type { NoticeRow } from './notice.ts';
import {
  type AwardRow,
  awardNotice,
  directPurchase,
  type Origin,
  type PurchaseRow,
  type TradeRow,
} from './purchase.ts';
import { rowsOf } from './rows-table.ts';
import { aside } from './worker-reads.ts';

/** What visitors of our own pages see of a list that needs Pro. */
export const PREVIEW_ROWS = 5;

export interface Listed<Row> {
  rows: Row[];
  meta: AnswerMeta;
}

/** `known`: how long it is, where that is known without counting. */
export async function list<Row extends { key: number }>(
  table: Kind,
  walks: readonly Walk[],
  asked: Asked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
  known: number | null = null,
): Promise<Listed<Row>> {
  const db = loaded(call.dataset);
  const { limit } = asked;
  const { cursors } = needs;
  const start = startOf(asked, (cursor) => cursors.read(scope, cursor));
  const reads = isDear(walks, start) ? aside(call, needs) : db;
  const found = await places(reads, walks, start, limit + 1);
  // Whoever wants all rows has them counted further than anybody pages, which no look-up waits for.
  const counts = call.countMax === undefined ? reads : aside(call, needs);
  const { total, totalRelation } = known === null ? await count(counts, walks, call.countMax) : exactly(known);
  if (total === 0) await assertAny(db, table);
  const shown = found.slice(0, limit);
  const last = shown.at(-1);
  const rows = await rowsOf<Row>(
    db,
    table,
    shown.map(({ key }) => key),
  );
  const position = found.length > limit && last ? positionOf(start.before + limit, last) : null;
  // The end of the list is as good as a count, where counting stopped early.
  const counted = rows.length > 0 && position === null ? exactly(start.before + rows.length) : { total, totalRelation };
  const page = { limit, offset: start.before, returned: rows.length, ...counted, position };
  return { rows, meta: { ...sourceMeta(call), page: cursors.positionPage(scope, page) } };
}

/** Parties carry the names, and towns the seats, that the registry and the tax authority know of them. */
export function sourceMeta({ dataset }: Pick<Call, 'dataset'>): AnswerMeta {
  const published = provenanceOf(dataset, 'procurement', 'recent');
  if (published.sources.length === 0) return { source: 'seap', ...published };
  const named = provenanceOf(dataset, 'registry', 'entities');
  return {
    source: 'seap',
    sources: [...published.sources, ...named.sources],
    stale: published.stale,
    warnings: [...published.warnings, ...named.warnings],
  };
}

export async function contractsOf(
  rows: readonly ContractRow[],
  call: Call,
  needs: ProcurementNeeds,
): Promise<Contract[]> {
  const suppliers = await suppliersOf(
    loaded(call.dataset),
    rows.map(({ key }) => key),
  );
  const names = await namesOf([...rows, ...[...suppliers.values()].flat()], call, needs);
  return rows.map((row) => contract(row, suppliers.get(row.key) ?? [], names, call.dataset));
}

export async function purchasesOf(rows: readonly PurchaseRow[], call: Call, needs: ProcurementNeeds) {
  const names = await namesOf(rows, call, needs);
  const origin = await originsOf(rows, call);
  return rows.map((row) => directPurchase(row, names, origin(row.key), call.dataset));
}

export async function awardsOf(rows: readonly AwardRow[], call: Call, needs: ProcurementNeeds) {
  const names = await namesOf(rows, call, needs);
  return rows.map((row) => awardNotice(row, names, call.dataset));
}

type Parties = Partial<Pick<TradeRow, 'authority_cui' | 'supplier_cui'>> | NoticeRow;

export function namesOf(rows: readonly Parties[], { dataset }: Call, { names }: ProcurementNeeds) {
  const cuis = new Set<number>();
  for (const row of rows)
    for (const cui of [row.authority_cui, 'supplier_cui' in row ? row.supplier_cui : null])
      if (cui !== null && cui !== undefined) cuis.add(cui);
  return names(dataset, [...cuis]);
}

/** Which part holds a purchase: what was listed since stands in the recent one. */
async function originsOf(rows: readonly PurchaseRow[], { dataset }: Call): Promise<(key: number) => Origin> {
  const parts = dataset.manifest.parts;
  const past = parts.find(({ name }) => name === 'procurement');
  const recent = parts.find(({ name }) => name === 'recent');
  const exported: Origin = { source: 'export', fetchedAt: past?.loadedAt ?? dataset.manifest.createdAt };
  if (!recent) return () => exported;
  const since = await rowsOf<{ key: number }>(
    loaded(dataset),
    `${recent.id}.purchase`,
    rows.map(({ key }) => key),
  );
  const listed = new Set(since.map(({ key }) => key));
  return (key) => (listed.has(key) ? { source: 'list', fetchedAt: recent.loadedAt } : exported);
}
