/** One year of the filings of the country, column by column in typed arrays: what ranks and sums are made of. */
import { activityKey } from '#companies/peers.ts';
import { STRUCK_OFF } from '#companies/status.ts';
import type { Database } from '#store/database.ts';

/** Metric → column of the balance. */
export const metrics = { turnover: 'turnover', profit: 'net_profit', employees: 'employees' } as const;
export type Metric = keyof typeof metrics;
export const metricNames = Object.keys(metrics) as Metric[];

export interface Filers {
  year: number;
  count: number;
  cui: Float64Array;
  /** NaN where it is not known. */
  figures: Record<Metric | 'turnoverBefore', Float64Array>;
  county: Places;
  activity: Places;
}

/** Where each filer belongs: a position in `names`, -1 when nobody knows. */
export interface Places {
  names: string[];
  of: Int32Array;
}

/** Associations are left out, their surplus being no profit, and so is who files none of the figures. */
const filed = `b.year = $1 and b.form <> 'NGO' and (${Object.values(metrics)
  .map((column) => `b.${column} is not null`)
  .join(' or ')})`;

/** Several registrations may share a fiscal code: the first that still stands speaks for it, else the first. */
const seat = `
  select f.county_slug from firm f where f.cui = b.cui
  order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '${STRUCK_OFF}'), f.id limit 1`;

const filers = `
select b.cui, b.caen, b.caen_revision, b.turnover, b.net_profit as profit, b.employees, p.turnover as before, (${seat}) as county_slug
from balance b
left join balance p on p.cui = b.cui and p.year = b.year - 1 and p.form <> 'NGO'
where ${filed}`;

interface FilerRow extends Record<Metric | 'before', number | null> {
  cui: number;
  caen: string | null;
  caen_revision: string | null;
  county_slug: string | null;
}

export async function readFilers(db: Database, year: number): Promise<Filers> {
  const counted = await db.one<{ filers: number }>(`select count(*) as filers from balance b where ${filed}`, [year]);
  const count = counted?.filers ?? 0;
  const figures = () => new Float64Array(count).fill(Number.NaN);
  const [turnover, profit, employees, turnoverBefore] = [figures(), figures(), figures(), figures()];
  const cui = new Float64Array(count);
  const county = places(count);
  const activity = places(count);
  let at = 0;
  for await (const row of db.stream<FilerRow>(filers, [year])) {
    cui[at] = row.cui;
    turnover[at] = row.turnover ?? Number.NaN;
    profit[at] = row.profit ?? Number.NaN;
    employees[at] = row.employees ?? Number.NaN;
    turnoverBefore[at] = row.before ?? Number.NaN;
    county.put(at, row.county_slug);
    activity.put(at, row.caen && row.caen_revision ? activityKey(row.caen_revision, row.caen) : null);
    at++;
  }
  return { year, count, cui, figures: { turnover, profit, employees, turnoverBefore }, county, activity };
}

function places(count: number): Places & { put(at: number, name: string | null): void } {
  const numbers = new Map<string, number>();
  const names: string[] = [];
  const of = new Int32Array(count);
  return {
    names,
    of,
    put(at, name) {
      of[at] = name === null ? -1 : numbers.getOrInsertComputed(name, () => names.push(name) - 1);
    },
  };
}
