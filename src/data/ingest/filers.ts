/** Who filed in one year, column by column in typed arrays: what ranks and sums are made of. */
import { activityKey } from '#domain/companies/health/peers.ts';
import type { Filing } from './filings.ts';

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

/** `size`: how many filings there are at most. Associations are left out, their surplus being no profit, and so is who files none of the figures. */
export function gatherFilers(year: number, size: number): { note(filing: Filing): void; filers(): Filers } {
  const figures = () => new Float64Array(size).fill(Number.NaN);
  const [turnover, profit, employees, turnoverBefore] = [figures(), figures(), figures(), figures()];
  const cui = new Float64Array(size);
  const county = places(size);
  const activity = places(size);
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

function places(size: number): Places & { put(at: number, name: string | null): void } {
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
