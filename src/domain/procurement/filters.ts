/** Filters of lists: role, days, CPV prefix, town of the supplier; and the index along which a list is then walked. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { CalendarDay } from '#api/parameters.ts';
import type { Database } from '#data/store/database.ts';
import type { Bilingual, Message } from '#lib/i18n/message.ts';
import { about, type Description, oneOf } from '#lib/schema/fields.ts';
import { addDays } from '#lib/values/date.ts';
import { messages } from '#locales/messages.ts';
import { Conditions } from './conditions.ts';
import { SUPPLIED_FROM_TOWN } from './contracts-table.ts';
import { CpvPrefix, codesUnder, isNoCode } from './cpv.ts';
import { dayNumber } from './day-number.ts';
import type { DayRange, Table } from './deal-lists.ts';
import type { Walk } from './list-walk-table.ts';
import { noteIs, type ValueNote } from './published-value.ts';
import { townOf } from './supplier-town.ts';
import { countByCpv } from './totals-table.ts';

export const Role = oneOf(
  ['authority', 'supplier', 'both'],
  { en: 'Which side the company is on.', ro: 'De ce parte este firma.' },
  'both',
);

/** The day of a row that the range applies to. */
const DAYS: Record<Table, { first: Bilingual; last: Bilingual }> = {
  contract: {
    first: { en: 'First contract date.', ro: 'Prima dată de contract.' },
    last: { en: 'Last contract date; not before dateFrom.', ro: 'Ultima dată de contract; nu înainte de dateFrom.' },
  },
  purchase: {
    first: { en: 'First day of finalization.', ro: 'Prima zi de finalizare.' },
    last: {
      en: 'Last day of finalization; not before dateFrom.',
      ro: 'Ultima zi de finalizare; nu înainte de dateFrom.',
    },
  },
  award: {
    first: { en: 'First day of publication.', ro: 'Prima zi de publicare.' },
    last: {
      en: 'Last day of publication; not before dateFrom.',
      ro: 'Ultima zi de publicare; nu înainte de dateFrom.',
    },
  },
};

export const days = (table: Table) => ({
  dateFrom: Type.Optional(CalendarDay(DAYS[table].first)),
  dateTo: Type.Optional(CalendarDay(DAYS[table].last)),
});

export const cpvFilter = Type.Optional(
  CpvPrefix({ en: 'CPV code or its first digits.', ro: 'Cod CPV sau primele lui cifre.' }),
);

export const TOWN = {
  en: 'Town of the supplier, in any spelling (`Cluj-Napoca`, `CLUJ NAPOCA`, `Mun. Ploiesti`, `București`, `Sector 3`): as published, or else its seat in the trade registry. `meta.suppliersWithoutTown` counts the suppliers under the code without a known town; an unknown town is a warning with near names.',
  ro: 'Localitatea furnizorului, în orice scriere (`Cluj-Napoca`, `CLUJ NAPOCA`, `Mun. Ploiesti`, `București`, `Sector 3`): cum a fost publicată, altfel sediul din registrul comerțului. `meta.suppliersWithoutTown` numără furnizorii de sub cod fără localitate cunoscută; o localitate necunoscută este un avertisment cu nume apropiate.',
};

export const SupplierCity = (texts: Description) =>
  Type.Optional(Type.String({ minLength: 1, maxLength: 100, ...about(texts) }));

export function checkDays({ dateFrom, dateTo }: DayRange): void {
  if (dateFrom !== undefined && dateTo !== undefined && dateFrom > dateTo)
    throw wrongOrder('dateFrom', messages.procurement.isAfter({ last: 'dateTo' }));
}

/** For a range whose lower bound is above the upper. */
export const wrongOrder = (name: string, problem: Message): ApiError =>
  new ApiError('INVALID_PARAMETER', messages.procurement.wrongOrder({ first: name, problem }), {
    details: [{ in: 'query', name, problem }],
  });

function inDays(conditions: Conditions, { dateFrom, dateTo }: DayRange): Conditions {
  if (dateFrom !== undefined) conditions.add('day >= ?', dayNumber(dateFrom));
  // A row without a day is in no range.
  if (dateTo !== undefined) conditions.add('day <> 0').upTo('day <= ?', dayNumber(dateTo));
  return conditions;
}

/** The same for notices, whose lists are ordered by the moment within the day. */
export function inMoments(conditions: Conditions, { dateFrom, dateTo }: DayRange): Conditions {
  if (dateFrom !== undefined) conditions.add('moment >= ?', dateFrom);
  if (dateTo !== undefined) conditions.add("moment <> ''").upTo('moment < ?', addDays(dateTo, 1));
  return conditions;
}

/** Adds the filter of amounts; lists of contracts have theirs in contract-filters.ts. */
const noted = (conditions: Conditions, table: Table, { valueNote }: Noted): Conditions =>
  valueNote === undefined || table === 'contract' ? conditions : conditions.add(noteIs(valueNote, 'value'));

