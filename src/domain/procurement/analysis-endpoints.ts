/** What is computed over a CPV prefix. Counted by an analyst: the serving threads go on answering. */
import { Type } from 'typebox';
import { callerKey } from '#api/caller.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { CalendarDay, Limit } from '#api/parameters.ts';
import { sumOrNull } from '#lib/values/money.ts';
import { closed } from '#lib/values/schema.ts';
import { analyse, shareOf } from './analysis.ts';
import { once } from './analysis-cache.ts';
import { Analysis, AnalysisPreview, TopSupplier } from './analysis-shape.ts';
import { cpvParams } from './cpv-endpoints.ts';
import type { DayRange } from './deal-lists.ts';
import { checkDays, SupplierCity, TOWN } from './filters.ts';
import { sourceMeta } from './list-page.ts';
import { loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import { partiesById } from './parties-table.ts';
import { askedTown, townMeta, withTown } from './supplier-town.ts';

const days = {
  dateFrom: Type.Optional(CalendarDay('First day: contract date, finalization of purchases, publication of awards.')),
  dateTo: Type.Optional(CalendarDay('Last day; not before dateFrom.')),
};

export const cpvAnalyses = (needs: ProcurementNeeds) => ({
  getCpvTopSuppliers: endpoint({
    path: '/api/seap/cpv/{cpv}/top-suppliers',
    access: 'pro',
    fresh: '6h',
    title: 'Top suppliers by CPV',
    about:
      'Suppliers under a CPV code or prefix, by the value of their ordinary contracts and accepted purchases together. Frameworks and call-offs are not counted; the value of a consortium’s contract is divided among its members, so that nothing counts twice.',
    params: cpvParams,
    query: Type.Object(
      {
        supplierCity: SupplierCity(`${TOWN} Purchases do not have it: their column is then null.`),
        ...days,
        limit: Limit(100, 50),
      },
      closed,
    ),
    data: Type.Array(TopSupplier),
    examples: [{ title: 'Construction works', params: { cpv: '45' }, query: { limit: '10' } }],
    async handle(asked, call) {
      checkDays(asked);
      const data = await once(call, ['top', asked], (signal) => topSuppliers(asked, call, needs, signal));
      const town = await townMeta(call.dataset, asked.cpv, asked.supplierCity);
      return { data, meta: withTown(sourceMeta(call), town) };
    },
  }),

  getCpvAnalysis: endpoint({
    path: '/api/seap/cpv/{cpv}/analysis',
    access: 'pro',
    preview: {
      about: 'the totals, the yearly series and which days are loaded',
      data: AnalysisPreview,
      reduce: ({ cpv, totals, byYear, coverage }, meta) => ({ data: { cpv, totals, byYear, coverage }, meta }),
    },
    fresh: '6h',
    title: 'Analysis by CPV',
    about:
      'A market under a CPV code or prefix: counts and values by kind, year, month and next digit of the code, how concentrated it is, how values are spread, who buys and sells most, how many offers come in. `coverage` says which days are loaded: nothing outside of them is counted.',
    params: cpvParams,
    query: Type.Object(days, closed),
    data: Analysis,
    empty: ({ totals }) => Object.values(totals).every(({ count }) => count === 0),
    examples: [
      { title: 'Construction works', params: { cpv: '45' } },
      { title: 'One year', params: { cpv: '33' }, query: { dateFrom: '2025-01-01', dateTo: '2025-12-31' } },
    ],
    async handle({ cpv, ...range }, call) {
      checkDays(range);
      const data = await once(call, ['analysis', cpv, range], (signal) =>
        analyse({ cpv, ...range }, call, needs, signal),
      );
      return { data, meta: sourceMeta(call) };
    },
  }),
});

interface TopAsked extends DayRange {
  cpv: string;
  supplierCity?: string;
  limit: number;
}

async function topSuppliers(
  { cpv, supplierCity, limit, ...range }: TopAsked,
  call: Call,
  needs: ProcurementNeeds,
  signal: AbortSignal,
) {
  const db = loaded(call.dataset);
  const city = supplierCity === undefined ? undefined : askedTown(supplierCity);
  const scope = { cpv, ...range, city };
  const { leaders, relations } = await needs.analyses.topSuppliersOf(call.dataset, scope, limit, {
    by: callerKey(call.caller),
    signal,
  });
  const party = await partiesById(
    db,
    leaders.rows.map(({ id }) => id),
    call,
    needs,
  );
  return leaders.rows.map((row, i) => ({
    rank: i + 1,
    supplier: party(row.id),
    contracts: { count: row.contracts, value: sumOrNull(row.contracts, row.contractsValue) },
    directPurchases:
      city === undefined ? { count: row.purchases, value: sumOrNull(row.purchases, row.purchasesValue) } : null,
    share: shareOf(row.total, leaders.total),
    authoritiesCount: relations[i]?.authorities ?? 0,
    firstDate: relations[i]?.firstDay ?? null,
    lastDate: relations[i]?.lastDay ?? null,
  }));
}
