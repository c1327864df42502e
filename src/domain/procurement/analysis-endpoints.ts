/** Analyses over a CPV prefix, computed in the analytics worker so that serving threads stay free. */
import { Type } from 'typebox';
import { callerKey } from '#api/caller.ts';
import { type Call, endpoint } from '#api/endpoint.ts';
import { CalendarDay, Limit } from '#api/parameters.ts';
import { closed } from '#lib/schema/fields.ts';
import { analyse, dealsOfLeader, shareOf } from './analysis.ts';
import { computeOnce } from './analysis-cache.ts';
import { Analysis, AnalysisPreview, TopSupplier } from './analysis-shape.ts';
import type { ProcurementContext } from './context.ts';
import { cpvParams } from './cpv-endpoints.ts';
import type { DayRange } from './deal-lists.ts';
import { checkDays, SupplierCity, TOWN } from './filters.ts';
import { summedMeta } from './list-page.ts';
import { partiesById } from './parties-table.ts';
import { procurementOf } from './procurement-database.ts';
import { townMeta, townOf, withTown } from './supplier-town.ts';

const days = {
  dateFrom: Type.Optional(
    CalendarDay({
      en: 'First day: contract date, finalization of purchases, publication of awards.',
      ro: 'Prima zi: data contractului, finalizarea achizițiilor, publicarea atribuirilor.',
    }),
  ),
  dateTo: Type.Optional(
    CalendarDay({ en: 'Last day; not before dateFrom.', ro: 'Ultima zi; nu înainte de dateFrom.' }),
  ),
};

export const cpvAnalyses = (context: ProcurementContext) => ({
  getCpvTopSuppliers: endpoint({
    path: '/api/seap/cpv/{cpv}/top-suppliers',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Top suppliers by CPV', ro: 'Cei mai mari furnizori după CPV' },
    about: {
      en: 'Suppliers under a CPV code or prefix, by the value of their ordinary contracts and call-offs together; equals, and suppliers without either, by that of their direct purchases. Ceilings of frameworks are not counted; the value of a consortium’s contract is divided among its members, so that nothing counts twice.',
      ro: 'Furnizori sub un cod sau prefix CPV, după valoarea contractelor obișnuite și a celor subsecvente împreună; la egalitate și unde nu este niciunul, după cea a achizițiilor directe. Plafoanele acordurilor-cadru nu se numără; valoarea contractului unei asocieri se împarte între membrii ei, ca nimic să nu conteze de două ori.',
    },
    params: cpvParams,
    query: Type.Object(
      {
        supplierCity: SupplierCity({
          en: `${TOWN.en} Purchases do not have it: their column is then null.`,
          ro: `${TOWN.ro} Achizițiile nu o au: coloana lor este atunci null.`,
        }),
        ...days,
        limit: Limit(100, 50),
      },
      closed,
    ),
    data: Type.Array(TopSupplier),
    examples: [
      {
        title: { en: 'Construction works', ro: 'Lucrări de construcții' },
        params: { cpv: '45' },
        query: { limit: '10' },
      },
    ],
    async handle(request, call) {
      checkDays(request);
      const { data, ...counts } = await computeOnce(call, ['top', request], (signal) =>
        topSuppliers(request, call, context, signal),
      );
      const town = await townMeta(call.dataset, request.cpv, request.supplierCity);
      return { data, meta: withTown(summedMeta(call, counts), town) };
    },
  }),

  getCpvAnalysis: endpoint({
    path: '/api/seap/cpv/{cpv}/analysis',
    access: 'pro',
    preview: {
      about: {
        en: 'the totals, the yearly series and which days are loaded',
        ro: 'totalurile, seria pe ani și zilele încărcate',
      },
      data: AnalysisPreview,
      reduce: ({ cpv, totals, byYear, coverage }, meta) => ({ data: { cpv, totals, byYear, coverage }, meta }),
    },
    fresh: '6h',
    title: { en: 'Analysis by CPV', ro: 'Analiză după CPV' },
    about: {
      en: 'A market under a CPV code or prefix: counts and values by kind, year, month and next digit of the code, concentration, distribution of values, largest buyers and suppliers, number of offers. Order, shares, concentration and offers are those of contracts and call-offs together, without ceilings of frameworks and without direct purchases; these count when accepted, or when the source does not publish their state. `coverage` lists the loaded days: nothing outside of them is counted.',
      ro: 'O piață sub un cod sau prefix CPV: număr și valoare după fel, an, lună și următoarea cifră a codului, cât de concentrată este, cum se împart valorile, cine cumpără și cine vinde cel mai mult, câte oferte vin. Ordinea, cotele, concentrarea și ofertele sunt ale contractelor și contractelor subsecvente împreună, fără plafoanele acordurilor-cadru și fără achizițiile directe; acestea se numără când sunt acceptate sau când sursa nu le publică starea. `coverage` arată zilele încărcate: nimic din afara lor nu este numărat.',
    },
    params: cpvParams,
    query: Type.Object(days, closed),
    data: Analysis,
    empty: ({ totals }) => Object.values(totals).every(({ count }) => count === 0),
    examples: [
      { title: { en: 'Construction works', ro: 'Lucrări de construcții' }, params: { cpv: '45' } },
      {
        title: { en: 'One year', ro: 'Un an' },
        params: { cpv: '33' },
        query: { dateFrom: '2025-01-01', dateTo: '2025-12-31' },
      },
    ],
    async handle({ cpv, ...range }, call) {
      checkDays(range);
      const { data, noted } = await computeOnce(call, ['analysis', cpv, range], (signal) =>
        analyse({ cpv, ...range }, call, context, signal),
      );
      const { count, unknownState } = data.totals.directPurchases;
      return { data, meta: summedMeta(call, { purchases: count, unstated: unknownState, ...noted }) };
    },
  }),
});

interface TopQuery extends DayRange {
  cpv: string;
  supplierCity?: string;
  limit: number;
}

async function topSuppliers(
  { cpv, supplierCity, limit, ...range }: TopQuery,
  call: Call,
  context: ProcurementContext,
  signal: AbortSignal,
) {
  const db = procurementOf(call.dataset);
  const city = supplierCity === undefined ? undefined : townOf(supplierCity);
  const scope = { cpv, ...range, city };
  const { leaders, relations, purchases, unstated, noted } = await context.analyses.topSuppliersOf(
    call.dataset,
    scope,
    limit,
    {
      by: callerKey(call.caller),
      signal,
    },
  );
  const party = await partiesById(
    db,
    leaders.rows.map(({ id }) => id),
    call,
    context,
  );
  const data = leaders.rows.map((row, i) => ({
    rank: i + 1,
    supplier: party(row.id),
    ...dealsOfLeader(row),
    ...(city !== undefined && { directPurchases: null }),
    share: shareOf(row.total, leaders.total),
    authoritiesCount: relations[i]?.authorities ?? 0,
    firstDate: relations[i]?.firstDay ?? null,
    lastDate: relations[i]?.lastDay ?? null,
  }));
  return { data, purchases, unstated, ...noted };
}
