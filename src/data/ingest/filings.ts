/**
 * The balance sheets of a year by column, in typed arrays, with the earlier figures that ratios need and the counties of the companies:
 * the input of ranks, sums and peers.
 */
import type { PartBuild } from '#data/store/dataset.ts';
import { columnOf, type FigureName } from '#domain/companies/balances/figures.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import { ratios } from '#domain/companies/health/ratios.ts';
import { advancedRankings, benchmarkFigures } from '#domain/statistics/ranking-ratios.ts';
import { NumberIndex } from './number-index.ts';

/** Metric → figure of the balance. */
export const metrics = { turnover: 'turnover', profit: 'netProfit', employees: 'employees' } as const;
export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as Metric[];

/** Every figure that is read, with the years back. */
const inputs: readonly { name: FigureName; yearsBack: number }[] = [
  ...ratios.flatMap((ratio) => ratio.inputs),
  ...advancedRankings.flatMap(({ minimums }) => minimums.map(({ figure: name, yearsBack }) => ({ name, yearsBack }))),
  ...[...Object.values(metrics), ...benchmarkFigures].map((name) => ({ name, yearsBack: 0 })),
];
const names = [...new Set(inputs.map(({ name }) => name))];
const earlierNames = new Set(inputs.filter(({ yearsBack }) => yearsBack > 0).map(({ name }) => name));
const yearsBackMax = Math.max(...inputs.map(({ yearsBack }) => yearsBack));

export interface Filings {
  year: number;
  count: number;
  cui: Float64Array;
  form: Grouping;
  county: Grouping;
  /** `rev3:4711` */
  activity: Grouping;
  /** By filing; bani, or heads. NaN where unknown. */
  figures(name: FigureName, yearsBack: number): Float64Array;
}

/** The group of each filing: an index in `names`, -1 when unknown. */
export interface Grouping {
  names: string[];
  of: Int32Array;
}

/** A company is one or several registrations with its fiscal code: its county is that of the first one not struck off, else of the first. */
const seats = `
select b.cui, min(f.county_slug) as county_slug from (select distinct cui from balance) b
left join firm f on f.cui = b.cui group by b.cui`;
const seatsOfSeveral = `
select b.cui, (
  select f.county_slug from firm f where f.cui = b.cui
  order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}'), f.id limit 1
) as county_slug from (select cui from firm where cui is not null group by cui having count(*) > 1) b`;

/** The last column is the key of the activity (health/peers.ts). */
const filings = `
select cui, form, ${names.map(columnOf).join(', ')}, caen_revision || ':' || caen as activity from balance where year = $1`;

type SeatCells = [cui: number, county: string | null];
type FilingCells = [cui: number, form: string, ...figures: (number | null)[], activity: string | null];

/** The filings of each year, in ascending order; memory holds one year of the country, and the earlier figures. */
export async function* filingsByYear(part: PartBuild): AsyncGenerator<Filings> {
  const numbers = new NumberIndex();
  const counties = textNumbers();
  const countyOf: number[] = [-1];
  for await (const page of part.pages<SeatCells>(seats))
    for (const [cui, county] of page) numbers.set(cui, countyOf.push(counties.numberOf(county)) - 1);
  for await (const page of part.pages<SeatCells>(seatsOfSeveral))
    for (const [cui, county] of page) {
      const number = numbers.get(cui);
      if (number > 0) countyOf[number] = counties.numberOf(county);
    }
  const years = await part.db.all<{ year: number; count: number }>(
    'select year, count(*) as count from balance group by year order by year',
  );
  /** By year and figure, then by the number of the company. NaN where unknown. */
  const before = new Map<number, Map<FigureName, Float64Array>>();
  for (const { year, count } of years) {
    for (const old of before.keys()) if (old < year - yearsBackMax) before.delete(old);
    const company = new Int32Array(count);
    const cui = new Float64Array(count);
    const form = grouping(count);
    const activity = grouping(count);
    const columns = names.map(() => new Float64Array(count).fill(Number.NaN));
    let at = 0;
    for await (const page of part.pages<FilingCells>(filings, [year]))
      for (const cells of page) {
        cui[at] = cells[0];
        company[at] = numbers.get(cells[0]);
        form.put(at, cells[1]);
        for (let i = 0; i < columns.length; i++) {
          const figure = cells[i + 2] as number | null;
          if (figure !== null) (columns[i] as Float64Array)[at] = figure;
        }
        activity.put(at, cells[columns.length + 2] as string | null);
        at++;
      }
    const own = new Map(names.map((name, i) => [name, columns[i] as Float64Array]));
    const byCompany = [...earlierNames].map(
      (name) => [name, scattered(own.get(name), company, countyOf.length)] as const,
    );
    before.set(year, new Map(byCompany));
    const unknown = new Float64Array(count).fill(Number.NaN);
    const earlier = new Map<string, Float64Array>();
    yield {
      year,
      count,
      cui,
      form,
      county: { names: counties.texts, of: company.map((number) => countyOf[number] ?? -1) },
      activity,
      figures(name, yearsBack) {
        if (yearsBack === 0) return own.get(name) ?? unknown;
        return earlier.getOrInsertComputed(`${name} ${yearsBack}`, () => {
          const figures = before.get(year - yearsBack)?.get(name);
          return figures ? valuesAt(figures, company) : unknown;
        });
      },
    };
  }
}

