/** Rankings by financial ratios, among companies that are large enough for the ratio to mean something. */

import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { Year } from '#api/parameters.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { closed, field, oneOf, orNone } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { messages } from '#locales/messages.ts';
import { answerCache } from './answer-cache.ts';
import { assertRankings, computedMeta, type RatioDefinition, rankedYear, type StatisticsContext } from './context.ts';
import { type AdvancedRanking, advancedRankings } from './ranking-ratios.ts';
import { RankingRow, rankingRow } from './ranking-row.ts';
import { NATION, sliceOf } from './ranking-scopes.ts';
import { advancedRows, rankedCompanies } from './rankings-table.ts';

/** Of each ranking. */
const ROWS_SHOWN = 20;

const Minimum = Type.Object(
  {
    figure: field(Type.String(), { en: 'Figure of the balance sheet.', ro: 'Cifra din bilanț.' }),
    year: field(Type.Integer(), { en: 'Of this year’s balance sheet.', ro: 'Din bilanțul acestui an.' }),
    atLeast: field(Type.Number(), {
      en: 'Lei, or heads for `employees`.',
      ro: 'Lei, sau persoane pentru `employees`.',
    }),
  },
  { ...closed, title: 'RankingMinimum' },
);

const Ranking = Type.Object(
  {
    code: oneOf(['growth', 'margin', 'productivity', 'return', 'solvency', 'employment'], {
      en: 'Which ranking: `employment` is the growth of the headcount.',
      ro: 'Care clasament: `employment` este creșterea numărului de salariați.',
    }),
    label: field(Type.String(), { en: 'The same in words.', ro: 'Același lucru în cuvinte.' }),
    metric: field(Type.String(), {
      en: 'Code of the ratio, as in `/api/company/{cui}/health`.',
      ro: 'Codul indicatorului, ca în `/api/company/{cui}/health`.',
    }),
    unit: oneOf(['times', 'share', 'days', 'RON'], {
      en: 'Unit of the values; a share of 0.25 is 25 %.',
      ro: 'Unitatea valorilor; o parte de 0,25 înseamnă 25 %.',
    }),
    formula: field(Type.String(), { en: 'How the value is computed.', ro: 'Cum se calculează valoarea.' }),
    minimums: field(Type.Array(Minimum), {
      en: 'All of them must be reached to take part.',
      ro: 'Toate trebuie atinse ca să participe.',
    }),
    maximum: orNone(Type.Number(), {
      en: 'Values above it are omitted; the formula states why.',
      ro: 'Valorile peste ea sunt excluse; formula arată de ce.',
    }),
    rows: field(Type.Array(RankingRow), {
      en: `The first ${ROWS_SHOWN}. \`previousRank\` is known of those who were among the first hundred the year before.`,
      ro: `Primele ${ROWS_SHOWN}. \`previousRank\` se știe la cele care erau între primele o sută în anul dinainte.`,
    }),
  },
  { ...closed, title: 'AdvancedRanking' },
);

const AdvancedRankings = Type.Object(
  {
    year: field(Type.Integer(), { en: 'Financial year.', ro: 'Anul financiar.' }),
    rankings: field(Type.Array(Ranking), {
      en: 'Growth, margin, productivity, return, solvency, employment.',
      ro: 'Creștere, marjă, productivitate, randament, solvabilitate, ocupare.',
    }),
  },
  { ...closed, title: 'AdvancedRankings' },
);

const written = answerCache('getAdvancedRankings', AdvancedRankings);

export const advanced = (needs: StatisticsContext) =>
  endpoint({
    path: '/api/statistica/advanced-rankings',
    access: 'pro',
    fresh: '24h',
    title: { en: 'Rankings by financial ratios', ro: 'Clasamente după indicatori financiari' },
    about: {
      en: 'The leaders of a year by growth, margin, productivity, return, solvency and employment. Each ranking states its formula and how large a company must be to take part. Only ordinary companies are compared: banks, insurers and associations have other charts of accounts.',
      ro: 'Fruntașii unui an după creștere, marjă, productivitate, randament, solvabilitate și ocupare. Fiecare clasament își spune formula și cât de mare trebuie să fie o firmă ca să participe. Se compară doar firmele obișnuite: băncile, asigurătorii și asociațiile au alte planuri de conturi.',
    },
    query: Type.Object({ year: Type.Optional(Year) }, closed),
    data: AdvancedRankings,
    examples: [{ title: { en: 'The newest year', ro: 'Cel mai nou an' } }],
    async handle(input, { dataset, language }) {
      assertRankings(dataset);
      const year = await rankedYear(dataset, input.year);
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
  needs: StatisticsContext,
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
  ratios: readonly RatioDefinition[],
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
