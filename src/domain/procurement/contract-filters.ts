/** Filters and order of contract lists, beside those that all lists have. */
import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import type { CursorScope } from '#api/cursor.ts';
import type { Call } from '#api/endpoint.ts';
import { Cui } from '#api/parameters.ts';
import { about, type Description, field, oneOf } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import type { ProcurementContext } from './context.ts';
import type { ContractRow } from './contract.ts';
import { contractConditions, valuesOf } from './contracts-table.ts';
import { wrongOrder } from './filters.ts';
import { type ListPage, sourceMeta } from './list-page.ts';
import { type PageQuery, positions, startOf } from './list-walk.ts';
import type { Walk } from './list-walk-table.ts';
import { assertLoaded, procurementOf } from './procurement-database.ts';
import { NoteFilter, type ValueNote } from './published-value.ts';
import { rowsOf } from './rows-table.ts';
import { workerReads } from './worker-reads.ts';

/** Contracts that are put into the order of value: the newest. */
const SORTED_MAX = 5_000;

const Money = (texts: Description) => Type.Optional(Type.Number({ minimum: 0, maximum: 1e13, ...about(texts) }));

const County = (texts: Description) => Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...about(texts) }));

export const contractFilters = {
  authorityCui: Type.Optional(
    field(Cui, { en: 'Only contracts of this authority.', ro: 'Doar contractele acestei autorități.' }),
  ),
  supplierCui: Type.Optional(
    field(Cui, {
      en: 'Only contracts of this supplier, alone or in a consortium.',
      ro: 'Doar contractele acestui furnizor, singur sau în asociere.',
    }),
  ),
  authorityCounty: County({
    en: 'County of the authority: name, slug or plate; as published, or else that of its seat.',
    ro: 'Județul autorității: nume, nume pentru adrese sau indicativ auto; cum a fost publicat, altfel al sediului ei.',
  }),
  supplierCounty: County({
    en: 'County of a supplier of the contract, likewise.',
    ro: 'Județul unui furnizor al contractului, la fel.',
  }),
  minValue: Money({
    en: 'Least value in lei (`valueRon`); contracts without one do not pass.',
    ro: 'Cea mai mică valoare în lei (`valueRon`); contractele fără valoare nu trec.',
  }),
  maxValue: Money({ en: 'Greatest value in lei, likewise.', ro: 'Cea mai mare valoare în lei, la fel.' }),
  valueNote: NoteFilter,
  sort: oneOf(
    ['date', 'value'],
    {
      en: `Newest first, or greatest value in lei first, those without one last: of the newest ${SORTED_MAX.toLocaleString('en')}.`,
      ro: `Cele mai noi întâi sau cea mai mare valoare în lei întâi, cele fără valoare la urmă: dintre cele mai noi ${SORTED_MAX.toLocaleString('ro')}.`,
    },
    'date',
  ),
};

export interface ContractFilters {
  authorityCui?: string;
  supplierCui?: string;
  authorityCounty?: string;
  supplierCounty?: string;
  minValue?: number;
  maxValue?: number;
  valueNote?: ValueNote;
  sort: 'date' | 'value';
}

const NARROWING = [
  'authorityCui',
  'supplierCui',
  'authorityCounty',
  'supplierCounty',
  'minValue',
  'maxValue',
  'valueNote',
] as const;

/** Whether any of them narrows the list. */
export const isNarrowed = (filters: ContractFilters): boolean => NARROWING.some((name) => filters[name] !== undefined);

export function assertValueRange({ minValue, maxValue }: ContractFilters): void {
  if (minValue !== undefined && maxValue !== undefined && minValue > maxValue)
    throw wrongOrder('minValue', messages.procurement.isAbove({ most: 'maxValue' }));
}

/** The walks with the filters, checked row by row. Throws a 404 with near names for an unknown county. */
export function narrowed(
  walks: readonly Walk[],
  filters: ContractFilters,
  { county }: Pick<ProcurementContext, 'county'>,
): Walk[] {
  const { authorityCui, supplierCui, authorityCounty, supplierCounty, minValue, maxValue, valueNote } = filters;
  const add = contractConditions(
    {
      authorityCui: authorityCui && Number(authorityCui),
      authorityCounty: authorityCounty && county(authorityCounty),
      minValue: minValue && Math.round(minValue * 100),
      maxValue: maxValue && Math.round(maxValue * 100),
      supplierCui: supplierCui && Number(supplierCui),
      supplierCounty: supplierCounty && county(supplierCounty),
    },
    valueNote,
  );
  return walks.map(({ conditions, counted, ...walk }) => {
    const key = `${walk.from}.${walk.key}`;
    const bounds = { conditions: add(conditions, key), ...(counted && { counted: add(counted, key) }) };
    return { ...walk, ...bounds, isExpensive: true };
  });
}

/** A page in the order of value, in the analytics worker. */
export async function listByValue(
  walks: readonly Walk[],
  request: PageQuery,
  scope: CursorScope,
  call: Call,
  context: ProcurementContext,
): Promise<ListPage<ContractRow>> {
  const db = procurementOf(call.dataset);
  const reads = workerReads(call, context);
  const found = await positions(reads, walks, { before: 0, after: null, skip: 0 }, SORTED_MAX);
  if (found.length === 0) await assertLoaded(db, 'contract');
  // A page states that there may be more; an export must not take these for all.
  if (call.countMax !== undefined && found.length >= SORTED_MAX)
    throw new ApiError('INVALID_PARAMETER', messages.procurement.sortedTable({ max: SORTED_MAX }), {
      details: [{ in: 'query', name: 'sort', problem: messages.procurement.sortedMax({ max: SORTED_MAX }) }],
    });
  const keys = found.map(({ key }) => key);
  const values = await valuesOf(reads, keys);
  // The sort is stable: among equals the newest first.
  const ordered = keys.toSorted((a, b) => (values.get(b) ?? NO_VALUE) - (values.get(a) ?? NO_VALUE));
  const { before } = startOf(request, (cursor) => context.cursors.read(scope, cursor));
  const rows = await rowsOf<ContractRow>(db, 'contract', ordered.slice(before, before + request.limit));
  const end = before + rows.length;
  const page = context.cursors.positionPage(scope, {
    limit: request.limit,
    offset: before,
    returned: rows.length,
    total: ordered.length,
    totalRelation: ordered.length < SORTED_MAX ? 'exact' : 'atLeast',
    position: rows.length > 0 && end < ordered.length ? String(end) : null,
  });
  return { rows, meta: { ...sourceMeta(call), page } };
}

/** Below every value. */
const NO_VALUE = Number.NEGATIVE_INFINITY;
