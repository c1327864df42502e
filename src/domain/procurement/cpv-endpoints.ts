/** What was bought under a CPV code or its first digits. */
import { Type } from 'typebox';
import type { CursorScope } from '#api/cursor.ts';
import { type Call, endpoint, firstRows } from '#api/endpoint.ts';
import { Cursor, Limit, Offset } from '#api/parameters.ts';
import { closed } from '#lib/values/schema.ts';
import { filtersOf } from './company-endpoints.ts';
import { Contract, type ContractRow } from './contract.ts';
import { CpvPrefix } from './cpv.ts';
import type { Table } from './deal-lists.ts';
import { checkDays, cpvTotal, cpvWalks, days, SupplierCity, TOWN } from './filters.ts';
import { awardsOf, contractsOf, list, PREVIEW_ROWS, purchasesOf } from './list-page.ts';
import type { Asked } from './list-walk.ts';
import { loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import { AwardNotice, type AwardRow, DirectPurchase, type PurchaseRow } from './purchase.ts';
import { townMeta, withTown } from './supplier-town.ts';

const Contracts = Type.Array(Contract);
const DirectPurchases = Type.Array(DirectPurchase);
const AwardNotices = Type.Array(AwardNotice);

export const cpvParams = Type.Object(
  {
    cpv: CpvPrefix(
      'CPV code or its first digits, 1-12 digits, taken literally; a ninth digit must be the check digit.',
    ),
  },
  closed,
);

const IGNORED = 'Town of the supplier; this list does not have it, so it changes nothing and stands in `meta.ignored`.';

const query = (table: Table) =>
  Type.Object(
    {
      supplierCity: SupplierCity(table === 'contract' ? TOWN : IGNORED),
      ...days(table),
      limit: Limit(200, 50),
      offset: Offset,
      cursor: Cursor,
    },
    closed,
  );

const ABOUT =
  'Newest first, in an order that does not change while you page. A prefix that no code begins with has an empty list.';

const ignoredOf = ({ supplierCity }: { supplierCity?: string }) => (supplierCity === undefined ? [] : ['supplierCity']);

export const cpvProcurement = (needs: ProcurementNeeds) => ({
  getCpvContracts: endpoint({
    path: '/api/seap/cpv/{cpv}/contracts',
    access: 'pro',
    preview: firstRows(Contracts, PREVIEW_ROWS, 'contracts and the total'),
    fresh: '6h',
    title: 'Contracts by CPV',
    about: `Contracts, framework agreements and call-offs under a CPV code or prefix. ${ABOUT}`,
    params: cpvParams,
    query: query('contract'),
    data: Contracts,
    examples: [{ title: 'Construction works', params: { cpv: '45' }, query: { limit: '5' } }],
    async handle({ cpv, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/cpv/${cpv}/contracts`, query: filtersOf(asked) };
      const { rows, meta } = await listed<ContractRow>('contract', cpv, asked, scope, call, needs);
      const town = await townMeta(call.dataset, cpv, asked.supplierCity);
      return { data: await contractsOf(rows, call, needs), meta: withTown(meta, town) };
    },
  }),

  getCpvDirectPurchases: endpoint({
    path: '/api/seap/cpv/{cpv}/direct-purchases',
    access: 'pro',
    preview: firstRows(DirectPurchases, PREVIEW_ROWS, 'purchases and the total'),
    fresh: '6h',
    title: 'Direct purchases by CPV',
    about: `Direct purchases under a CPV code or prefix, those that never came about too: \`state\` tells. ${ABOUT}`,
    params: cpvParams,
    query: query('purchase'),
    data: DirectPurchases,
    examples: [{ title: 'Office machines', params: { cpv: '30' }, query: { limit: '5' } }],
    async handle({ cpv, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/cpv/${cpv}/direct-purchases`, query: filtersOf(asked) };
      const { rows, meta } = await listed<PurchaseRow>('purchase', cpv, asked, scope, call, needs);
      return { data: await purchasesOf(rows, call, needs), meta: { ...meta, ignored: ignoredOf(asked) } };
    },
  }),

  getCpvDirectPurchaseAwards: endpoint({
    path: '/api/seap/cpv/{cpv}/direct-purchase-awards',
    access: 'pro',
    preview: firstRows(AwardNotices, PREVIEW_ROWS, 'award notices and the total'),
    fresh: '6h',
    title: 'Direct-purchase award notices by CPV',
    about: `Purchases made outside the catalogue under a CPV code or prefix. ${ABOUT}`,
    params: cpvParams,
    query: query('award'),
    data: AwardNotices,
    examples: [{ title: 'Food', params: { cpv: '15' }, query: { limit: '5' } }],
    async handle({ cpv, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/cpv/${cpv}/direct-purchase-awards`, query: filtersOf(asked) };
      const { rows, meta } = await listed<AwardRow>('award', cpv, asked, scope, call, needs);
      return { data: await awardsOf(rows, call, needs), meta: { ...meta, ignored: ignoredOf(asked) } };
    },
  }),
});

type CpvAsked = Parameters<typeof cpvWalks>[3] & Asked;

async function listed<Row extends { key: number }>(
  table: Table,
  cpv: string,
  asked: CpvAsked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
) {
  const db = loaded(call.dataset);
  const walks = await cpvWalks(db, table, cpv, asked);
  return list<Row>(table, walks, asked, scope, call, needs, await cpvTotal(db, table, cpv, asked));
}
