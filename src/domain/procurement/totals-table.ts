/** Numbers of deals, by code and by company, from precomputed sums. */
import type { Database } from '#data/store/database.ts';
import { dayText } from './day-number.ts';
import type { DayRange, Table } from './deal-lists.ts';
import { kindList, kindOf, ROLES, type Role, roleNumber } from './rollup-tables.ts';
import { ACCEPTED, UNSTATED } from './tables.ts';

/** Precomputed up to this length; for longer prefixes the few codes are added up. */
const COUNTED_DIGITS = 3;

/** Rows with a code of this prefix. */
export async function countByCpv(db: Database, table: Table, prefix: string): Promise<number> {
  const last = prefix.length > COUNTED_DIGITS ? `${prefix}:` : prefix; // the colon comes after 9
  const row = await db.one<{ count: number | null }>(
    'select sum(count) as count from cpv_count where prefix >= $1 and prefix <= $2 and list = $3',
    [prefix, last, table],
  );
  return row?.count ?? 0;
}

const KINDS: Record<Table, string> = {
  contract: kindList('contract', 'framework', 'callOff'),
  purchase: kindList('purchase', 'unstated', 'notBought'),
  award: kindList('award'),
};

interface CompanyFilter extends DayRange {
  role?: 'authority' | 'supplier' | 'both' | undefined;
  cpv?: string | undefined;
  valueNote?: string | undefined;
}

/** Null if a filter applies. */
export async function countOfCompany(
  db: Database,
  table: Table,
  cui: string,
  { role = 'both', ...filters }: CompanyFilter,
): Promise<number | null> {
  const { cpv, dateFrom, dateTo, valueNote } = filters;
  if ([cpv, dateFrom, dateTo, valueNote].some((each) => each !== undefined)) return null;
  const sides = await db.all<{ count: number }>(
    `select role, sum(count) as count from party_year
     where party = $1 and role in (${(role === 'both' ? ROLES : [role]).map(roleNumber).join(', ')}) and kind in (${KINDS[table]})
     group by role having sum(count) <> 0`,
    [Number(cui)],
  );
  const total = sides.reduce((all, { count }) => all + count, 0);
  if (sides.length < 2) return total;
  // A row that names the company on both sides is one row.
  const own = await db.one<{ count: number | null }>(
    `select sum(count) as count from partner where authority = $1 and supplier = $1 and kind in (${KINDS[table]})`,
    [Number(cui)],
  );
  return total - (own?.count ?? 0);
}

const BOUGHT = ['contract', 'framework', 'callOff', 'purchase', 'unstated'] as const;

export interface YearRow {
  /** 0 for deals without a day. */
  year: number;
  kind: (typeof BOUGHT)[number];
  count: number;
  valued: number;
  /** Bani. */
  value: number;
  zero: number;
  negative: number;
}

/** Purchases or sales of a company, by year and kind. */
export async function yearsOf(db: Database, cui: string, role: Role): Promise<YearRow[]> {
  const rows = await db.all<Omit<YearRow, 'kind'> & { kind: number }>(
    `select year, kind, sum(count) as count, sum(valued) as valued, sum(value) as value, sum(zero) as zero, sum(negative) as negative
     from party_year
     where party = $1 and role = $2 and kind in (${kindList(...BOUGHT)})
     group by year, kind having sum(count) <> 0`,
    [Number(cui), roleNumber(role)],
  );
  return rows.map((row) => ({ ...row, kind: kindOf(row.kind) as YearRow['kind'] }));
}

/** The first row with a day that names the company in the column, of purchases one that counts; null when there is none. */
export async function firstDealOf(
  db: Database,
  cui: string,
  [table, column, key]: [table: 'contract' | 'contract_supplier' | 'purchase', column: string, key: string],
): Promise<{ day: string; key: number } | null> {
  const row = await db.one<{ day: number; key: number }>(
    `select day, ${key} as key from ${table} where ${column} = $1 and day <> 0 ${table === 'purchase' ? `and state in (${ACCEPTED}, ${UNSTATED})` : ''} order by day, ${key} limit 1`,
    [Number(cui)],
  );
  return row && { day: dayText(row.day), key: row.key };
}

const SOLD = ['contract', 'callOff', 'purchase', 'unstated'] as const;

export interface SalesRow {
  party: number;
  kind: (typeof SOLD)[number];
  count: number;
  valued: number;
  /** Bani. */
  value: number;
}

/** Sales of companies, all years together, for a page of fiscal codes at once. Without frameworks. */
export async function salesBy(db: Database, cuis: readonly number[]): Promise<SalesRow[]> {
  if (cuis.length === 0) return [];
  const rows = await db.all<Omit<SalesRow, 'kind'> & { kind: number }>(
    `select party, kind, sum(count) as count, sum(valued) as valued, sum(value) as value from party_year
     where party in (${cuis.map((_, i) => `$${i + 1}`).join(', ')}) and role = ${roleNumber('supplier')} and kind in (${kindList(...SOLD)})
     group by party, kind having sum(count) <> 0`,
    cuis,
  );
  return rows.map((row) => ({ ...row, kind: kindOf(row.kind) as SalesRow['kind'] }));
}
