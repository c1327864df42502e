/**
 * Ranks of one year. The filers are sorted once by each figure; walking down that order gives every rank, in the nation, the
 * county and the activity at once. Equal figures share a rank; of equals the lower fiscal code stands first in a list.
 */
import type { Row } from '#data/store/table.ts';
import { NATION } from '#domain/companies/health/peers.ts';
import type { companyRank, rankSize } from '#domain/companies/tables.ts';
import type { Filers, Metric, Places } from './filings.ts';

/** Rows of a ranking that can be asked for. */
export const LEADERS_KEPT = 100;

const sliceNames = ['national', 'county', 'caen'] as const;
type SliceName = (typeof sliceNames)[number];

export interface Ranks {
  companies(): Generator<Row<typeof companyRank>>;
  sizes: Row<typeof rankSize>[];
}

export function ranksOf(filers: Filers): Ranks {
  const slices: Record<SliceName, Places> = {
    national: { names: [NATION], of: new Int32Array(filers.count) },
    county: filers.county,
    caen: filers.activity,
  };
  const sizes: Row<typeof rankSize>[] = [];
  const { year } = filers;
  /** The rank of every filer by one figure; 0 where it has none. */
  const ranksBy = (metric: Metric): Record<SliceName, Int32Array> => {
    const order = inOrder(filers, metric);
    const ranksIn = (slice: SliceName): Int32Array => {
      const places = slices[slice];
      const { ranks, counted, leaders } = walk(filers.figures[metric], order, places);
      for (const [place, value] of places.names.entries()) {
        const codes = leaders[place]?.map((filer) => filers.cui[filer]) ?? [];
        if (codes.length > 0)
          sizes.push({ year, metric, slice, value, size: counted[place] ?? 0, leaders: JSON.stringify(codes) });
      }
      return ranks;
    };
    return { national: ranksIn('national'), county: ranksIn('county'), caen: ranksIn('caen') };
  };
  const turnover = ranksBy('turnover');
  const profit = ranksBy('profit');
  const employees = ranksBy('employees');

  return {
    sizes,
    *companies() {
      for (let filer = 0; filer < filers.count; filer++) {
        const [revision = null, caen = null] = nameOf(filers.activity, filer)?.split(':') ?? [];
        const figure = (metric: Metric): number | null => {
          const value = Number(filers.figures[metric][filer]);
          return Number.isNaN(value) ? null : value;
        };
        const rank = (ranks: Int32Array): number | null => ranks[filer] || null;
        yield {
          cui: filers.cui[filer] ?? 0,
          year,
          county_slug: nameOf(filers.county, filer),
          caen,
          caen_revision: revision,
          turnover: figure('turnover'),
          turnover_national: rank(turnover.national),
          turnover_county: rank(turnover.county),
          turnover_caen: rank(turnover.caen),
          profit: figure('profit'),
          profit_national: rank(profit.national),
          profit_county: rank(profit.county),
          profit_caen: rank(profit.caen),
          employees: figure('employees'),
          employees_national: rank(employees.national),
          employees_county: rank(employees.county),
          employees_caen: rank(employees.caen),
        };
      }
    },
  };
}

const nameOf = ({ names, of }: Places, filer: number): string | null => names[of[filer] ?? -1] ?? null;

/** Those whose figure is known, the largest first. */
function inOrder({ count, figures, cui }: Filers, metric: Metric): Uint32Array {
  const values = figures[metric];
  const known = new Uint32Array(count);
  let size = 0;
  for (let filer = 0; filer < count; filer++) if (!Number.isNaN(values[filer])) known[size++] = filer;
  return known
    .subarray(0, size)
    .sort((a, b) => Number(values[b]) - Number(values[a]) || Number(cui[a]) - Number(cui[b]));
}

/** The rank of every filer within its place, 0 where it has none; how many each place has, and the first of them. */
function walk(
  values: Float64Array,
  order: Uint32Array,
  { names, of }: Places,
): { ranks: Int32Array; counted: Int32Array; leaders: number[][] } {
  const ranks = new Int32Array(of.length);
  const counted = new Int32Array(names.length);
  const leaders: number[][] = names.map(() => []);
  const rankNow = new Int32Array(names.length);
  const valueNow = new Float64Array(names.length).fill(Number.NaN);
  for (const filer of order) {
    const place = of[filer] ?? -1;
    if (place < 0) continue;
    const position = Number(counted[place]) + 1;
    counted[place] = position;
    if (valueNow[place] !== values[filer]) {
      valueNow[place] = Number(values[filer]);
      rankNow[place] = position;
    }
    ranks[filer] = Number(rankNow[place]);
    if (position <= LEADERS_KEPT) leaders[place]?.push(filer);
  }
  return { ranks, counted, leaders };
}
