/** Ranks of companies, computed once per generation. */

import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import type { CompanyColumns } from '#lib/schema/company-row.ts';
import { findCounty } from '#lib/values/county.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { NATION } from './ranking-scopes.ts';

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

/** Newest first. */
export const rankedYears = async (db: Database): Promise<number[]> =>
  (
    await db.all<{ year: number }>(
      `select year from market_year where slice = 'national' and value = '${NATION}' order by year desc`,
    )
  ).map(({ year }) => year);

interface Ranking {
  year: number;
  metric: Metric;
  slice: SliceColumn;
}

interface SliceSize {
  value: string;
  size: number;
}

/** Of a county its name, of an activity its revision and code. */
const nameOf = (value: string): string => findCounty(value)?.name ?? value;

const sizes = new WeakMap<Dataset, Map<string, SliceSize[]>>();

/** Every slice of a kind with the number of companies ranked in it, in the order of their names; read once per generation. */
export async function slicesOf(dataset: Dataset, { year, metric, slice }: Ranking): Promise<SliceSize[]> {
  const known = sizes.getOrInsertComputed(dataset, () => new Map<string, SliceSize[]>());
  const key = `${year} ${metric} ${slice}`;
  const found =
    known.get(key) ??
    // Put in order before anybody else can see it: of two who ask at once both read, and the later one's stays.
    inOrder(
      await dataset.db.all<SliceSize>(
        'select value, size from rank_size where year = $1 and metric = $2 and slice = $3',
        [year, metric, slice],
      ),
    );
  known.set(key, found);
  return found;
}

const inOrder = (slices: readonly SliceSize[]): SliceSize[] =>
  slices.toSorted((a, b) => inRomanian(nameOf(a.value), nameOf(b.value)) || (a.value < b.value ? -1 : 1));

/** Fiscal codes of the first hundred of each of these slices, best first. A slice without ranked companies is absent. */
export async function leadersOf(
  db: Database,
  { year, metric, slice }: Ranking,
  values: readonly string[],
): Promise<Map<string, number[]>> {
  if (values.length === 0) return new Map();
  const rows = await db.all<{ value: string; leaders: string }>(
    `select value, leaders from rank_size where year = $1 and metric = $2 and slice = $3
     and value in (${values.map((_, i) => `$${i + 4}`).join(', ')})`,
    [year, metric, slice, ...values],
  );
  return new Map(rows.map((row) => [row.value, JSON.parse(row.leaders) as number[]]));
}

/** The best of each ranking by ratio, best first, with their rank of the year before where they were among the best then. */
export const advancedRows = (db: Database, year: number, shown: number): Promise<AdvancedRow[]> =>
  db.all<AdvancedRow>(
    `select a.ranking, a.rank, a.cui, a.value, p.rank as previous_rank from advanced_rank a
     left join advanced_rank p on p.year = a.year - 1 and p.ranking = a.ranking and p.cui = a.cui
     where a.year = $1 and a.position <= $2 order by a.ranking, a.position`,
    [year, shown],
  );

interface AdvancedRow {
  ranking: string;
  rank: number;
  cui: number;
  value: number;
  previous_rank: number | null;
}

export interface RankedCompany {
  rank: RankRow;
  /** Null when it was not ranked then. */
  before: RankRow | null;
  /** Null when nothing but its balance sheets is known. */
  listing: Pick<
    CompanyColumns,
    'name' | 'county' | 'locality' | 'legal_form' | 'active' | 'caen' | 'caen_revision'
  > | null;
}

type ListedRow = NonNullable<RankedCompany['listing']> & { cui: number; rank: number };

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
    [...now].map(([cui, rank]) => [cui, { rank, before: before.get(cui) ?? null, listing: seats.get(cui) ?? null }]),
  );
}
