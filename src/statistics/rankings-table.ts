/** Ranks of companies, computed once per generation. */
import type { Database } from '#store/database.ts';

type Metric = 'turnover' | 'profit' | 'employees';
type SliceColumn = 'national' | 'county' | 'caen';

export type RankRow = {
  cui: number;
  year: number;
  county_slug: string | null;
  caen: string | null;
  caen_revision: string | null;
} & Record<Metric, number | null> &
  Record<`${Metric}_${SliceColumn}`, number | null>;

/** The newest year with ranks, and the one before. */
export const ranksOf = (db: Database, cui: string): Promise<RankRow[]> =>
  db.all<RankRow>('select * from company_rank where cui = $1 order by year desc limit 2', [Number(cui)]);

/** How many companies are ranked in each slice the company belongs to: `'turnover county'` → 1,234. */
export async function rankSizes(db: Database, row: RankRow): Promise<Map<string, number>> {
  const rows = await db.all<{ metric: string; slice: string; size: number }>(
    `select metric, slice, size from rank_size
     where year = $1 and ((slice = 'national' and value = 'RO') or (slice = 'county' and value = $2) or (slice = 'caen' and value = $3))`,
    [row.year, row.county_slug ?? '', `${row.caen_revision}:${row.caen}`],
  );
  return new Map(rows.map((size) => [`${size.metric} ${size.slice}`, size.size]));
}
