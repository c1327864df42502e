/** Benchmarks of activities: what is usual in a trade. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { CaenRevisionNumber, Cursor, Limit, withPatternMessage, Year } from '#api/parameters.ts';
import { closed, field } from '#lib/schema/fields.ts';
import { messages } from '#locales/messages.ts';
import { type Names, noCompaniesError } from './activities.ts';
import { cachedAnswer } from './answer-cache.ts';
import { Activity, activityOf, benchmarkMetrics } from './benchmark.ts';
import { type BenchmarkRow, benchmarkPage, benchmarksCount, benchmarksOf } from './benchmarks-table.ts';
import { assertRankings, computedMeta, rankedYear, type StatisticsContext } from './context.ts';

const DEFAULT_REVISION = 3;

export const benchmarks = (needs: StatisticsContext) =>
  endpoint({
    path: '/api/benchmarks/live',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'Benchmarks of activities', ro: 'Repere ale activităților' },
    about: {
      en: 'Median and quartiles of figures and ratios in each CAEN class and group, over the ordinary companies that filed for the year, each with the number of firms. A class in which fewer than 30 firms have a value gets the figures of its group, as `level` states. Rev.3 first, then filings in Rev.2.',
      ro: 'Mediana și cuartilele cifrelor și indicatorilor în fiecare clasă și grupă CAEN, pentru firmele obișnuite care au depus pentru acel an, fiecare cu numărul de firme. O clasă în care mai puțin de 30 de firme au valoarea o primește pe a grupei, cum arată `level`. Întâi Rev.3, apoi depunerile în Rev.2.',
    },
    query: Type.Object(
      {
        caen: Type.Optional(
          withPatternMessage(
            field(
              Type.String({
                pattern: '^[0-9]{3,4}$',
              }),
              {
                en: 'Only this class (four digits) or group (three), of the revision that `caenRevision` names.',
                ro: 'Doar această clasă (patru cifre) sau grupă (trei), din revizia numită de `caenRevision`.',
              },
            ),
            messages.statistics.classOrGroup(),
          ),
        ),
        caenRevision: CaenRevisionNumber,
        year: Type.Optional(Year),
        limit: Limit(200, 50),
        cursor: Cursor,
      },
      closed,
    ),
    data: Type.Array(
      Type.Object(
        {
          caen: Activity,
          year: field(Type.Integer(), { en: 'Financial year.', ro: 'Anul financiar.' }),
          firms: field(Type.Integer(), {
            en: 'Ordinary companies of the activity that filed for the year.',
            ro: 'Firmele obișnuite ale activității care au depus pentru acel an.',
          }),
          metrics: benchmarkMetrics(needs.ratios),
        },
        { ...closed, title: 'Benchmark' },
      ),
    ),
    examples: [
      { title: { en: 'Retail in shops', ro: 'Comerț cu amănuntul în magazine' }, query: { caen: '4711' } },
      { title: { en: 'The first of all activities', ro: 'Primele dintre toate activitățile' }, query: { limit: '5' } },
    ],
    async handle({ caen, caenRevision, limit, cursor, ...input }, { dataset }) {
      assertRankings(dataset);
      const { db, manifest } = dataset;
      const year = await rankedYear(dataset, input.year);
      const query = { caen, ...(caen && { caenRevision }), year: input.year, limit };
      const scope = { path: '/api/benchmarks/live', query, generation: manifest.id };
      const both = caen === undefined ? null : await benchmarksOf(db, year, caen);
      const chosen = both?.filter(({ revision }) => revision === `rev${caenRevision}`) ?? null;
      const elsewhere = both?.find((row) => !chosen?.includes(row)) ?? null;
      const names = await needs.names(dataset);
      const warnings = elsewhere ? [messages.statistics.filedIn(elsewhere)] : [];
      if (caen !== undefined && chosen?.length === 0) {
        const problem = messages.statistics.nobodyFiled({ year, caen, revision: caenRevision });
        throw elsewhere
          ? new ApiError('NOT_FOUND', messages.statistics.butFiledIn({ problem, ...elsewhere }))
          : noCompaniesError(caen, year, names, problem);
      }
      const total = chosen?.length ?? (await benchmarksCount(db, year));
      const page = needs.cursors.page(scope, cursor, limit, total, false);
      const data = await cachedAnswer(
        dataset,
        'getBenchmarks',
        [year, caen, caenRevision, page.offset, limit],
        async () => {
          const rows =
            chosen?.slice(page.offset, page.offset + limit) ??
            (await benchmarkPage(db, year, { skip: page.offset, limit }));
          return `[${rows.map((row) => textOf(row, year, names)).join(',')}]`;
        },
      );
      const meta = computedMeta(dataset);
      const ignored = caen === undefined && caenRevision !== DEFAULT_REVISION ? ['caenRevision'] : [];
      return { data, meta: { ...meta, warnings: [...meta.warnings, ...warnings], ignored, page } };
    },
  });

/** The quartiles are JSON since the build: reading and checking two hundred of them again would take most of the time. */
const textOf = ({ revision, code, firms, metrics }: BenchmarkRow, year: number, names: Names): string =>
  `{"caen":${JSON.stringify(activityOf(revision, code, names))},"year":${year},"firms":${firms},"metrics":${metrics}}`;
