/**
 * Ranks of one year. The filers are sorted once by each figure; walking down that order gives every rank, in the nation, the
 * county and the activity at once. Equal figures share a rank; of equals the lower fiscal code stands first in a list.
 */

import type { Value } from '#data/store/database.ts';
import { NATION } from '#domain/companies/health/peers.ts';
import { type Filers, type Metric, metricNames, type Places } from './filers.ts';

/** Rows of a ranking that can be asked for. */
export const LEADERS_KEPT = 100;

const sliceNames = ['national', 'county', 'caen'] as const;
type SliceName = (typeof sliceNames)[number];

export interface Ranks {
  /** Rows of `company_rank`, in the order of `rankColumns`. */
  companies(): Generator<Value[]>;
  /** Rows of `rank_size`, in the order of `sizeColumns`. */
  sizes: Value[][];
}

export const rankColumns = [
  'cui',
  'year',
  'county_slug',
  'caen',
  'caen_revision',
  ...metricNames.flatMap((metric) => [metric, ...sliceNames.map((slice) => `${metric}_${slice}`)]),
];

export const sizeColumns = ['year', 'metric', 'slice', 'value', 'size', 'leaders'];

export function ranksOf(filers: Filers): Ranks {
  const slices: Record<SliceName, Places> = {
    national: { names: [NATION], of: new Int32Array(filers.count) },
    county: filers.county,
    caen: filers.activity,
  };
  const sizes: Value[][] = [];
  const ranked = metricNames.map((metric) => {
    const figures = filers.figures[metric];
    const order = inOrder(filers, metric);
    const ranks = sliceNames.map((slice) => {
      const places = slices[slice];
      const { ranks, counted, leaders } = walk(figures, order, places);
      for (const [place, name] of places.names.entries()) {
        const codes = leaders[place]?.map((filer) => filers.cui[filer]) ?? [];
        if (codes.length > 0)
          sizes.push([filers.year, metric, slice, name, counted[place] ?? 0, JSON.stringify(codes)]);
      }
      return ranks;
    });
    return { figures, ranks };
  });

  return {
    sizes,
    *companies() {
      for (let filer = 0; filer < filers.count; filer++) {
        const [revision = null, caen = null] = nameOf(filers.activity, filer)?.split(':') ?? [];
        const row: Value[] = [filers.cui[filer] ?? 0, filers.year, nameOf(filers.county, filer), caen, revision];
        for (const { figures, ranks } of ranked) {
          const figure = Number(figures[filer]);
          row.push(Number.isNaN(figure) ? null : figure);
          for (const rank of ranks) row.push(rank[filer] || null);
        }
        yield row;
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
