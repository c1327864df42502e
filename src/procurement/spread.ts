/** How values are spread: percentiles from a histogram whose bins are 2 % wide, so that each is off by less than 1 %. */
import { toLei } from '#base/money.ts';
import type { Database } from '#store/database.ts';
import type { Dataset } from '#store/dataset.ts';
import { Conditions } from './conditions.ts';
import { dealsOf, type Scope, SUMMED_DIGITS, sources } from './deals.ts';
import { type Split, splitRange } from './months.ts';
import { BIN_RATIO } from './rollup-tables.ts';

interface Bin {
  bin: number;
  count: number;
}

/** Lei. */
export type Percentiles = Record<'p10' | 'p25' | 'p50' | 'p75' | 'p90', number>;

/** Of deals with a value above zero. Divisions have theirs made with the part. */
export async function histogram(
  db: Database,
  dataset: Dataset,
  kind: 'contract' | 'purchase',
  scope: Scope,
): Promise<Bin[]> {
  const { months, edges } = splitRange(scope);
  if (scope.cpv.length > SUMMED_DIGITS || months === null) return binsOfDeals(db, dataset, kind, scope);
  const bins = [await binsOfMonths(db, kind, scope.cpv, months)];
  for (const edge of edges) bins.push(await binsOfDeals(db, dataset, kind, { ...scope, ...edge }));
  return mergedBins(...bins);
}

function binsOfMonths(
  db: Database,
  kind: 'contract' | 'purchase',
  cpv: string,
  { from, to }: NonNullable<Split['months']>,
): Promise<Bin[]> {
  const conditions = new Conditions().add('division = ? and kind = ?', cpv, kind);
  if (from !== undefined) conditions.add('month >= ?', from);
  if (to !== undefined) conditions.add("month <= ? and month <> ''", to);
  return db.all<Bin>(
    `select bin, sum(count) as count from cpv_value ${conditions.where} group by bin having sum(count) <> 0 order by bin`,
    conditions.params,
  );
}

function binsOfDeals(db: Database, dataset: Dataset, kind: 'contract' | 'purchase', scope: Scope): Promise<Bin[]> {
  const deals = dealsOf(dataset, sources[kind], 'key', scope);
  const bin = `cast(floor(ln(cast(value as double precision)) / ${Math.log(BIN_RATIO)}) as integer)`;
  return db.all<Bin>(
    `select ${bin} as bin, sum(sign) as count from ${deals.text} deal where value > 0
     group by ${bin} having sum(sign) <> 0 order by 1`,
    deals.params,
  );
}

/** Bins of several histograms as one. */
export function mergedBins(...histograms: readonly Bin[][]): Bin[] {
  const counts = new Map<number, number>();
  for (const { bin, count } of histograms.flat()) counts.set(bin, (counts.get(bin) ?? 0) + count);
  return [...counts].map(([bin, count]) => ({ bin, count })).sort((a, b) => a.bin - b.bin);
}

/** Null when nothing has a value. */
export function percentiles(bins: readonly Bin[]): Percentiles | null {
  const total = bins.reduce((sum, { count }) => sum + count, 0);
  if (total === 0) return null;
  const at = (share: number): number => {
    // The nearest rank: the smallest value that so many are not above.
    let left = Math.max(1, Math.ceil(share * total));
    for (const { bin, count } of bins) {
      left -= count;
      if (left <= 0) return toLei(Math.round(BIN_RATIO ** (bin + 0.5)));
    }
    return 0;
  };
  return { p10: at(0.1), p25: at(0.25), p50: at(0.5), p75: at(0.75), p90: at(0.9) };
}
