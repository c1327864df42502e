/** A chart that balance sheets are filed by, understood once for all of them. */
import type { BalanceForm } from '#data/sources/anaf/records.ts';
import { type ChartLine, type Reading, readChart } from './charts.ts';

/** A row of the table `chart`; `indicators` is a JSON array of `{ code, label }`. */
export interface ChartRow {
  id: number;
  year: number;
  indicators: string;
}

export interface FiledChart {
  lines: readonly ChartLine[];
  /** Places of the lines in the order of their codes. */
  order: readonly number[];
  /** What the values of one filing mean, in the order of the lines. */
  read(form: BalanceForm, year: number, values: readonly (number | null)[]): Reading;
}

export function filedChart({ indicators }: Pick<ChartRow, 'indicators'>): FiledChart {
  const lines = JSON.parse(indicators) as ChartLine[];
  // One in all but name: the form and the year of a chart are those of its filings.
  const readers = new Map<string, ReturnType<typeof readChart>>();
  return {
    lines,
    order: lines.map((_, i) => i).sort((a, b) => numberOf(lines[a]) - numberOf(lines[b])),
    read: (form, year, values) =>
      readers.getOrInsertComputed(`${form} ${year}`, () => readChart(form, year, lines))(values),
  };
}

/** `I13` → 13. */
export const numberOf = (line: ChartLine | undefined): number => Number(line?.code.slice(1));
