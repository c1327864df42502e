/** A company's public procurement at a glance: precomputed sums, and the newest deals. */

import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { generationMemo } from '#data/store/generation-memo.ts';
import type { Static } from '#lib/schema/static.ts';
import { sumOrNull } from '#lib/values/money.ts';
import { computeOnce } from './analysis-cache.ts';
import type { ProcurementContext } from './context.ts';
import type { ContractRow, SupplierRow } from './contract.ts';
import { contractId } from './contract-id.ts';
import { suppliersOf } from './contracts-table.ts';
import type { Noted } from './cpv-market.ts';
import { companyWalks } from './filters.ts';
import { positions } from './list-walk.ts';
import { partiesById } from './parties-table.ts';
import { type PartnerRow, type PartnerSum, topPartnersOf } from './partners-table.ts';
import type { ProcurementSide } from './preview-shape.ts';
import { procurementOf } from './procurement-database.ts';
import { dealValue } from './published-value.ts';
import type { PurchaseRow } from './purchase.ts';
import type { Role } from './rollup-tables.ts';
import { rowsOf } from './rows-table.ts';
import { type YearRow, yearsOf } from './totals-table.ts';

type Side = Static<typeof ProcurementSide>;

const LATEST = 5;
const PARTNERS = 10;
/** Partners of a company with fewer deals are counted in a few milliseconds. */
const DEALS_AT_ONCE = 10_000;

interface ReadSide {
  side: Omit<Side, 'topPartners'>;
  noted: Noted;
  /** Null where the analytics worker counts them. */
  topPartners: Side['topPartners'] | null;
}

/** Some twenty kilobytes each. */
const SIDES_MAX = 400;
const sides = generationMemo<ReadSide>(SIDES_MAX);

export async function sideOf(
  cui: string,
  role: Role,
  call: Call,
  context: ProcurementContext,
): Promise<{ side: Side; noted: Noted }> {
  const { dataset } = call;
  const read = await sides(dataset, `${role} ${cui}`, () => readSide(dataset, cui, role, context));
  const topPartners =
    read.topPartners ??
    (await partnersOf(
      await computeOnce(call, ['partners', Number(cui), role, PARTNERS], (signal) =>
        context.analyses.topPartnersOf(dataset, Number(cui), role, PARTNERS, { by: callerKey(call.caller), signal }),
      ),
      dataset,
      context,
    ));
  const { latestContracts, latestDirectPurchases, ...sums } = read.side;
  return { side: { ...sums, topPartners, latestContracts, latestDirectPurchases }, noted: read.noted };
}

async function readSide(dataset: Dataset, cui: string, role: Role, context: ProcurementContext): Promise<ReadSide> {
  const db = procurementOf(dataset);
  const years = await yearsOf(db, cui, role);
  const total = (figure: keyof Noted): number => years.reduce((all, row) => all + row[figure], 0);
  const deals = dealsIn(years);
  return {
    side: {
      ...sums(years),
      byYear: [...Map.groupBy(years, ({ year }) => year)]
        .filter(([year]) => year !== 0)
        .map(([year, rows]) => ({ year, ...sums(rows) }))
        .sort((a, b) => b.year - a.year),
      latestContracts: await latestContracts(db, cui, role),
      latestDirectPurchases: await latestPurchases(db, cui, role),
    },
    noted: { zero: total('zero'), negative: total('negative') },
    topPartners:
      deals > DEALS_AT_ONCE
        ? null
        : await partnersOf(await topPartnersOf(dataset, Number(cui), role, PARTNERS), dataset, context),
  };
}

const dealsIn = (years: readonly YearRow[]): number => years.reduce((all, { count }) => all + count, 0);

function sums(rows: readonly YearRow[]): Pick<Side, 'contracts' | 'frameworks' | 'callOffs' | 'directPurchases'> {
  const of = (...kinds: YearRow['kind'][]) => rows.filter(({ kind }) => kinds.includes(kind));
  const sum = (...kinds: YearRow['kind'][]) => {
    const own = of(...kinds);
    const valued = own.reduce((all, row) => all + row.valued, 0);
    const count = dealsIn(own);
    const value = own.reduce((all, row) => all + row.value, 0);
    return { count, value: sumOrNull(count, valued === 0 ? null : value) };
  };
  return {
    contracts: sum('contract'),
    frameworks: sum('framework'),
    callOffs: sum('callOff'),
    directPurchases: { ...sum('purchase', 'unstated'), unknownState: dealsIn(of('unstated')) },
  };
}

