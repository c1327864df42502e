/** What a company bought and sold: its contracts, direct purchases, award notices and announcements. */
import { Type } from 'typebox';
import type { CursorScope } from '#api/cursor.ts';
import { type Call, endpoint, firstRows } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, Offset } from '#api/parameters.ts';
import { closed, orNull } from '#lib/values/schema.ts';
import { Conditions } from './conditions.ts';
import { Contract, type ContractRow } from './contract.ts';
import type { Table } from './deal-lists.ts';
import { checkDays, companyWalks, cpvFilter, days, Role } from './filters.ts';
import { awardsOf, contractsOf, list, PREVIEW_ROWS, purchasesOf, sourceMeta } from './list-page.ts';
import type { Asked } from './list-walk.ts';
import { newestDayAlong } from './list-walk-table.ts';
import { assertAny, loaded } from './loaded.ts';
import type { ProcurementNeeds } from './needs.ts';
import { Notice, type NoticeRow } from './notice.ts';
import { noticeWalk } from './notice-query.ts';
import { noticeRows } from './notice-rows.ts';
import { AwardNotice, type AwardRow, DirectPurchase, type PurchaseRow } from './purchase.ts';
import { countOfCompany } from './totals-table.ts';

const Contracts = Type.Array(Contract);
const DirectPurchases = Type.Array(DirectPurchase);
const AwardNotices = Type.Array(AwardNotice);

const params = Type.Object({ cui: Cui }, closed);

const paging = { limit: Limit(200, 50), offset: Offset, cursor: Cursor };

const query = (table: Table) => Type.Object({ role: Role, ...days(table), cpv: cpvFilter, ...paging }, closed);

const NEWEST_FIRST =
  'Newest first, in an order that does not change while you page; `meta.page.next` leads through all of it.';

const NOBODY = 'A fiscal code that nobody mentions has an empty list.';

const Mentioned = (role: string) =>
  Type.Object(
    {
      count: Type.Integer({ description: 'Contracts, frameworks and call-offs.' }),
      latestDate: orNull(Type.String(), 'Day of the newest; null when there is none or it has no day.'),
    },
    { ...closed, title: 'ContractsCheckSide', description: `As ${role}.` },
  );

