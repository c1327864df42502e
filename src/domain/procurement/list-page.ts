/** One page of a procurement list: walked, read, with the registry's names beside the published ones. */
import type { CursorScope } from '#api/cursor.ts';
import type { AnswerMeta, Call } from '#api/endpoint.ts';
import { provenanceOf } from '#api/provenance.ts';
import type { ProcurementContext } from './context.ts';
import { type Contract, type ContractRow, contract } from './contract.ts';
import { lotsAnnounced, suppliersOf } from './contracts-table.ts';
import { COUNT_MAX, count, exactly, isExpensive, type PageQuery, positionOf, positions, startOf } from './list-walk.ts';
import type { Walk } from './list-walk-table.ts';
import type { NoticeRow } from './notice.ts';
import { assertLoaded, type Kind, procurementGroup, procurementOf } from './procurement-database.ts';
import {
  type AwardRow,
  awardNotice,
  directPurchase,
  type Origin,
  type PurchaseRow,
  type TradeRow,
} from './purchase.ts';
import { keysIn, rowsOf } from './rows-table.ts';
import { sumWarnings } from './sum-warnings.ts';
import { workerReads } from './worker-reads.ts';

/** Rows of a Pro list that visitors of the website see. */
export const PREVIEW_ROWS = 5;

export interface ListPage<Row> {
  rows: Row[];
  meta: AnswerMeta;
}

/** `[]` or `null`. */
const NO_LOTS_LENGTH = 4;

/** `known`: the total, if known without counting. */
export async function list<Row extends { key: number }>(
  table: Kind,
  walks: readonly Walk[],
  request: PageQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
  knownTotal: number | null = null,
): Promise<ListPage<Row>> {
  const db = procurementGroup(call.dataset);
  const { limit } = request;
  const { cursors } = context;
  const start = startOf(request, (cursor) => cursors.read(scope, cursor));
  const reads = isExpensive(walks, start) ? workerReads(call, context) : db;
  const positionsFound = await positions(reads, walks, start, limit + 1);
  // A caller that exports all rows gets a higher count, which must not delay look-ups.
  const counts = call.countMax === undefined ? reads : workerReads(call, context);
  // A page behind the end tells where the end is.
  const countMax = Math.max(call.countMax ?? COUNT_MAX, start.skip + 1);
  const { total, totalRelation } = knownTotal === null ? await count(counts, walks, countMax) : exactly(knownTotal);
  if (total === 0) await assertLoaded(db, table);
  const pageRows = positionsFound.slice(0, limit);
  const last = pageRows.at(-1);
  const rows = await rowsOf<Row>(
    db,
    table,
    pageRows.map(({ key }) => key),
  );
  const position = positionsFound.length > limit && last ? positionOf(start.before + limit, last) : null;
  // The end of the list is as good as a count that stopped early.
  const counted = rows.length > 0 && position === null ? exactly(start.before + rows.length) : { total, totalRelation };
  const page = { limit, offset: start.before, returned: rows.length, ...counted, position };
  return { rows, meta: { ...sourceMeta(call), page: cursors.positionPage(scope, page) } };
}

/** Names of parties and seats for towns come from the registry and the tax authority. */
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

/** The same for sums, with what they leave open. */
export function summedMeta(call: Pick<Call, 'dataset'>, counts: Parameters<typeof sumWarnings>[0]): AnswerMeta {
  const meta = sourceMeta(call);
  return { ...meta, warnings: [...(meta.warnings ?? []), ...sumWarnings(counts)] };
}

export async function contractsOf(
  rows: readonly ContractRow[],
  call: Call,
  context: ProcurementContext,
): Promise<Contract[]> {
  const suppliers = await suppliersOf(
    procurementOf(call.dataset),
    rows.map(({ key }) => key),
  );
  const names = await namesOf([...rows, ...[...suppliers.values()].flat()], call, context);
  const withLots = rows.filter(({ lots, notice }) => notice !== null && lots.length > NO_LOTS_LENGTH);
  const announced = await lotsAnnounced(
    procurementOf(call.dataset),
    withLots.map(({ notice }) => notice as string),
  );
  const { dataset } = call;
  return rows.map((row) => contract(row, suppliers.get(row.key) ?? [], { names, announced, dataset }));
}

export async function purchasesOf(rows: readonly PurchaseRow[], call: Call, context: ProcurementContext) {
  const names = await namesOf(rows, call, context);
  const origin = await originsOf(rows, call);
  return rows.map((row) => directPurchase(row, names, origin(row.key), call.dataset));
}

export async function awardsOf(rows: readonly AwardRow[], call: Call, context: ProcurementContext) {
  const names = await namesOf(rows, call, context);
  return rows.map((row) => awardNotice(row, names, call.dataset));
}

type Parties = Partial<Pick<TradeRow, 'authority_cui' | 'supplier_cui'>> | NoticeRow;

export function namesOf(rows: readonly Parties[], { dataset }: Call, { names }: ProcurementContext) {
  const cuis = new Set<number>();
  for (const row of rows)
    for (const cui of [row.authority_cui, 'supplier_cui' in row ? row.supplier_cui : null])
      if (cui !== null && cui !== undefined) cuis.add(cui);
  return names(dataset, [...cuis]);
}

/** The part that holds a purchase: newer ones are in the recent part. */
async function originsOf(rows: readonly PurchaseRow[], { dataset }: Call): Promise<(key: number) => Origin> {
  const parts = dataset.manifest.parts;
  const past = parts.find(({ name }) => name === 'procurement');
  const recent = parts.find(({ name }) => name === 'recent');
  const exported: Origin = { source: 'export', fetchedAt: past?.loadedAt ?? dataset.manifest.createdAt };
  if (!recent) return () => exported;
  const recentKeys = await keysIn(
    procurementOf(dataset),
    `${recent.id}.purchase`,
    rows.map(({ key }) => key),
  );
  return (key) => (recentKeys.has(key) ? { source: 'list', fetchedAt: recent.loadedAt } : exported);
}
