/** Balance sheets of one company, and the charts that all of them are filed by. */
import type { Database } from '#data/store/database.ts';
import type { BalanceRow } from './balance.ts';
import type { ChartRow } from './filed-chart.ts';

export interface StoredBalance extends BalanceRow {
  chart_id: number;
}

export const balancesOf = (db: Database, cui: string): Promise<StoredBalance[]> =>
  db.all<StoredBalance>('select * from balance where cui = $1 order by year desc', [Number(cui)]);

/** A few of each year: one for every form. */
export const chartRows = (db: Database): Promise<ChartRow[]> =>
  db.all<ChartRow>('select id, year, indicators from chart order by year, id');