async function partnersOf(rows: readonly PartnerRow[], dataset: Dataset, context: ProcurementContext) {
  const ids = rows.map(({ id }) => id);
  const party = await partiesById(procurementOf(dataset), ids, { dataset }, context);
  return rows.map(({ id, ...sums }) => {
    const { cui: code, name } = party(id);
    const all: PartnerSum = { count: 0, valued: 0, value: 0 };
    for (const { count, valued, value } of Object.values(sums)) {
      all.count += count;
      all.valued += valued;
      all.value += value;
    }
    const { contracts, callOffs, directPurchases } = sums;
    return {
      cui: code,
      name,
      contracts: sumOf(contracts),
      callOffs: sumOf(callOffs),
      directPurchases: sumOf(directPurchases),
      ...sumOf(all),
    };
  });
}

const sumOf = ({ count, valued, value }: PartnerSum) => ({
  count,
  value: sumOrNull(count, valued === 0 ? null : value),
});

const newest = { before: 0, after: null, skip: 0 };

async function latestKeys(db: Database, table: 'contract' | 'purchase', cui: string, role: Role): Promise<number[]> {
  const walks = companyWalks(table, cui, { role });
  return (await positions(db, walks, newest, LATEST)).map(({ key }) => key);
}

const CONTRACT = [
  'key',
  'number',
  'title',
  'day',
  'kind',
  'value_ron',
  'authority_cui',
  'authority_name',
  'cpv',
] as const;

async function latestContracts(db: Database, cui: string, role: Role) {
  const keys = await latestKeys(db, 'contract', cui, role);
  const rows = await rowsOf<Pick<ContractRow, (typeof CONTRACT)[number]>>(db, 'contract', keys, CONTRACT);
  const suppliers = await suppliersOf(db, keys);
  return rows.map((row) => ({
    id: contractId(row.key),
    title: row.title ?? row.number,
    date: row.day || null,
    ...dealValue(row.value_ron),
    partner: role === 'authority' ? supplierNames(suppliers.get(row.key) ?? []) : row.authority_name,
    partners: role === 'authority' ? (suppliers.get(row.key) ?? []).flatMap(supplierOf) : [authorityOf(row)],
    cpv: row.cpv,
    framework: row.kind,
  }));
}

const supplierNames = (suppliers: readonly SupplierRow[]): string | null =>
  suppliers.map(({ supplier_name }) => supplier_name).join(' + ') || null;

const supplierOf = ({ supplier_cui, supplier_name }: Pick<PurchaseRow, 'supplier_cui' | 'supplier_name'>) =>
  supplier_name === null ? [] : [{ cui: supplier_cui === null ? null : String(supplier_cui), name: supplier_name }];

const authorityOf = ({ authority_cui, authority_name }: Pick<PurchaseRow, 'authority_cui' | 'authority_name'>) => ({
  cui: authority_cui === null ? null : String(authority_cui),
  name: authority_name,
});

const PURCHASE = [
  ...['key', 'id', 'title', 'day', 'value', 'cpv', 'state'],
  ...['authority_cui', 'authority_name', 'supplier_cui', 'supplier_name'],
] as const;

async function latestPurchases(db: Database, cui: string, role: Role) {
  const keys = await latestKeys(db, 'purchase', cui, role);
  const rows = await rowsOf<Pick<PurchaseRow, (typeof PURCHASE)[number]>>(db, 'purchase', keys, PURCHASE);
  return rows.map((row) => ({
    id: row.id,
    title: row.title,
    date: row.day || null,
    ...dealValue(row.value),
    partner: role === 'authority' ? row.supplier_name : row.authority_name,
    partners: role === 'authority' ? supplierOf(row) : [authorityOf(row)],
    cpv: row.cpv,
    state: row.state,
  }));
}
