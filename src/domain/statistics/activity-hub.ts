/** One activity as a place to look around in: how many there are, what they make, who leads, where they sit. */

import { Type } from 'typebox';
import { endpoint } from '#api/endpoint.ts';
import { CaenCode, revisionNumber } from '#api/parameters.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type Translate, translator } from '#lib/i18n/message.ts';
import { about, closed, field, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { findCounty } from '#lib/values/county.ts';
import { leiOrNull } from '#lib/values/money.ts';
import { inRomanian } from '#lib/values/sort-key.ts';
import { noClassError } from './activities.ts';
import { answerCache } from './answer-cache.ts';
import { Activity, activityOf, benchmarkMetrics } from './benchmark.ts';
import { benchmarksOf } from './benchmarks-table.ts';
import { assertRankings, computedMeta, type StatisticsContext } from './context.ts';
import { classCount, classYears } from './market-table.ts';
import { MarketYear, marketYearOf } from './market-year.ts';
import { RankingRow } from './ranking-row.ts';
import { leadersOf, rankedCompanies } from './rankings-table.ts';
import { rowOf } from './top-companies.ts';

const TOP_SHOWN = 10;

const HubCounty = Type.Object(
  {
    slug: field(Type.String(), {
      en: 'The county, as in `/api/firme/{judet}`.',
      ro: 'Județul, ca în `/api/firme/{judet}`.',
    }),
    name: field(Type.String(), { en: 'Its name.', ro: 'Numele lui.' }),
    companies: field(Type.Integer(), {
      en: 'Filers of the activity with their seat there.',
      ro: 'Cei care au depus cu această activitate și au sediul acolo.',
    }),
    turnover: orNull(Type.Number(), {
      en: 'Sum of their turnover, lei; null when none is known.',
      ro: 'Suma cifrelor lor de afaceri, lei; null când nu este cunoscută niciuna.',
    }),
  },
  { ...closed, title: 'HubCounty' },
);

const Hub = (needs: StatisticsContext) =>
  Type.Object(
    {
      caen: Activity,
      year: orNull(Type.Integer(), {
        en: 'Newest year with filings in this class; null when there are none.',
        ro: 'Cel mai nou an cu depuneri în această clasă; null când nu există.',
      }),
      companies: Type.Object(
        {
          total: field(Type.Integer(), {
            en: 'Registrations whose main activity is the class: as filed last, of any year, else as registered.',
            ro: 'Înregistrări a căror activitate principală este clasa: cum a fost depusă ultima dată, din orice an, altfel cum este înregistrată.',
          }),
          active: field(Type.Integer(), { en: 'Of them, those that operate.', ro: 'Dintre ele, cele în funcțiune.' }),
        },
        { ...closed, title: 'HubCompanies', ...about({ en: 'How many there are.', ro: 'Câte există.' }) },
      ),
      filers: orNull(MarketYear, {
        en: 'What the filers of `year` make together, and how that grew.',
        ro: 'Ce fac împreună cei care au depus pentru `year` și cum a crescut.',
      }),
      medians: orNull(benchmarkMetrics(needs.ratios), {
        en: 'Median and quartiles in `year`; null when no ordinary company filed.',
        ro: 'Mediana și cuartilele în `year`; null când nu a depus nicio firmă obișnuită.',
      }),
      topCompanies: field(Type.Array(RankingRow), {
        en: `The ${TOP_SHOWN} largest by turnover in \`year\`.`,
        ro: `Cele ${TOP_SHOWN} mai mari după cifra de afaceri în \`year\`.`,
      }),
      counties: field(Type.Array(HubCounty), {
        en: 'Where the filers of `year` sit, the largest turnover first.',
        ro: 'Unde au sediul cei care au depus pentru `year`, cea mai mare cifră de afaceri întâi.',
      }),
      byYear: field(Type.Array(MarketYear), {
        en: 'Every year in which the class was filed in this revision, newest first.',
        ro: 'Fiecare an în care clasa a fost depusă în această revizie, cei mai noi întâi.',
      }),
    },
    { ...closed, title: 'CaenHub' },
  );

type Hub = Static<ReturnType<typeof Hub>>;

export const hub = (needs: StatisticsContext) => {
  const shape = Hub(needs);
  const written = answerCache('getCaenHub', shape);
  return endpoint({
    path: '/api/caen/{code}/hub',
    access: 'pro+x402',
    price: 'list',
    fresh: 'static',
    title: { en: 'An activity’s companies and statistics', ro: 'Firmele și statisticile unei activități' },
    about: {
      en: 'Counts, sums, medians, top companies, counties and growth of one CAEN class. A balance sheet names its class in the revision in force: Rev.3 from 2025 on, Rev.2 before. `caen.revision` states which one is counted (Rev.3 where it has the code, unless `revision` selects Rev.2); years of the other revision are not mixed in, because no mapping is published. Growth compares the same companies, so the year before is available in any case.',
      ro: 'Numărul, sumele, medianele, firmele de top, județele și creșterea unei clase CAEN. Un bilanț își numește clasa în revizia în vigoare: Rev.3 din 2025, Rev.2 înainte. `caen.revision` arată care este numărată (Rev.3 dacă are codul, dacă `revision` nu cere Rev.2); anii celeilalte revizii nu se amestecă, fiindcă nu există o corespondență publicată. Creșterea compară aceleași firme, așa că anul dinainte este oricum disponibil.',
    },
    params: Type.Object({ code: CaenCode({ en: 'CAEN class, four digits.', ro: 'Clasă CAEN, patru cifre.' }) }, closed),
    query: Type.Object(
      {
        revision: Type.Optional(
          revisionNumber({
            ...about({ en: 'Count this revision of CAEN, 2 or 3.', ro: 'Numără această revizie CAEN, 2 sau 3.' }),
          }),
        ),
      },
      closed,
    ),
    data: shape,
    empty: ({ year }) => year === null,
    examples: [
      { title: { en: 'Retail in shops', ro: 'Comerț cu amănuntul în magazine' }, params: { code: '4711' } },
      {
        title: { en: 'The same in the years of Rev.2', ro: 'Același lucru în anii Rev.2' },
        params: { code: '4711' },
        query: { revision: '2' },
      },
    ],
    async handle({ code, revision: number }, { dataset, language }) {
      assertRankings(dataset);
      const { caen } = await needs.names(dataset);
      const requested = number === undefined ? undefined : `rev${number}`;
      const revision = (requested ? [requested] : ['rev3', 'rev2']).find((each) => caen(each, code) !== null);
      if (revision === undefined) throw noClassError(code, requested);
      const data = await written(dataset, [revision, code, language], () =>
        hubOf(dataset, revision, code, translator(language), needs),
      );
      return { data, meta: computedMeta(dataset) };
    },
  });
};

async function hubOf(
  dataset: Dataset,
  revision: string,
  code: string,
  t: Translate,
  needs: StatisticsContext,
): Promise<Hub> {
  const { db } = dataset;
  const value = `${revision}:${code}`;
  const names = await needs.names(dataset);
  const [count, years] = await Promise.all([classCount(db, value), classYears(db, value)]);
  const [newest] = years;
  const benchmark = newest
    ? (await benchmarksOf(db, newest.year, code)).find((row) => row.revision === revision)
    : null;
  return {
    caen: activityOf(revision, code, names),
    year: newest?.year ?? null,
    companies: { total: count?.companies ?? 0, active: count?.active ?? 0 },
    filers: newest ? marketYearOf(newest) : null,
    medians: benchmark ? (JSON.parse(benchmark.metrics) as NonNullable<Hub['medians']>) : null,
    topCompanies: newest ? await leaders(dataset, newest.year, value, t, needs) : [],
    counties: newest ? countiesOf(newest.counties) : [],
    byYear: years.map(marketYearOf),
  };
}

async function leaders(
  dataset: Dataset,
  year: number,
  value: string,
  t: Translate,
  needs: StatisticsContext,
): Promise<Hub['topCompanies']> {
  const found = await leadersOf(dataset.db, { year, metric: 'turnover', slice: 'caen' }, [value]);
  const cuis = (found.get(value) ?? []).slice(0, TOP_SHOWN);
  const companies = await rankedCompanies(dataset.db, year, cuis);
  const names = await needs.names(dataset);
  return cuis.flatMap((cui) => {
    const company = companies.get(cui);
    return company ? [rowOf({ metric: 'cifra', slice: 'caen', value, company, names, t: t })] : [];
  });
}

const countiesOf = (json: string): Hub['counties'] =>
  (JSON.parse(json) as [string, number, number | null][])
    .map(([slug, companies, turnover]) => ({
      slug,
      name: findCounty(slug)?.name ?? slug,
      companies,
      turnover: leiOrNull(turnover),
    }))
    .toSorted(
      (a, b) => (b.turnover ?? -1) - (a.turnover ?? -1) || b.companies - a.companies || inRomanian(a.name, b.name),
    );
