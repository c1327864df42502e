/** From when to when the lists of procurement reach. */
import type { Database } from '#data/store/database.ts';

interface CoverageRow {
  list: 'contract' | 'purchase' | 'award' | 'notice';
  first: string | null;
  last: string | null;
}

export const coverageOfLists = (db: Database): Promise<CoverageRow[]> =>
  db.all<CoverageRow>(
    'select list, min(first_day) as first, max(last_day) as last from coverage group by list order by list',
  );
