/** The market in counts and yearly sums, computed once per generation. */
import type { Database } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';
import { NATION } from './ranking-scopes.ts';

export interface MarketCount {
  kind: string;
  value: string;
  companies: number;
  active: number;
}

/** Everything but single classes; months from the given one on. */
export const marketCounts = (db: Database, sinceMonth: string): Promise<MarketCount[]> =>
  db.all<MarketCount>(
    `select kind, value, companies, active from market
     where kind in ('all', 'status', 'legalForm', 'county', 'section', 'struckOff', 'observed')
       or (kind in ('registered', 'deregistered') and (value = '' or value >= $1))
     order by kind, companies desc, value ${bytewise[db.engine]}`,
    [sinceMonth],
  );

/** Registrations whose main activity is the class; null when none's is. */
export const classCount = (db: Database, value: string): Promise<Pick<MarketCount, 'companies' | 'active'> | null> =>
  db.one(`select companies, active from market where kind = 'class' and value = $1`, [value]);

export interface MarketYearRow {
  year: number;
  companies: number;
  turnover: number | null;
  turnover_known: number;
  profit: number | null;
  profit_known: number;
  employees: number | null;
  employees_known: number;
  compared: number;
  compared_turnover: number | null;
  compared_before: number | null;
  counties: string;
}

/** Newest first. */
export const nationalYears = (db: Database): Promise<MarketYearRow[]> => years(db, 'national', NATION);

/** Of a class in one revision, newest first. */
export const classYears = (db: Database, value: string): Promise<MarketYearRow[]> => years(db, 'caen', value);

const years = (db: Database, slice: string, value: string): Promise<MarketYearRow[]> =>
  db.all<MarketYearRow>('select * from market_year where slice = $1 and value = $2 order by year desc', [slice, value]);
