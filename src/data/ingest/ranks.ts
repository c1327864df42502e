/**
 * Ranks of one year. The filers are sorted once by each figure; one pass in that order gives the ranks in the nation, the
 * county and the activity. Equal figures share a rank; among equals the lower fiscal code comes first.
 */
import type { Row } from '#data/store/table.ts';
import { NATION } from '#domain/companies/health/peers.ts';
import type { companyRank, rankSize } from '#domain/companies/tables.ts';
import type { Filers, Grouping, Metric } from './filings.ts';

/** Rows of a ranking that a request can reach. */
export const LEADERS_MAX = 100;

const scopes = ['national', 'county', 'caen'] as const;
type Scope = (typeof scopes)[number];

export interface Ranks {
  companies(): Generator<Row<typeof companyRank>>;
  sizes: Row<typeof rankSize>[];
}

export function ranksOf(filers: Filers): Ranks {
  const groupings: Record<Scope, Grouping> = {
    national: { names: [NATION], of: new Int32Array(filers.count) },
    county: filers.county,
    caen: filers.activity,
  };
  const sizes: Row<typeof rankSize>[] = [];
  const { year } = filers;
  /** The rank of every filer by one figure; 0 where it has none. */
  const ranksBy = (metric: Metric): Record<Scope, Int32Array> => {
    const order = inOrder(filers, metric);
    const ranksIn = (slice: Scope): Int32Array => {
      const grouping = groupings[slice];
      const { ranks, counted, leaders } = walk(filers.figures[metric], order, grouping);
      for (const [group, value] of grouping.names.entries()) {
        const codes = leaders[group]?.map((filer) => filers.cui[filer]) ?? [];
        if (codes.length > 0)
          sizes.push({ year, metric, slice, value, size: counted[group] ?? 0, leaders: JSON.stringify(codes) });
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

const nameOf = ({ names, of }: Grouping, filer: number): string | null => names[of[filer] ?? -1] ?? null;

/** The filers that have the figure, the largest first. */
function inOrder({ count, figures, cui }: Filers, metric: Metric): Uint32Array {
  const values = figures[metric];
  const withFigure = new Uint32Array(count);
  let size = 0;
  for (let filer = 0; filer < count; filer++) if (!Number.isNaN(values[filer])) withFigure[size++] = filer;
  return withFigure
    .subarray(0, size)
    .sort((a, b) => Number(values[b]) - Number(values[a]) || Number(cui[a]) - Number(cui[b]));
}

/** The rank of every filer in its group, 0 without a figure; the size of each group, and its first filers. */
function walk(
  values: Float64Array,
  order: Uint32Array,
  { names, of }: Grouping,
): { ranks: Int32Array; counted: Int32Array; leaders: number[][] } {
  const ranks = new Int32Array(of.length);
  const counted = new Int32Array(names.length);
  const leaders: number[][] = names.map(() => []);
  const rankNow = new Int32Array(names.length);
  const valueNow = new Float64Array(names.length).fill(Number.NaN);
  for (const filer of order) {
    const group = of[filer] ?? -1;
    if (group < 0) continue;
    const position = Number(counted[group]) + 1;
    counted[group] = position;
    if (valueNow[group] !== values[filer]) {
      valueNow[group] = Number(values[filer]);
      rankNow[group] = position;
    }
    ranks[filer] = Number(rankNow[group]);
    if (position <= LEADERS_MAX) leaders[group]?.push(filer);
  }
  return { ranks, counted, leaders };
}
