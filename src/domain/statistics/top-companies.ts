/** The largest companies: of the country, of a county, of an activity, or the first three of each. */

import { Type } from 'typebox';
import { ApiError } from '#api/api-error.ts';
import { endpoint } from '#api/endpoint.ts';
import { Cursor, Limit, Year } from '#api/parameters.ts';
import type { Database } from '#data/store/database.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { closed, field, oneOf } from '#lib/schema/fields.ts';
import { toLei } from '#lib/values/money.ts';
import { messages } from '#locales/messages.ts';
import { activityOrThrow, type Names, noCompaniesError } from './activities.ts';
import { answerCache } from './answer-cache.ts';
import { assertRankings, computedMeta, rankedYear, type StatisticsContext } from './context.ts';
import { RankingRow, rankingRow } from './ranking-row.ts';
import {
  type MetricWord,
  metricColumn,
  metricWords,
  NATION,
  type SliceKind,
  sliceColumn,
  sliceKinds,
  sliceOf,
} from './ranking-scopes.ts';
import { leadersOf, type RankedCompany, rankedCompanies, slicesOf } from './rankings-table.ts';

const LIMIT_MAX = 100;

/** How many of each slice stand in the list of all slices. */
const FIRST_OF_EACH = 3;

const TopCompanies = Type.Array(RankingRow);
const written = answerCache('getTopCompanies', TopCompanies);

export const topCompanies = (needs: StatisticsContext) =>
  endpoint({
    path: '/api/statistica/top-companies',
    access: 'pro+x402',
    price: 'list',
    fresh: '24h',
    title: { en: 'Top companies', ro: 'Cele mai mari firme' },
    about: {
      en: 'Companies by turnover (`cifra`), net profit or average number of employees: the first hundred of the country, of a county or of a CAEN class. Without `value`, `slice=judet` and `slice=caen` give the first three of each county or class, one after the other. Impossible figures (more than 200,000 employees) are not ranked; associations are not ranked.',
      ro: 'Firme după cifra de afaceri (`cifra`), profit net sau număr mediu de salariați: prima sută din țară, dintr-un județ sau dintr-o clasă CAEN. Fără `value`, `slice=judet` și `slice=caen` dau primele trei din fiecare județ sau clasă, una după alta. Ce nu poate fi adevărat într-o depunere (peste 200.000 de salariați) nu primește loc; asociațiile nu intră în clasament.',
    },
    query: Type.Object(
      {
        year: Type.Optional(Year),
        metric: oneOf(
          metricWords,
          {
            en: 'Turnover, net profit, or average number of employees.',
            ro: 'Cifra de afaceri, profitul net sau numărul mediu de salariați.',
          },
          'cifra',
        ),
        slice: oneOf(
          sliceKinds,
          {
            en: 'All companies, those of a county, or those of an activity.',
            ro: 'Toate firmele, cele dintr-un județ sau cele dintr-o activitate.',
          },
          'national',
        ),
        value: Type.Optional(
          field(
            Type.String({
              minLength: 1,
              maxLength: 100,
            }),
            {
              en: 'One county (name, slug or plate) or one CAEN class: `4711`, in the revision that was in force in that year, or `rev2:4711`.',
              ro: 'Un județ (nume, nume pentru adrese sau indicativ auto) sau o clasă CAEN: `4711`, în revizia în vigoare în acel an, sau `rev2:4711`.',
            },
          ),
        ),
        limit: Limit(LIMIT_MAX, 20),
        cursor: Cursor,
      },
      closed,
    ),
    data: TopCompanies,
    examples: [
      {
        title: { en: 'By turnover, the whole country', ro: 'După cifra de afaceri, toată țara' },
        query: { limit: '10' },
      },
      {
        title: { en: 'The largest employers of a county', ro: 'Cei mai mari angajatori ai unui județ' },
        query: { metric: 'angajati', slice: 'judet', value: 'cluj' },
      },
      {
        title: { en: 'The first three of each activity', ro: 'Primele trei din fiecare activitate' },
        query: { slice: 'caen', metric: 'profit' },
      },
    ],
    async handle({ metric, slice, limit, cursor, ...input }, { dataset, language }) {
      assertRankings(dataset);
      const year = await rankedYear(dataset, input.year);
      const names = await needs.names(dataset);
      const ranking = { year, metric: metricColumn[metric], slice: sliceColumn[slice] };
      const value = scopeOf(slice, input.value, { year, names, county: needs.county });
      const all = await slicesOf(dataset, ranking);
      const places = value === null ? all : all.filter((place) => place.value === value);
      if (places.length === 0)
        throw noCompaniesError(
          input.value?.slice(-4) ?? '',
          year,
          names,
          messages.statistics.nobodyRanked({ slice: input.value ?? slice, metric, year }),
        );

      const each = value === null ? FIRST_OF_EACH : LIMIT_MAX;
      const total = places.reduce((sum, { size }) => sum + Math.min(size, each), 0);
      const query = { year: input.year, metric, slice, value: input.value, limit };
      const scope = { path: '/api/statistica/top-companies', query, generation: dataset.manifest.id };
      const page = needs.cursors.page(scope, cursor, limit, total, false);
      const data = await written(dataset, [ranking, value, page.offset, limit, language], async () => {
        const rows = await rowsOf(dataset.db, ranking, rangesOf(places, each, page.offset, limit));
        return rows.map((row) => rowOf({ metric, slice, names, t: translator(language), ...row }));
      });
      return { data, meta: { ...computedMeta(dataset), page } };
    },
  });

