/** Deals under a CPV code or prefix. */
import { Type } from 'typebox';
import type { CursorScope } from '#api/cursor.ts';
import { type Call, endpoint, firstRows } from '#api/endpoint.ts';
import { Cursor, Limit, Offset } from '#api/parameters.ts';
import { closed } from '#lib/schema/fields.ts';
import { contractScope, filtersOf } from './company-endpoints.ts';
import type { ProcurementContext } from './context.ts';
import { Contract, type ContractRow } from './contract.ts';
import { assertValueRange, contractFilters, isNarrowed, listByValue, narrowed } from './contract-filters.ts';
import { CpvPrefix } from './cpv.ts';
import type { Table } from './deal-lists.ts';
import { checkDays, cpvTotal, cpvWalks, days, SupplierCity, TOWN } from './filters.ts';
import { awardsOf, contractsOf, list, PREVIEW_ROWS, purchasesOf } from './list-page.ts';
import type { PageQuery } from './list-walk.ts';
import { procurementOf } from './procurement-database.ts';
import { NoteFilter } from './published-value.ts';
import { AwardNotice, type AwardRow, DirectPurchase, type PurchaseRow } from './purchase.ts';
import { townMeta, withTown } from './supplier-town.ts';

const Contracts = Type.Array(Contract);
const DirectPurchases = Type.Array(DirectPurchase);
const AwardNotices = Type.Array(AwardNotice);

export const cpvParams = Type.Object(
  {
    cpv: CpvPrefix({
      en: 'CPV code or its first digits, 1-12 digits, taken literally; a ninth digit must be the check digit.',
      ro: 'Cod CPV sau primele lui cifre, 1-12 cifre, luate ca atare; a noua cifră trebuie să fie cea de control.',
    }),
  },
  closed,
);

const IGNORED = {
  en: 'Town of the supplier; this list does not have it, so the filter has no effect and is named in `meta.ignored`.',
  ro: 'Localitatea furnizorului; această listă nu o are, așa că nu schimbă nimic și apare în `meta.ignored`.',
};

const query = (table: Table) =>
  Type.Object(
    {
      supplierCity: SupplierCity(table === 'contract' ? TOWN : IGNORED),
      ...days(table),
      valueNote: NoteFilter,
      limit: Limit(200, 50),
      offset: Offset,
      cursor: Cursor,
    },
    closed,
  );

const ABOUT = {
  en: 'Newest first, in an order that does not change while you page. A prefix that no code begins with has an empty list.',
  ro: 'Cele mai noi întâi, într-o ordine care nu se schimbă cât timp citiți. Un prefix cu care nu începe niciun cod are o listă goală.',
};

const ignoredOf = ({ supplierCity }: { supplierCity?: string }) => (supplierCity === undefined ? [] : ['supplierCity']);

