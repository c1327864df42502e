/** A company's positions among all, in its county and in its activity. */
import { type Static, Type } from 'typebox';
import { findCounty } from '#base/county.ts';
import { toLei } from '#base/money.ts';
import { closed, oneOf, orNull } from '#base/schema.ts';
import type { Database } from '#store/database.ts';
import { type RankRow, rankSizes, ranksOf } from './rankings-table.ts';

const metrics = ['turnover', 'profit', 'employees'] as const;
const slices = ['national', 'county', 'caen'] as const;

const Slice = Type.Object(
  {
    kind: oneOf(['national', 'judet', 'caen'], 'All companies, those of a county, or those of an activity.'),
    value: Type.String({ description: '`RO`, the county’s slug, or revision and CAEN class.' }),
    label: Type.String({ description: 'The same in words.' }),
  },
  { ...closed, title: 'Slice', description: 'Among whom the company is ranked.' },
);

const Position = Type.Object(
  {
    metric: oneOf(['cifra', 'profit', 'angajati'], 'Turnover, net profit, or average number of employees.'),
    slice: Slice,
    rank: Type.Integer({ description: '1 is the largest; equals share a rank.' }),
    previousRank: orNull(Type.Integer(), 'In the year before.'),
    of: Type.Integer({ description: 'Companies ranked.' }),
    percentile: Type.Number({
      description: 'Share of the ranked companies that it is ahead of or equal to, 0 to 100.',
    }),
    value: Type.Number({ description: 'The figure: lei, or heads.' }),
  },
  { ...closed, title: 'Position' },
);

export const Leaderboard = Type.Object(
  {
    year: orNull(Type.Integer(), 'Financial year of the ranks; null when the company has none.'),
    positions: orNull(Type.Array(Position), 'Every position it has; null when it is not ranked.'),
  },
  { ...closed, title: 'Leaderboard' },
);
export type Leaderboard = Static<typeof Leaderboard>;

const publicMetric = { turnover: 'cifra', profit: 'profit', employees: 'angajati' } as const;
const publicSlice = { national: 'national', county: 'judet', caen: 'caen' } as const;

export async function leaderboardOf(
  db: Database,
  cui: string,
  caenTitle: (revision: string, code: string) => string | null,
): Promise<Leaderboard> {
  const [row, before] = await ranksOf(db, cui);
  if (!row) return { year: null, positions: null };
  const sizes = await rankSizes(db, row);
  const previous = before?.year === row.year - 1 ? before : null;
  const positions: Static<typeof Position>[] = [];
  for (const metric of metrics) {
    for (const slice of slices) {
      const rank = row[`${metric}_${slice}`];
      const value = row[metric];
      const of = sizes.get(`${metric} ${slice}`);
      if (rank === null || value === null || of === undefined) continue;
      positions.push({
        metric: publicMetric[metric],
        slice: describe(slice, row, caenTitle),
        rank,
        previousRank: previous && isSame(slice, row, previous) ? previous[`${metric}_${slice}`] : null,
        of,
        percentile: Math.round((10_000 * (of - rank + 1)) / of) / 100,
        value: metric === 'employees' ? value : toLei(value),
      });
    }
  }
  return { year: row.year, positions };
}

/** A rank in another county, activity or revision of the classification is no earlier place in this ranking. */
const isSame = (slice: (typeof slices)[number], now: RankRow, before: RankRow): boolean =>
  slice === 'national' ||
  (slice === 'county'
    ? now.county_slug === before.county_slug
    : now.caen === before.caen && now.caen_revision === before.caen_revision);

function describe(
  slice: (typeof slices)[number],
  row: RankRow,
  caenTitle: (revision: string, code: string) => string | null,
): Static<typeof Slice> {
  const kind = publicSlice[slice];
  if (slice === 'national') return { kind, value: 'RO', label: 'România' };
  if (slice === 'county')
    return {
      kind,
      value: row.county_slug ?? '',
      label: findCounty(row.county_slug ?? '')?.name ?? row.county_slug ?? '',
    };
  const title = row.caen && row.caen_revision ? caenTitle(row.caen_revision, row.caen) : null;
  return { kind, value: `${row.caen_revision}:${row.caen}`, label: title ?? `CAEN ${row.caen}` };
}
