/** How many deals there are, by code and by company, from the sums that were made with the parts: without walking lists. */
import type { Database } from '#data/store/database.ts';
import type { DayRange, Table } from './deal-lists.ts';

/** Counted for themselves; of longer beginnings the few codes are added up. */
const COUNTED_DIGITS = 3;

/** Rows with a code that begins so. */
export async function countByCpv(db: Database, table: Table, prefix: string): Promise<number> {
  const last = prefix.length > COUNTED_DIGITS ? `${prefix}:` : prefix; // the colon comes after 9
  const row = await db.one<{ count: number | null }>(
    'select sum(count) as count from cpv_count where prefix >= $1 and prefix <= $2 and list = $3',
    [prefix, last, table],
  );
  return row?.count ?? 0;
}

const KINDS: Record<Table, string> = {
  contract: "'contract', 'framework', 'callOff'",
  purchase: "'purchase', 'notBought'",
  award: "'award'",
};

interface CompanyAsked extends DayRange {
  role?: 'authority' | 'supplier' | 'both' | undefined;
  cpv?: string | undefined;
}

/** Null where a filter narrows the list, and where the company is on both sides: a row that names it twice is one row. */
export async function countOfCompany(
  db: Database,
  table: Table,
  cui: string,
  { role = 'both', cpv, dateFrom, dateTo }: CompanyAsked,
): Promise<number | null> {
  if (cpv !== undefined || dateFrom !== undefined || dateTo !== undefined) return null;
  const sides = await db.all<{ count: number }>(
    `select role, sum(count) as count from party_year
     where party = $1 and role in (${role === 'both' ? "'authority', 'supplier'" : `'${role}'`}) and kind in (${KINDS[table]})
     group by role having sum(count) <> 0`,
    [Number(cui)],
  );
  return sides.length > 1 ? null : (sides[0]?.count ?? 0);
}

export interface YearRow {
  year: string;
  kind: 'contract' | 'framework' | 'callOff' | 'purchase';
  count: number;
  valued: number;
  /** Bani. */
  value: number;
}

/** What a company bought or sold, by year and kind. */
export const yearsOf = (db: Database, cui: string, role: 'authority' | 'supplier'): Promise<YearRow[]> =>
  db.all<YearRow>(
    `select year, kind, sum(count) as count, sum(valued) as valued, sum(value) as value from party_year
     where party = $1 and role = $2 and kind in ('contract', 'framework', 'callOff', 'purchase')
     group by year, kind having sum(count) <> 0`,
    [Number(cui), role],
  );

/** The first row with a day that names the company in the column; null when none does. */
export const firstDealOf = (
  db: Database,
  cui: string,
  [table, column, key]: [table: 'contract' | 'contract_supplier' | 'purchase', column: string, key: string],
): Promise<{ day: string; key: number } | null> =>
  db.one(`select day, ${key} as key from ${table} where ${column} = $1 and day <> '' order by day, ${key} limit 1`, [
    Number(cui),
  ]);

export interface SoldRow {
  party: number;
  kind: 'contract' | 'purchase';
  count: number;
  valued: number;
  /** Bani. */
  value: number;
}

/** What companies sold, all years together, of a page of fiscal codes at once. Frameworks and call-offs are not counted. */
export async function soldBy(db: Database, cuis: readonly number[]): Promise<SoldRow[]> {
  if (cuis.length === 0) return [];
  return db.all<SoldRow>(
    `select party, kind, sum(count) as count, sum(valued) as valued, sum(value) as value from party_year
     where party in (${cuis.map((_, i) => `$${i + 1}`).join(', ')}) and role = 'supplier' and kind in ('contract', 'purchase')
     group by party, kind having sum(count) <> 0`,
    cuis,
  );
}