/** The slice's name in the tables; null when all of a kind are meant. */
function scopeOf(
  slice: SliceKind,
  value: string | undefined,
  { year, names, county }: { year: number; names: Names } & Pick<StatisticsContext, 'county'>,
): string | null {
  if (slice === 'national') {
    if (value === undefined) return NATION;
    throw new ApiError('INVALID_PARAMETER', messages.statistics.valueAlone(), {
      details: [{ in: 'query', name: 'value', problem: messages.statistics.goesWithSlice() }],
    });
  }
  if (value === undefined) return null;
  return slice === 'judet' ? county(value).slug : activityOrThrow(value, year, names);
}

interface RowRange {
  value: string;
  from: number;
  to: number;
}

/** Which rows of which slices make up a page of the list in which the first of each slice follow each other. */
function rangesOf(
  places: readonly { value: string; size: number }[],
  each: number,
  offset: number,
  limit: number,
): RowRange[] {
  const pieces: RowRange[] = [];
  let start = 0;
  for (const { value, size } of places) {
    const length = Math.min(size, each);
    const [from, to] = [Math.max(0, offset - start), Math.min(length, offset + limit - start)];
    if (from < to) pieces.push({ value, from, to });
    start += length;
  }
  return pieces;
}

async function rowsOf(
  db: Database,
  ranking: Parameters<typeof leadersOf>[1],
  pieces: readonly RowRange[],
): Promise<{ value: string; company: RankedCompany }[]> {
  const leaders = await leadersOf(
    db,
    ranking,
    pieces.map((piece) => piece.value),
  );
  const places = pieces.flatMap(({ value, from, to }) =>
    (leaders.get(value) ?? []).slice(from, to).map((cui) => ({ value, cui })),
  );
  const companies = await rankedCompanies(
    db,
    ranking.year,
    places.map(({ cui }) => cui),
  );
  return places.flatMap(({ value, cui }) => {
    const company = companies.get(cui);
    return company ? [{ value, company }] : [];
  });
}

interface Ranked {
  metric: MetricWord;
  slice: SliceKind;
  value: string;
  company: RankedCompany;
  names: Names;
  t: Translate;
}

export function rowOf({ metric, slice, value, company, names, t: say }: Ranked): RankingRow {
  const [figure, column] = [metricColumn[metric], sliceColumn[slice]] as const;
  const { rank, before } = company;
  const amount = rank[figure] ?? 0;
  const place = {
    rank: rank[`${figure}_${column}`] ?? 0,
    previousRank: before && isIn(slice, value, before) ? before[`${figure}_${column}`] : null,
    slice: sliceOf(slice, value, names, say),
    metric,
    value: figure === 'employees' ? amount : toLei(amount),
  };
  return rankingRow(place, company);
}

const isIn = (slice: SliceKind, value: string, row: RankedCompany['rank']): boolean =>
  slice === 'national' || value === (slice === 'judet' ? row.county_slug : `${row.caen_revision}:${row.caen}`);
