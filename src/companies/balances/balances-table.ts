/** Balance sheets of one company, and how its peers stand. */
import type { Database } from '#store/database.ts';
import type { BalanceRow, ChartRow } from './balance.ts';

export interface StoredBalance extends BalanceRow {
  chart_form: string;
  chart_year: number;
  chart_indicators: string;
}

export const chartOf = (row: StoredBalance): ChartRow => ({
  form: row.chart_form,
  year: row.chart_year,
  indicators: row.chart_indicators,
});

export const balancesOf = (db: Database, cui: string): Promise<StoredBalance[]> =>
  db.all<StoredBalance>(
    `select b.*, c.form as chart_form, c.year as chart_year, c.indicators as chart_indicators
     from balance b join chart c on c.id = b.chart_id where b.cui = $1 order by b.year desc`,
    [Number(cui)],
  );

/** Years whose files this generation has read. */
export const loadedYears = async (db: Database): Promise<number[]> =>
  (await db.all<{ year: number }>('select distinct year from chart order by year')).map((row) => row.year);