interface Noted {
  valueNote?: ValueNote | undefined;
}

/** A company's rows, one walk per requested side. */
export function companyWalks(
  table: Table,
  cui: string,
  request: DayRange & Noted & { role?: 'authority' | 'supplier' | 'both' | undefined; cpv?: string | undefined },
): Walk[] {
  if (request.cpv !== undefined && isNoCode(request.cpv)) return [];
  const { role = 'both' } = request;
  const side = (column: string): Conditions => {
    const conditions = inDays(new Conditions().add(`${column} = ?`, Number(cui)), request);
    if (request.cpv !== undefined) between(conditions, request.cpv);
    return noted(conditions, table, request);
  };
  const isExpensive = request.cpv !== undefined || request.valueNote !== undefined;
  const bought: Walk = { from: table, key: 'key', conditions: side('authority_id'), isExpensive };
  const sold: Walk =
    table === 'contract'
      ? { from: 'contract_supplier', key: 'contract', conditions: side('supplier_id'), isExpensive }
      : { from: table, key: 'key', conditions: side('supplier_id'), isExpensive };
  return [...(role === 'supplier' ? [] : [bought]), ...(role === 'authority' ? [] : [sold])];
}

/** Codes with this prefix. */
const between = (conditions: Conditions, prefix: string): Conditions =>
  prefix.length === 8
    ? conditions.add('cpv = ?', Number(prefix))
    : conditions.add('cpv >= ? and cpv < ?', ...codesUnder(prefix));

/** Prefixes of one, two and three digits have their own indexes in list order. */
const INDEXED_MAX = 3;

/**
 * With at least so many digits and at most so many rows, the code filters better than a town: towns are then checked
 * row by row.
 */
const NARROW_DIGITS = 4;
const NARROW_ROWS = 1_000;

export async function cpvWalks(
  db: Database,
  table: Table,
  prefix: string,
  request: DayRange & Noted & { supplierCity?: string | undefined; limit: number },
): Promise<Walk[]> {
  if (isNoCode(prefix)) return [];
  const city = cityOf(table, request);
  if (city !== null && !(await isNarrow(db, table, prefix))) {
    const conditions = inDays(new Conditions().add('town = ?', city), request);
    between(conditions, prefix);
    return [{ from: 'contract_town', key: 'contract', conditions, isExpensive: true }];
  }
  const narrowed = (conditions: Conditions): Conditions => {
    noted(inDays(conditions, request), table, request);
    return city === null ? conditions : conditions.add(SUPPLIED_FROM_TOWN, city);
  };
  const conditions = narrowed(await byCode(db, table, prefix, request.limit));
  const isNoted = request.valueNote !== undefined;
  if (prefix.length <= INDEXED_MAX) return [{ from: table, key: 'key', conditions, isExpensive: isNoted }];
  // If days filter it too, no row of the code may match.
  const isExpensive =
    isNoted || (prefix.length < 8 && (request.dateFrom !== undefined || request.dateTo !== undefined));
  return [{ from: table, key: 'key', conditions, counted: narrowed(between(new Conditions(), prefix)), isExpensive }];
}

const isNarrow = async (db: Database, table: Table, prefix: string): Promise<boolean> =>
  prefix.length >= NARROW_DIGITS && (await countByCpv(db, table, prefix)) <= NARROW_ROWS;

/** The number of rows if no other filter applies; else null. */
export async function cpvTotal(
  db: Database,
  table: Table,
  prefix: string,
  { dateFrom, dateTo, valueNote, supplierCity }: DayRange & Noted & { supplierCity?: string | undefined },
): Promise<number | null> {
  const narrowing = [dateFrom, dateTo, valueNote, cityOf(table, { supplierCity }) ?? undefined];
  return narrowing.some((each) => each !== undefined) ? null : countByCpv(db, table, prefix);
}

const cityOf = (table: Table, { supplierCity }: { supplierCity?: string | undefined }): string | null =>
  table === 'contract' && supplierCity !== undefined ? townOf(supplierCity) : null;

/**
 * Four to seven digits: along the index of their first three, if their rows are frequent enough there; else all of them
 * are sorted. The first costs a page times the other rows between, the second the number of rows, so that the cheaper
 * one is never expensive.
 */
async function byCode(db: Database, table: Table, prefix: string, limit: number): Promise<Conditions> {
  const begins = (digits: number): Conditions =>
    new Conditions().add(`cpv / ${10 ** (8 - digits)} = ?`, Number(prefix.slice(0, digits)));
  if (prefix.length <= INDEXED_MAX) return begins(prefix.length);
  if (prefix.length === 8) return between(new Conditions(), prefix);
  const own = await countByCpv(db, table, prefix);
  const group = await countByCpv(db, table, prefix.slice(0, INDEXED_MAX));
  return own * own < limit * group
    ? between(new Conditions(), prefix)
    : begins(INDEXED_MAX).add(`cpv / ${10 ** (8 - prefix.length)} = ?`, Number(prefix));
}
