/** A company's purchases and sales: contracts, direct purchases, award notices and announcements. */

import { Type } from 'typebox';
import type { CursorScope } from '#api/cursor.ts';
import { type Call, endpoint, firstRows } from '#api/endpoint.ts';
import { Cui, Cursor, Limit, Offset } from '#api/parameters.ts';
import type { Bilingual } from '#lib/i18n/message.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import { Conditions } from './conditions.ts';
import type { ProcurementContext } from './context.ts';
import { Contract, type ContractRow } from './contract.ts';
import {
  assertValueRange,
  type ContractFilters,
  contractFilters,
  isNarrowed,
  listByValue,
  narrowed,
} from './contract-filters.ts';
import type { Table } from './deal-lists.ts';
import { checkDays, companyWalks, cpvFilter, days, Role } from './filters.ts';
import { awardsOf, contractsOf, list, PREVIEW_ROWS, purchasesOf, sourceMeta } from './list-page.ts';
import type { PageQuery } from './list-walk.ts';
import { newestDayAlong } from './list-walk-table.ts';
import { Notice, type NoticeRow } from './notice.ts';
import { noticeWalk } from './notice-query.ts';
import { noticeRows } from './notice-rows.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { NoteFilter } from './published-value.ts';
import { AwardNotice, type AwardRow, DirectPurchase, type PurchaseRow } from './purchase.ts';
import { countOfCompany } from './totals-table.ts';

const Contracts = Type.Array(Contract);
const DirectPurchases = Type.Array(DirectPurchase);
const AwardNotices = Type.Array(AwardNotice);

const params = Type.Object({ cui: Cui }, closed);

const paging = { limit: Limit(200, 50), offset: Offset, cursor: Cursor };

const query = (table: Table) =>
  Type.Object({ role: Role, ...days(table), cpv: cpvFilter, valueNote: NoteFilter, ...paging }, closed);

const NEWEST_FIRST = {
  en: 'Newest first, in an order that is stable while you page; `meta.page.next` is the next page.',
  ro: 'Cele mai noi întâi, într-o ordine care nu se schimbă cât timp citiți; `meta.page.next` duce prin toată lista.',
};

const EMPTY_LIST = {
  en: 'A fiscal code without any mention has an empty list.',
  ro: 'Un cod fiscal fără nicio mențiune are o listă goală.',
};

const Mentioned = (role: Bilingual) =>
  Type.Object(
    {
      count: field(Type.Integer(), {
        en: 'Contracts, frameworks and call-offs.',
        ro: 'Contracte, acorduri-cadru și contracte subsecvente.',
      }),
      latestDate: orNull(Type.String(), {
        en: 'Day of the newest; null when there is none or it has no day.',
        ro: 'Ziua celui mai nou; null când nu există sau nu are zi.',
      }),
    },
    { ...closed, title: 'ContractsCheckSide', ...about(role) },
  );