export const companyProcurement = (needs: ProcurementNeeds) => ({
  getCompanyContracts: endpoint({
    path: '/api/seap/company/{cui}/contracts',
    access: 'pro',
    preview: firstRows(Contracts, PREVIEW_ROWS, 'contracts and the total'),
    fresh: '6h',
    title: 'Contracts of a company',
    about: `Public contracts that the company signed as authority or won as supplier, alone or in a consortium. Framework agreements and call-offs stand in the list and say what they are. ${NEWEST_FIRST} ${NOBODY}`,
    params,
    query: query('contract'),
    data: Contracts,
    examples: [{ title: 'A large supplier', params: { cui: needs.example.supplier }, query: { limit: '5' } }],
    async handle({ cui, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/company/${cui}/contracts`, query: filtersOf(asked) };
      const { rows, meta } = await listed<ContractRow>('contract', cui, asked, scope, call, needs);
      return { data: await contractsOf(rows, call, needs), meta };
    },
  }),

  checkCompanyContracts: endpoint({
    path: '/api/seap/company/{cui}/contracts/check',
    access: 'pro',
    fresh: '6h',
    title: 'Whether a company appears in contracts',
    about: 'How many contracts name the company as authority and as supplier, and the day of the newest.',
    params,
    data: Type.Object(
      {
        present: Type.Boolean({ description: 'Whether any contract names it.' }),
        asAuthority: Mentioned('authority'),
        asSupplier: Mentioned('supplier'),
        latestContractDate: orNull(Type.String(), 'Day of the newest of both.'),
      },
      { ...closed, title: 'ContractsCheck' },
    ),
    examples: [{ title: 'A large supplier', params: { cui: needs.example.supplier } }],
    async handle({ cui }, call) {
      const db = loaded(call.dataset);
      // Counted with the parts: the largest authorities have hundreds of thousands.
      const side = async (role: 'authority' | 'supplier') => {
        const [walk] = companyWalks('contract', cui, { role });
        if (!walk) throw new Error('A role has one walk.');
        return {
          count: (await countOfCompany(db, 'contract', cui, { role })) ?? 0,
          latestDate: await newestDayAlong(db, walk),
        };
      };
      const [asAuthority, asSupplier] = await Promise.all([side('authority'), side('supplier')]);
      const present = asAuthority.count + asSupplier.count > 0;
      if (!present) await assertAny(db, 'contract');
      const latest = [asAuthority.latestDate, asSupplier.latestDate].filter((day) => day !== null).sort();
      return {
        data: {
          present,
          asAuthority,
          asSupplier,
          latestContractDate: latest.at(-1) ?? null,
        },
        meta: sourceMeta(call),
      };
    },
  }),

  getCompanyDirectPurchases: endpoint({
    path: '/api/seap/company/{cui}/direct-purchases',
    access: 'pro',
    preview: firstRows(DirectPurchases, PREVIEW_ROWS, 'purchases and the total'),
    fresh: '6h',
    title: 'Direct purchases of a company',
    about: `Direct purchases by or from the company, those that never came about too: \`state\` tells. Each says where it was read and when. ${NEWEST_FIRST} ${NOBODY}`,
    params,
    query: query('purchase'),
    data: DirectPurchases,
    examples: [{ title: 'A large authority', params: { cui: needs.example.authority }, query: { limit: '5' } }],
    async handle({ cui, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/company/${cui}/direct-purchases`, query: filtersOf(asked) };
      const { rows, meta } = await listed<PurchaseRow>('purchase', cui, asked, scope, call, needs);
      return { data: await purchasesOf(rows, call, needs), meta };
    },
  }),

  getCompanyDirectPurchaseAwards: endpoint({
    path: '/api/seap/company/{cui}/direct-purchase-awards',
    access: 'pro',
    preview: firstRows(AwardNotices, PREVIEW_ROWS, 'award notices and the total'),
    fresh: '6h',
    title: 'Direct-purchase award notices of a company',
    about: `Purchases made outside the catalogue and announced afterwards. ${NEWEST_FIRST} ${NOBODY}`,
    params,
    query: query('award'),
    data: AwardNotices,
    examples: [{ title: 'A large authority', params: { cui: needs.example.authority }, query: { limit: '5' } }],
    async handle({ cui, ...asked }, call) {
      checkDays(asked);
      const scope = { path: `/api/seap/company/${cui}/direct-purchase-awards`, query: filtersOf(asked) };
      const { rows, meta } = await listed<AwardRow>('award', cui, asked, scope, call, needs);
      return { data: await awardsOf(rows, call, needs), meta };
    },
  }),

  getCompanyTenders: endpoint({
    path: '/api/seap/company/{cui}/tenders',
    access: 'pro',
    fresh: '6h',
    title: 'Tenders announced by an authority',
    about: `Announcements that began a procedure of this contracting authority. ${NEWEST_FIRST} ${NOBODY}`,
    params,
    query: Type.Object(paging, closed),
    data: Type.Array(Notice),
    examples: [{ title: 'A large authority', params: { cui: needs.example.authority }, query: { limit: '5' } }],
    async handle({ cui, ...asked }, call) {
      const scope = { path: `/api/seap/company/${cui}/tenders`, query: { limit: asked.limit } };
      const conditions = new Conditions().add('authority_cui = ?', Number(cui));
      const walks = [noticeWalk(conditions)];
      return noticeRows(await list<NoticeRow>('notice', walks, asked, scope, call, needs), call, needs);
    },
  }),
});

/** What a cursor is bound to: everything asked but where to start. */
export const filtersOf = <Query extends { offset: number; cursor?: string }>({
  offset: _offset,
  cursor: _cursor,
  ...filters
}: Query) => filters;

type CompanyAsked = Parameters<typeof companyWalks>[2] & Asked;

async function listed<Row extends { key: number }>(
  table: Table,
  cui: string,
  asked: CompanyAsked,
  scope: CursorScope,
  call: Call,
  needs: ProcurementNeeds,
) {
  const known = await countOfCompany(loaded(call.dataset), table, cui, asked);
  return list<Row>(table, companyWalks(table, cui, asked), asked, scope, call, needs, known);
}