export const cpvProcurement = (context: ProcurementContext) => ({
  getCpvContracts: endpoint({
    path: '/api/seap/cpv/{cpv}/contracts',
    access: 'pro',
    preview: firstRows(Contracts, PREVIEW_ROWS, { en: 'contracts and the total', ro: 'contracte și totalul' }),
    fresh: '6h',
    title: { en: 'Contracts by CPV', ro: 'Contracte după CPV' },
    about: {
      en: `Contracts, framework agreements and call-offs under a CPV code or prefix. ${ABOUT.en}`,
      ro: `Contracte, acorduri-cadru și contracte subsecvente sub un cod sau prefix CPV. ${ABOUT.ro}`,
    },
    params: cpvParams,
    query: Type.Object({ ...query('contract').properties, ...contractFilters }, closed),
    data: Contracts,
    examples: [
      {
        title: { en: 'Construction works', ro: 'Lucrări de construcții' },
        params: { cpv: '45' },
        query: { limit: '5' },
      },
    ],
    async handle({ cpv, ...request }, call) {
      checkDays(request);
      assertValueRange(request);
      const scope = contractScope(`/api/seap/cpv/${cpv}/contracts`, request, call);
      const isPlain = request.sort === 'date' && !isNarrowed(request);
      const walks = async () =>
        narrowed(await cpvWalks(procurementOf(call.dataset), 'contract', cpv, request), request, context);
      const { rows, meta } = isPlain
        ? await listOfCpv<ContractRow>('contract', cpv, request, scope, call, context)
        : request.sort === 'value'
          ? await listByValue(await walks(), request, scope, call, context)
          : await list<ContractRow>('contract', await walks(), request, scope, call, context);
      const town = await townMeta(call.dataset, cpv, request.supplierCity);
      return { data: await contractsOf(rows, call, context), meta: withTown(meta, town) };
    },
  }),

  getCpvDirectPurchases: endpoint({
    path: '/api/seap/cpv/{cpv}/direct-purchases',
    access: 'pro',
    preview: firstRows(DirectPurchases, PREVIEW_ROWS, { en: 'purchases and the total', ro: 'achiziții și totalul' }),
    fresh: '6h',
    title: { en: 'Direct purchases by CPV', ro: 'Achiziții directe după CPV' },
    about: {
      en: `Direct purchases under a CPV code or prefix, those that never came about too: \`state\` tells. ${ABOUT.en}`,
      ro: `Achiziții directe sub un cod sau prefix CPV, și cele care nu s-au mai făcut: \`state\` spune. ${ABOUT.ro}`,
    },
    params: cpvParams,
    query: query('purchase'),
    data: DirectPurchases,
    examples: [
      { title: { en: 'Office machines', ro: 'Mașini de birou' }, params: { cpv: '30' }, query: { limit: '5' } },
    ],
    async handle({ cpv, ...request }, call) {
      checkDays(request);
      const scope = { path: `/api/seap/cpv/${cpv}/direct-purchases`, query: filtersOf(request) };
      const { rows, meta } = await listOfCpv<PurchaseRow>('purchase', cpv, request, scope, call, context);
      return { data: await purchasesOf(rows, call, context), meta: { ...meta, ignored: ignoredOf(request) } };
    },
  }),

  getCpvDirectPurchaseAwards: endpoint({
    path: '/api/seap/cpv/{cpv}/direct-purchase-awards',
    access: 'pro',
    preview: firstRows(AwardNotices, PREVIEW_ROWS, {
      en: 'award notices and the total',
      ro: 'anunțuri de atribuire și totalul',
    }),
    fresh: '6h',
    title: { en: 'Direct-purchase award notices by CPV', ro: 'Anunțuri de atribuire directă după CPV' },
    about: {
      en: `Purchases made outside the catalogue under a CPV code or prefix. ${ABOUT.en}`,
      ro: `Achiziții făcute în afara catalogului sub un cod sau prefix CPV. ${ABOUT.ro}`,
    },
    params: cpvParams,
    query: query('award'),
    data: AwardNotices,
    examples: [{ title: { en: 'Food', ro: 'Alimente' }, params: { cpv: '15' }, query: { limit: '5' } }],
    async handle({ cpv, ...request }, call) {
      checkDays(request);
      const scope = { path: `/api/seap/cpv/${cpv}/direct-purchase-awards`, query: filtersOf(request) };
      const { rows, meta } = await listOfCpv<AwardRow>('award', cpv, request, scope, call, context);
      return { data: await awardsOf(rows, call, context), meta: { ...meta, ignored: ignoredOf(request) } };
    },
  }),
});

type CpvQuery = Parameters<typeof cpvWalks>[3] & PageQuery;

async function listOfCpv<Row extends { key: number }>(
  table: Table,
  cpv: string,
  request: CpvQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
) {
  const db = procurementOf(call.dataset);
  const walks = await cpvWalks(db, table, cpv, request);
  return list<Row>(table, walks, request, scope, call, context, await cpvTotal(db, table, cpv, request));
}
