/** Rankings by financial ratios, among companies that are large enough for the ratio to mean something. */

import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { Year } from '#api/parameters.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { closed, oneOf, orNull } from '#lib/values/schema.ts';
import type { Static } from '#lib/values/static.ts';
import { messages } from '#locales/messages.ts';
import { writer } from './answer-cache.ts';
import { assertRankings, computedMeta, rankedYear } from './loaded-rankings.ts';
import type { RatioAbout, StatisticsNeeds } from './needs.ts';
import { rankedCompanies } from './ranked-companies-table.ts';
import { type AdvancedRanking, advancedRankings } from './ranking-ratios.ts';
import { RankingRow, rankingRow } from './ranking-row.ts';
import { NATION, sliceOf } from './ranking-scopes.ts';
import { advancedRows } from './rankings-table.ts';

/** Of each ranking. */
const ROWS_SHOWN = 20;

const Minimum = Type.Object(
  {
    figure: Type.String({ description: 'Figure of the balance sheet.' }),
    year: Type.Integer({ description: 'Of this year’s balance sheet.' }),
    atLeast: Type.Number({ description: 'Lei, or heads for `employees`.' }),
  },
  { ...closed, title: 'RankingMinimum' },
);

const Ranking = Type.Object(
  {
    code: oneOf(
      ['growth', 'margin', 'productivity', 'return', 'solvency', 'employment'],
      'Which ranking: `employment` is the growth of the headcount.',
    ),
    label: Type.String({ description: 'The same in words.' }),
    metric: Type.String({ description: 'Code of the ratio, as in `/api/company/{cui}/health`.' }),
    unit: oneOf(['times', 'share', 'days', 'RON'], 'Unit of the values; a share of 0.25 is 25 %.'),
    formula: Type.String({ description: 'How the value is computed.' }),
    minimums: Type.Array(Minimum, { description: 'All of them must be reached to take part.' }),
    maximum: orNull(Type.Number(), 'Values above it are left out; the formula says why.'),
    rows: Type.Array(RankingRow, {
      description: `The first ${ROWS_SHOWN}. \`previousRank\` is known of those who were among the first hundred the year before.`,
    }),
  },
  { ...closed, title: 'AdvancedRanking' },
);

const AdvancedRankings = Type.Object(
  {
    year: Type.Integer({ description: 'Financial year.' }),
    rankings: Type.Array(Ranking, { description: 'Growth, margin, productivity, return, solvency, employment.' }),
  },
  { ...closed, title: 'AdvancedRankings' },
);

const written = writer('getAdvancedRankings', AdvancedRankings);

export const advanced = (needs: StatisticsNeeds) =>
  endpoint({
    path: '/api/statistica/advanced-rankings',
    access: 'pro',
    fresh: '24h',
    title: 'Rankings by financial ratios',
    about:
      'The leaders of a year by growth, margin, productivity, return, solvency and employment. Each ranking states its formula and how large a company must be to take part. Only ordinary companies are compared: banks, insurers and associations have other charts of accounts.',
    query: Type.Object({ year: Type.Optional(Year) }, closed),
    data: AdvancedRankings,
    examples: [{ title: 'The newest year' }],
    async handle(asked, { dataset, language }) {
      assertRankings(dataset);
      const year = await rankedYear(dataset, asked.year);
      const data = await written(dataset, [year, language], () =>
        rankingsOf(dataset, year, translator(language), needs),
      );
      return { data, meta: computedMeta(dataset) };
    },
  });

async function rankingsOf(
  dataset: Dataset,
  year: number,
  t: Translate,
  needs: StatisticsNeeds,
): Promise<Static<typeof AdvancedRankings>> {
  const rows = await advancedRows(dataset.db, year, ROWS_SHOWN);
  const companies = await rankedCompanies(
    dataset.db,
    year,
    rows.map(({ cui }) => cui),
  );
  const slice = sliceOf('national', NATION, await needs.names(dataset), t);
  const rankings = advancedRankings.map((ranking) => ({
    ...aboutOf(ranking, year, t, needs.ratios),
    rows: rows.flatMap((row) => {
      const company = companies.get(row.cui);
      if (row.ranking !== ranking.code || !company) return [];
      const { rank, previous_rank: previousRank, value } = row;
      return [rankingRow({ rank, previousRank, slice, metric: ranking.ratio, value }, company)];
    }),
  }));
  return { year, rankings };
}

function aboutOf(
  { code, ratio: metric, minimums, maximum }: AdvancedRanking,
  year: number,
  t: Translate,
  ratios: readonly RatioAbout[],
): Omit<Static<typeof Ranking>, 'rows'> {
  const ratio = ratios.find((each) => each.code === metric);
  if (!ratio) throw new Error(`There is no ratio ${metric}.`);
  const { formula } = ratio;
  return {
    code,
    label: t(messages.ranking[code]()),
    metric,
    unit: ratio.unit,
    formula: t(
      maximum === null
        ? messages.statistics.formula({ formula })
        : messages.statistics.formulaUpTo({ formula, most: maximum.value, reason: maximum.reason }),
    ),
    minimums: minimums.map(({ figure, yearsBack, atLeast }) => ({ figure, year: year - yearsBack, atLeast })),
    maximum: maximum?.value ?? null,
  };
}
