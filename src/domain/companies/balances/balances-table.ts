/** Stored balance sheets, and the charts of accounts that give their lines a meaning. */

import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { type BalanceRow, type FiledChart, numberOf } from './balance.ts';
import { type ChartLine, readChart } from './charts.ts';

export interface StoredBalance extends BalanceRow {
  chart_id: number;
}

export const balancesOf = (db: Database, cui: string): Promise<StoredBalance[]> =>
  db.all<StoredBalance>('select * from balance where cui = $1 order by year desc', [Number(cui)]);

const chartRows = (db: Database): Promise<ChartRow[]> =>
  db.all<ChartRow>('select id, year, indicators from chart order by year, id');

/** A row of the table `chart`; `indicators` is a JSON array of `{ code, label }`. */
export interface ChartRow {
  id: number;
  year: number;
  indicators: string;
}

export function parseChart({ indicators }: Pick<ChartRow, 'indicators'>): FiledChart {
  const lines = JSON.parse(indicators) as ChartLine[];
  // A chart has the form and the year of its filings, so the cache usually has one entry.
  const readers = new Map<string, ReturnType<typeof readChart>>();
  return {
    lines,
    order: lines.map((_, i) => i).sort((a, b) => numberOf(lines[a]) - numberOf(lines[b])),
    read: (form, year, values) =>
      readers.getOrInsertComputed(`${form} ${year}`, () => readChart(form, year, lines))(values),
  };
}

export interface FiledCharts {
  byId: ReadonlyMap<number, FiledChart>;
  /** Years whose files the generation contains, oldest first. */
  years: readonly number[];
}

const cache = new WeakMap<Dataset, Promise<FiledCharts>>();

/** The charts of a generation, a few hundred at most: read once per generation. */
export const chartsOf = (dataset: Dataset): Promise<FiledCharts> =>
  cache.getOrInsertComputed(dataset, () =>
    readCharts(dataset).catch((error) => {
      // A failed read is not cached.
      cache.delete(dataset);
      throw error;
    }),
  );

async function readCharts({ db }: Dataset): Promise<FiledCharts> {
  const rows = await chartRows(db);
  return {
    byId: new Map(rows.map((row) => [row.id, parseChart(row)])),
    years: [...new Set(rows.map(({ year }) => year))],
  };
}
