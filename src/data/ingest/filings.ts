/**
 * The balance sheets of a year, each with the earlier figures that ratios need and with the county of its company; and the same data
 * by column in typed arrays, the input of ranks and sums.
 */
import type { Database } from '#data/store/database.ts';
import type { Summary } from '#domain/companies/balances/charts.ts';
import { columnOf, type Figures, figureOf, figuresOf } from '#domain/companies/balances/figures.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import { activityKey } from '#domain/companies/health/peers.ts';
import { ratios } from '#domain/companies/health/ratios.ts';
import { type SummaryColumn, summaryColumns } from '#domain/companies/tables.ts';

type StoredFiling = Summary & { cui: number; form: string; caen: string | null; caen_revision: string | null };

export type Filing = StoredFiling & { county_slug: string | null; turnover_1: number | null } & Record<string, unknown>;

/** The inputs of ratios from earlier years, with the column of a filing that has them: `turnover_1`, `turnover_3` … */
const earlier = [
  ...new Map(
    ratios
      .flatMap((ratio) => ratio.inputs.filter((input) => input.yearsBack > 0))
      .map(({ name, yearsBack }) => [`${columnOf(name)}_${yearsBack}`, { name, yearsBack, of: columnOf(name) }]),
  ),
];
const earlierColumns = [...new Set(earlier.map(([, { of }]) => of))];
const yearsBackMax = Math.max(...earlier.map(([, { yearsBack }]) => yearsBack));

/** Several registrations may share a fiscal code: the county is that of the first one not struck off, else of the first. */
const seats = `
select b.cui, (
  select f.county_slug from firm f where f.cui = b.cui
  order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}'), f.id limit 1
) as county_slug from (select distinct cui from balance) b`;

const filings = `
select cui, form, caen, caen_revision, ${summaryColumns.join(', ')} from balance where year = $1`;

/** Reads the years of the country in ascending order, and each balance sheet and seat once. */
export async function filingsByYear(db: Database): Promise<(year: number) => AsyncGenerator<Filing>> {
  const numbers = new Map<number, number>();
  const counties: (string | null)[] = [];
  const names = new Map<string, string>();
  for await (const { cui, county_slug } of db.stream<{ cui: number; county_slug: string | null }>(seats)) {
    numbers.set(cui, counties.length);
    // Each row has a text of its own; a million companies have the names of fifty counties.
    counties.push(county_slug && names.getOrInsert(county_slug, county_slug));
  }
  /** By year, then by column: the figures of companies in the order of their numbers. NaN where unknown. */
  const years = new Map<number, Map<SummaryColumn, Float64Array>>();
  return async function* (year) {
    for (const old of years.keys()) if (old < year - yearsBackMax) years.delete(old);
    const columns = earlierColumns.map(
      (column) => [column, new Float64Array(counties.length).fill(Number.NaN)] as const,
    );
    years.set(year, new Map(columns));
    const before = earlier.map(([name, { of, yearsBack }]) => [name, years.get(year - yearsBack)?.get(of)] as const);
    for await (const row of db.stream<StoredFiling>(filings, [year])) {
      const number = numbers.get(row.cui) ?? -1;
      for (const [column, values] of columns) values[number] = row[column] ?? Number.NaN;
      const filing = row as Filing;
      filing.county_slug = counties[number] ?? null;
      for (const [name, values] of before) filing[name] = known(values?.[number]);
      yield filing;
    }
  };
}

const known = (value = Number.NaN): number | null => (Number.isNaN(value) ? null : value);

export const filingsCount = async (db: Database, year: number): Promise<number> =>
  (await db.one<{ filings: number }>('select count(*) as filings from balance where year = $1', [year]))?.filings ?? 0;

/** Figures by years back, for ratios. */
export function figuresOfYears(filing: Filing): (yearsBack: number) => Partial<Figures> {
  const byYearsBack: Partial<Figures>[] = [figuresOf(filing)];
  for (const [column, { name, yearsBack: n }] of earlier) {
    byYearsBack[n] = { ...byYearsBack[n], [name]: figureOf(name, (filing[column] as number | null) ?? null) };
  }
  return (n) => byYearsBack[n] ?? {};
}

/** Metric → column of the balance. */
export const metrics = { turnover: 'turnover', profit: 'net_profit', employees: 'employees' } as const;
export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as Metric[];

export interface Filers {
  year: number;
  count: number;
  cui: Float64Array;
  /** NaN where unknown. */
  figures: Record<Metric | 'turnoverBefore', Float64Array>;
  county: Grouping;
  activity: Grouping;
}

/** The group of each filer: an index in `names`, -1 when unknown. */
export interface Grouping {
  names: string[];
  of: Int32Array;
}

/** `size`: the maximum number of filings. Leaves out associations, whose surplus is no profit, and filings without any of the figures. */
export function gatherFilers(year: number, size: number): { note(filing: Filing): void; filers(): Filers } {
  const figures = () => new Float64Array(size).fill(Number.NaN);
  const [turnover, profit, employees, turnoverBefore] = [figures(), figures(), figures(), figures()];
  const cui = new Float64Array(size);
  const county = grouping(size);
  const activity = grouping(size);
  let count = 0;
  return {
    note(filing) {
      if (filing.form === 'NGO' || metricNames.every((metric) => filing[metrics[metric]] === null)) return;
      cui[count] = filing.cui;
      turnover[count] = filing.turnover ?? Number.NaN;
      profit[count] = filing.net_profit ?? Number.NaN;
      employees[count] = filing.employees ?? Number.NaN;
      turnoverBefore[count] = filing.turnover_1 ?? Number.NaN;
      county.put(count, filing.county_slug);
      activity.put(count, filing.caen && filing.caen_revision ? activityKey(filing.caen_revision, filing.caen) : null);
      count++;
    },
    filers: () => ({
      year,
      count,
      cui,
      figures: { turnover, profit, employees, turnoverBefore },
      county,
      activity,
    }),
  };
}

function grouping(size: number): Grouping & { put(at: number, name: string | null): void } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const of = new Int32Array(size);
  return {
    names,
    of,
    put(at, name) {
      of[at] = name === null ? -1 : numbers.getOrInsertComputed(name, () => names.push(name) - 1);
    },
  };
}
