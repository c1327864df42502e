/** The analysis of a CPV prefix: turns the computed market into the answer. */

import { callerKey } from '#api/caller.ts';
import type { Call } from '#api/endpoint.ts';
import { sumOrNull } from '#lib/values/money.ts';
import type { ProcurementContext } from './context.ts';
import { coverageOf } from './coverage.ts';
import { titleOfPrefix } from './cpv.ts';
import type { Scope } from './deals.ts';
import type { Figure, Leader } from './market-leaders.ts';
import type { Kind, MonthRow } from './market-months.ts';
import { partiesById } from './parties-table.ts';
import { procurementOf } from './procurement-database.ts';

/** Shared by simultaneous callers: `signal` fires when all of them have left. */
export async function analyse(scope: Scope, call: Call, context: ProcurementContext, signal: AbortSignal) {
  const { dataset } = call;
  const db = procurementOf(dataset);
  const { months, children, suppliers, authorities, values, offers, noted } = await context.analyses.marketOf(
    dataset,
    scope,
    {
      by: callerKey(call.caller),
      signal,
    },
  );
  const ids = [...suppliers.rows, ...authorities.rows].map(({ id }) => id);
  const party = await partiesById(db, ids, call, context);
  const toLeader = (total: number) => (leader: Leader) => ({
    party: party(leader.id),
    ...dealsOfLeader(leader),
    share: shareOf(leader.total, total),
  });
  const topTen = suppliers.rows.reduce((sum, { total }) => sum + total, 0);
  const { all, ...bySource } = values;
  const data = {
    cpv: { prefix: scope.cpv, title: titleOfPrefix(scope.cpv) },
    totals: sumsOf(months),
    byYear: [...periods(months, YEAR)].map(([year, own]) => ({ year: Number(year), ...sumsOf(own) })),
    byMonth: [...periods(months, MONTH)].map(([month, own]) => ({ month, ...sumsOf(own) })),
    children: [...Map.groupBy(children, ({ prefix }) => prefix)].map(([prefix, own]) => ({
      prefix,
      title: titleOfPrefix(prefix),
      contracts: sumOf(own.filter(({ kind }) => kind === 'contract')),
      callOffs: sumOf(own.filter(({ kind }) => kind === 'callOff')),
      directPurchases: sumOf(own.filter(({ kind }) => kind === 'purchase')),
    })),
    concentration: {
      suppliers: suppliers.parties,
      hhi: suppliers.hhi,
      top10Share: shareOf(topTen, suppliers.total),
    },
    values: Object.values(values).every((each) => each === null) ? null : { ...(all ?? NO_PERCENTILES), ...bySource },
    topAuthorities: authorities.rows.map(toLeader(authorities.total)),
    topSuppliers: suppliers.rows.map(toLeader(suppliers.total)),
    offers: {
      contracts: offers.contracts,
      average: shareOf(offers.offers, offers.contracts),
      singleShare: shareOf(offers.single, offers.contracts),
    },
    coverage: await coverageOf(db),
  };
  return { data, noted };
}

const NO_PERCENTILES = { p10: null, p25: null, p50: null, p75: null, p90: null };

const dealsOf = ({ count, value }: Figure) => ({ count, value: sumOrNull(count, value) });

export const dealsOfLeader = ({ contracts, callOffs, purchases }: Leader) => ({
  contracts: dealsOf(contracts),
  callOffs: dealsOf(callOffs),
  directPurchases: dealsOf(purchases),
});

/** Null when no value is known; ratios of whole bani, so that they are the same on both engines. */
export const shareOf = (part: number, whole: number): number | null => (whole > 0 ? part / whole : null);

function sumOf(rows: readonly Pick<MonthRow, 'count' | 'valued' | 'value'>[]) {
  const total = (column: 'count' | 'valued' | 'value'): number => rows.reduce((all, row) => all + row[column], 0);
  const [count, valued] = [total('count'), total('valued')];
  return { count, value: sumOrNull(count, valued === 0 ? null : total('value')), unknown: count - valued };
}

function sumsOf(rows: readonly MonthRow[]) {
  const of = (...kinds: Kind[]) => sumOf(rows.filter(({ kind }) => kinds.includes(kind)));
  return {
    contracts: of('contract'),
    frameworks: of('framework'),
    callOffs: of('callOff'),
    directPurchases: { ...of('purchase', 'unstated'), unknownState: of('unstated').count },
    awards: of('award'),
  };
}

/** Characters of a year and of a month. */
const YEAR = 4;
const MONTH = 7;

const periods = (rows: readonly MonthRow[], length: number): Map<string, MonthRow[]> =>
  Map.groupBy(
    rows.filter(({ month }) => month !== ''),
    ({ month }) => month.slice(0, length),
  );
