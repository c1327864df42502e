/** Companies of a ranking: what they filed in its year and in the year before, and what the registry says of them. */

import type { Database } from '#data/store/database.ts';
import type { ListedCompany } from '#lib/schema/company-row.ts';
import type { RankRow } from './rankings-table.ts';

export interface RankedCompany {
  rank: RankRow;
  /** Null when it was not ranked then. */
  before: RankRow | null;
  /** Null when nothing but its balance sheets is known. */
  listed: Pick<
    ListedCompany,
    'name' | 'county' | 'locality' | 'legal_form' | 'active' | 'caen' | 'caen_revision'
  > | null;
}

type ListedRow = NonNullable<RankedCompany['listed']> & { cui: number; rank: number };

/** By fiscal code. Of registrations that share one, the first in the listing speaks for it. */
export async function rankedCompanies(
  db: Database,
  year: number,
  cuis: readonly number[],
): Promise<Map<number, RankedCompany>> {
  const codes = [...new Set(cuis)];
  if (codes.length === 0) return new Map();
  const list = codes.map((_, i) => `$${i + 1}`).join(', ');
  const [ranks, listed] = await Promise.all([
    db.all<RankRow>(
      `select * from company_rank where cui in (${list}) and year in ($${codes.length + 1}, $${codes.length + 2})`,
      [...codes, year, year - 1],
    ),
    db.all<ListedRow>(
      `select cui, rank, name, county, locality, legal_form, active, caen, caen_revision from listing where cui in (${list}) order by rank desc`,
      codes,
    ),
  ]);
  const now = new Map(ranks.filter((row) => row.year === year).map((row) => [row.cui, row]));
  const before = new Map(ranks.filter((row) => row.year === year - 1).map((row) => [row.cui, row]));
  const seats = new Map(listed.map((row) => [row.cui, row]));
  return new Map(
    [...now].map(([cui, rank]) => [cui, { rank, before: before.get(cui) ?? null, listed: seats.get(cui) ?? null }]),
  );
}