export const companyProcurement = (context: ProcurementContext) => ({
  getCompanyContracts: endpoint({
    path: '/api/seap/company/{cui}/contracts',
    access: 'pro',
    preview: firstRows(Contracts, PREVIEW_ROWS, { en: 'contracts and the total', ro: 'contracte și totalul' }),
    fresh: '6h',
    title: { en: 'Contracts of a company', ro: 'Contractele unei firme' },
    about: {
      en: `Public contracts that the company signed as authority or won as supplier, alone or in a consortium. Framework agreements and call-offs stand in the list and say what they are. ${NEWEST_FIRST.en} ${EMPTY_LIST.en}`,
      ro: `Contracte publice semnate de firmă ca autoritate sau câștigate ca furnizor, singură sau în asociere. Acordurile-cadru și contractele subsecvente stau în listă și spun ce sunt. ${NEWEST_FIRST.ro} ${EMPTY_LIST.ro}`,
    },
    params,
    query: Type.Object({ ...query('contract').properties, ...contractFilters }, closed),
    data: Contracts,
    examples: [
      {
        title: { en: 'A large supplier', ro: 'Un furnizor mare' },
        params: { cui: context.example.supplier },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      checkDays(request);
      assertValueRange(request);
      const scope = contractScope(`/api/seap/company/${cui}/contracts`, request, call);
      const walks = narrowed(companyWalks('contract', cui, request), request, context);
      const { rows, meta } =
        request.sort === 'value'
          ? await listByValue(walks, request, scope, call, context)
          : isNarrowed(request)
            ? await list<ContractRow>('contract', walks, request, scope, call, context)
            : await listOfCompany<ContractRow>('contract', cui, request, scope, call, context);
      return { data: await contractsOf(rows, call, context), meta };
    },
  }),

  checkCompanyContracts: endpoint({
    path: '/api/seap/company/{cui}/contracts/check',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Whether a company appears in contracts', ro: 'Dacă o firmă apare în contracte' },
    about: {
      en: 'How many contracts name the company as authority and as supplier, and the day of the newest.',
      ro: 'Câte contracte numesc firma ca autoritate și ca furnizor și ziua celui mai nou.',
    },
    params,
    data: Type.Object(
      {
        present: field(Type.Boolean(), { en: 'Whether any contract names it.', ro: 'Dacă o numește vreun contract.' }),
        asAuthority: Mentioned({ en: 'As authority.', ro: 'Ca autoritate.' }),
        asSupplier: Mentioned({ en: 'As supplier.', ro: 'Ca furnizor.' }),
        latestContractDate: orNull(Type.String(), {
          en: 'Day of the newest of both.',
          ro: 'Ziua celui mai nou dintre amândouă.',
        }),
      },
      { ...closed, title: 'ContractsCheck' },
    ),
    examples: [
      { title: { en: 'A large supplier', ro: 'Un furnizor mare' }, params: { cui: context.example.supplier } },
    ],
    async handle({ cui }, call) {
      const db = procurementOf(call.dataset);
      // Precomputed with the parts: the largest authorities have hundreds of thousands.
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
      if (!present) await assertLoaded(db, 'contract');
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
    preview: firstRows(DirectPurchases, PREVIEW_ROWS, { en: 'purchases and the total', ro: 'achiziții și totalul' }),
    fresh: '6h',
    title: { en: 'Direct purchases of a company', ro: 'Achizițiile directe ale unei firme' },
    about: {
      en: `Direct purchases by or from the company, those that never came about too: \`state\` tells. Each says where it was read and when. ${NEWEST_FIRST.en} ${EMPTY_LIST.en}`,
      ro: `Achiziții directe făcute de firmă sau de la ea, și cele care nu s-au mai făcut: \`state\` spune. Fiecare spune unde și când a fost citită. ${NEWEST_FIRST.ro} ${EMPTY_LIST.ro}`,
    },
    params,
    query: query('purchase'),
    data: DirectPurchases,
    examples: [
      {
        title: { en: 'A large authority', ro: 'O autoritate mare' },
        params: { cui: context.example.authority },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      checkDays(request);
      const scope = { path: `/api/seap/company/${cui}/direct-purchases`, query: filtersOf(request) };
      const { rows, meta } = await listOfCompany<PurchaseRow>('purchase', cui, request, scope, call, context);
      return { data: await purchasesOf(rows, call, context), meta };
    },
  }),

  getCompanyDirectPurchaseAwards: endpoint({
    path: '/api/seap/company/{cui}/direct-purchase-awards',
    access: 'pro',
    preview: firstRows(AwardNotices, PREVIEW_ROWS, {
      en: 'award notices and the total',
      ro: 'anunțuri de atribuire și totalul',
    }),
    fresh: '6h',
    title: { en: 'Direct-purchase award notices of a company', ro: 'Anunțurile de atribuire directă ale unei firme' },
    about: {
      en: `Purchases made outside the catalogue and announced afterwards. ${NEWEST_FIRST.en} ${EMPTY_LIST.en}`,
      ro: `Achiziții făcute în afara catalogului și anunțate după aceea. ${NEWEST_FIRST.ro} ${EMPTY_LIST.ro}`,
    },
    params,
    query: query('award'),
    data: AwardNotices,
    examples: [
      {
        title: { en: 'A large authority', ro: 'O autoritate mare' },
        params: { cui: context.example.authority },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      checkDays(request);
      const scope = { path: `/api/seap/company/${cui}/direct-purchase-awards`, query: filtersOf(request) };
      const { rows, meta } = await listOfCompany<AwardRow>('award', cui, request, scope, call, context);
      return { data: await awardsOf(rows, call, context), meta };
    },
  }),

  getCompanyTenders: endpoint({
    path: '/api/seap/company/{cui}/tenders',
    access: 'pro',
    fresh: '6h',
    title: { en: 'Tenders announced by an authority', ro: 'Licitațiile anunțate de o autoritate' },
    about: {
      en: `Announcements that began a procedure of this contracting authority. ${NEWEST_FIRST.en} ${EMPTY_LIST.en}`,
      ro: `Anunțuri care au început o procedură a acestei autorități contractante. ${NEWEST_FIRST.ro} ${EMPTY_LIST.ro}`,
    },
    params,
    query: Type.Object(paging, closed),
    data: Type.Array(Notice),
    examples: [
      {
        title: { en: 'A large authority', ro: 'O autoritate mare' },
        params: { cui: context.example.authority },
        query: { limit: '5' },
      },
    ],
    async handle({ cui, ...request }, call) {
      const scope = { path: `/api/seap/company/${cui}/tenders`, query: { limit: request.limit } };
      const conditions = new Conditions().add('authority_id = ?', Number(cui));
      const walks = [noticeWalk(conditions)];
      return noticeRows(await list<NoticeRow>('notice', walks, request, scope, call, context), call, context);
    },
  }),
});

/** The part of a query that a cursor is bound to: all but its start. */
export const filtersOf = <Query extends { offset: number; cursor?: string }>({
  offset: _offset,
  cursor: _cursor,
  ...filters
}: Query) => filters;

/** The order of values changes with the dataset. */
export const contractScope = <Query extends ContractFilters & { offset: number; cursor?: string }>(
  path: string,
  request: Query,
  { dataset }: Call,
): CursorScope => ({
  path,
  query: { ...filtersOf(request) } as CursorScope['query'],
  ...(request.sort === 'value' && { generation: dataset.manifest.id }),
});

type CompanyQuery = Parameters<typeof companyWalks>[2] & PageQuery;

async function listOfCompany<Row extends { key: number }>(
  table: Table,
  cui: string,
  request: CompanyQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
) {
  const knownTotal = await countOfCompany(procurementOf(call.dataset), table, cui, request);
  return list<Row>(table, companyWalks(table, cui, request), request, scope, call, context, knownTotal);
}
