/** A company's positions among all, in its county and in its activity. */

import { Type } from 'typebox';
import type { Database } from '#data/store/database.ts';
import type { Translate } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { toLei } from '#lib/values/money.ts';
import type { Names } from './activities.ts';
import {
  metricColumn,
  metricWords,
  NATION,
  Slice,
  type SliceKind,
  sliceColumn,
  sliceKinds,
  sliceOf,
} from './ranking-scopes.ts';
import { type RankRow, rankSizes, ranksOf } from './rankings-table.ts';

const Position = Type.Object(
  {
    metric: oneOf(metricWords, {
      en: 'Turnover, net profit, or average number of employees.',
      ro: 'Cifra de afaceri, profitul net sau numărul mediu de salariați.',
    }),
    slice: Slice,
    rank: field(Type.Integer(), {
      en: '1 is the largest; equals share a rank.',
      ro: '1 este cea mai mare; cele egale împart locul.',
    }),
    previousRank: orNull(Type.Integer(), { en: 'In the year before.', ro: 'În anul dinainte.' }),
    of: field(Type.Integer(), { en: 'Companies ranked.', ro: 'Firme clasate.' }),
    percentile: field(Type.Number(), {
      en: 'Share of the ranked companies that it is ahead of or equal to, 0 to 100.',
      ro: 'Câte dintre firmele clasate sunt sub ea sau egale cu ea, 0 până la 100.',
    }),
    value: field(Type.Number(), { en: 'The figure: lei, or heads.', ro: 'Cifra: lei sau persoane.' }),
  },
  { ...closed, title: 'Position' },
);

export const Leaderboard = Type.Object(
  {
    year: orNull(Type.Integer(), {
      en: 'Financial year of the ranks; null when the company has none.',
      ro: 'Anul financiar al locurilor; null când firma nu are niciunul.',
    }),
    positions: orNull(Type.Array(Position), {
      en: 'Every position it has; null when it is not ranked.',
      ro: 'Toate pozițiile ei; null când nu este în clasament.',
    }),
  },
  { ...closed, title: 'Leaderboard' },
);
export type Leaderboard = Static<typeof Leaderboard>;

export async function leaderboardOf(db: Database, cui: string, names: Names, t: Translate): Promise<Leaderboard> {
  const [row, before] = await ranksOf(db, cui);
  if (!row) return { year: null, positions: null };
  const sizes = await rankSizes(db, row);
  const previous = before?.year === row.year - 1 ? before : null;
  const positions: Static<typeof Position>[] = [];
  for (const metric of metricWords) {
    for (const kind of sliceKinds) {
      const [figure, slice] = [metricColumn[metric], sliceColumn[kind]] as const;
      const rank = row[`${figure}_${slice}`];
      const value = row[figure];
      const of = sizes.get(`${figure} ${slice}`);
      if (rank === null || value === null || of === undefined) continue;
      positions.push({
        metric,
        slice: sliceOf(kind, scopeValue(kind, row), names, t),
        rank,
        previousRank:
          previous && scopeValue(kind, row) === scopeValue(kind, previous) ? previous[`${figure}_${slice}`] : null,
        of,
        percentile: Math.round((10_000 * (of - rank + 1)) / of) / 100,
        value: figure === 'employees' ? value : toLei(value),
      });
    }
  }
  return { year: row.year, positions };
}

/** A rank in another county, activity or revision of the classification is no earlier place in this ranking. */
function scopeValue(kind: SliceKind, row: RankRow): string {
  if (kind === 'national') return NATION;
  return kind === 'judet' ? (row.county_slug ?? '') : `${row.caen_revision}:${row.caen}`;
}