/** Puts each value at its place among `size`; NaN elsewhere. */
export function scattered(values: Float64Array = new Float64Array(), places: Int32Array, size: number): Float64Array {
  const all = new Float64Array(size).fill(Number.NaN);
  for (let i = 0; i < values.length; i++) all[Number(places[i])] = Number(values[i]);
  return all;
}

export function valuesAt(values: Float64Array, places: Int32Array): Float64Array {
  const some = new Float64Array(places.length);
  for (let i = 0; i < places.length; i++) some[i] = Number(values[Number(places[i])]);
  return some;
}

/** Numbers texts from 0; -1 for null. */
function textNumbers(): { texts: string[]; numberOf(text: string | null): number } {
  const numbers = new Map<string, number>();
  const texts: string[] = [];
  return {
    texts,
    numberOf: (text) => (text === null ? -1 : numbers.getOrInsertComputed(text, () => texts.push(text) - 1)),
  };
}

function grouping(size: number): Grouping & { put(at: number, name: string | null): void } {
  const { texts, numberOf } = textNumbers();
  const of = new Int32Array(size);
  return {
    names: texts,
    of,
    put(at, name) {
      of[at] = numberOf(name);
    },
  };
}

export interface Filers {
  year: number;
  count: number;
  cui: Float64Array;
  /** NaN where unknown. */
  figures: Record<Metric | 'turnoverBefore', Float64Array>;
  county: Grouping;
  activity: Grouping;
}

/** Leaves out associations, whose surplus is no profit, and filings without any of the figures. */
export function filersAmong(filings: Filings): Filers {
  const { year, cui, form, county, activity } = filings;
  const figures = {
    turnover: filings.figures(metrics.turnover, 0),
    profit: filings.figures(metrics.profit, 0),
    employees: filings.figures(metrics.employees, 0),
    turnoverBefore: filings.figures(metrics.turnover, 1),
  };
  const isKnown = (at: number) => metricNames.some((metric) => !Number.isNaN(figures[metric][at]));
  const chosen = cui.keys().filter((at) => form.names[Number(form.of[at])] !== 'NGO' && isKnown(at));
  const at = Int32Array.from(chosen);
  const picked = Object.entries(figures).map(([name, values]) => [name, valuesAt(values, at)]);
  return {
    year,
    count: at.length,
    cui: valuesAt(cui, at),
    figures: Object.fromEntries(picked) as Filers['figures'],
    county: groupingOf(county, at),
    activity: groupingOf(activity, at),
  };
}

/** The groups of some filings, in the order in which they come first. */
export function groupingOf({ names, of }: Grouping, filings: Int32Array): Grouping {
  const { texts, numberOf } = textNumbers();
  const numbers = new Int32Array(names.length).fill(-1);
  return {
    names: texts,
    of: filings.map((filing) => {
      const group = of[filing] ?? -1;
      if (group < 0) return -1;
      if (numbers[group] === -1) numbers[group] = numberOf(names[group] ?? null);
      return Number(numbers[group]);
    }),
  };
}
