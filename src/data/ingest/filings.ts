/**
 * The balance sheets of one year, each with the earlier figures that ratios need and with the county of its company; and the same data
 * by column in typed arrays, the input of ranks and sums.
 */
import type { Database } from '#data/store/database.ts';
import type { Summary } from '#domain/companies/balances/charts.ts';
import { columnOf, type Figures, figureOf, figuresOf } from '#domain/companies/balances/figures.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import { activityKey } from '#domain/companies/health/peers.ts';
import { ratios } from '#domain/companies/health/ratios.ts';
import { summaryColumns } from '#domain/companies/tables.ts';

export type Filing = Summary & {
  cui: number;
  form: string;
  caen: string | null;
  caen_revision: string | null;
  county_slug: string | null;
  turnover_1: number | null;
} & Record<string, unknown>;

/** The inputs of ratios from earlier years: `turnover` of one, three and five years back … */
const earlier = [
  ...new Map(
    ratios
      .flatMap((ratio) => ratio.inputs.filter((input) => input.yearsBack > 0))
      .map((input) => [`${columnOf(input.name)}_${input.yearsBack}`, input]),
  ),
];
const yearsBack = [...new Set(earlier.map(([, input]) => input.yearsBack))];

/** Several registrations may share a fiscal code: the county is that of the first one not struck off, else of the first. */
const seat = `
  select f.county_slug from firm f where f.cui = b.cui
  order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}'), f.id limit 1`;

const filings = `
select b.cui, b.form, b.caen, b.caen_revision, (${seat}) as county_slug, ${summaryColumns.map((column) => `b.${column}`).join(', ')},
  ${earlier.map(([column, input]) => `y${input.yearsBack}.${columnOf(input.name)} as ${column}`).join(', ')}
from balance b
${yearsBack.map((n) => `left join balance y${n} on y${n}.cui = b.cui and y${n}.year = b.year - ${n}`).join('\n')}
where b.year = $1`;

export const filingsOf = (db: Database, year: number): AsyncIterable<Filing> => db.stream<Filing>(filings, [year]);

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
