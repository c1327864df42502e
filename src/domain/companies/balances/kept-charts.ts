/** The charts of a generation: a few hundred at most, read with its first balance sheet and kept as long as the generation. */
import type { Dataset } from '#data/store/dataset.ts';
import { chartRows } from './balances-table.ts';
import { type FiledChart, filedChart } from './filed-chart.ts';

export interface FiledCharts {
  byId: ReadonlyMap<number, FiledChart>;
  /** Years whose files this generation has read, oldest first. */
  years: readonly number[];
}

const kept = new WeakMap<Dataset, Promise<FiledCharts>>();

export const chartsOf = (dataset: Dataset): Promise<FiledCharts> =>
  kept.getOrInsertComputed(dataset, () =>
    readCharts(dataset).catch((error) => {
      // The next one who asks reads again.
      kept.delete(dataset);
      throw error;
    }),
  );

async function readCharts({ db }: Dataset): Promise<FiledCharts> {
  const rows = await chartRows(db);
  return {
    byId: new Map(rows.map((row) => [row.id, filedChart(row)])),
    years: [...new Set(rows.map(({ year }) => year))],
  };
}
