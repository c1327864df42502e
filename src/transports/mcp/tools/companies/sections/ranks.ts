/** Where a company stands among others. */
import Type from 'typebox';
import { closed, oneOf, orNull } from '#lib/schema/fields.ts';
import { section } from './section.ts';

/** As `get_rankings` calls them. */
const metrics = { cifra: 'turnover', profit: 'profit', angajati: 'employees' } as const;

const Position = Type.Object(
  {
    metric: oneOf(Object.values(metrics), 'What is ranked.'),
    among: Type.String({ description: 'Among whom: the country, its county, its activity.' }),
    rank: Type.Integer({ description: '1 is the largest.' }),
    previousRank: orNull(Type.Integer(), 'In the year before.'),
    of: Type.Integer({ description: 'Companies ranked.' }),
    percentile: Type.Number({ description: 'Share of them that it is ahead of or equal to, 0 to 100.' }),
    value: Type.Number({ description: 'The figure: lei, or heads.' }),
  },
  closed,
);

export const ranks = section({
  shape: Type.Object(
    {
      year: orNull(Type.Integer(), 'Year of the ranks; null: it is not ranked.'),
      positions: orNull(Type.Array(Position), 'Every place it has; null: it is not ranked.'),
    },
    { ...closed, description: 'Its places in the rankings.' },
  ),
  isPaged: false,
  async read({ cui, call }) {
    const { data, meta } = await call.client.getLeaderboard({ cui });
    const positions = data.positions?.map(({ metric, slice, rank, previousRank, of, percentile, value }) => ({
      metric: metrics[metric],
      among: slice.label,
      rank,
      previousRank,
      of,
      percentile,
      value,
    }));
    return { part: { year: data.year, positions: positions ?? null }, metas: [meta] };
  },
});
