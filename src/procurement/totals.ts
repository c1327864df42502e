/** How long lists are, from the sums that were made with the parts: without walking them. */
import type { Database } from '#store/database.ts';
import type { DayRange, Table } from './filters.ts';

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
