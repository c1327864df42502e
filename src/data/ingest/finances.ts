/** The yearly balance files to the `finances` part. Of several lines for one company and year the one published last counts. */

import { readFile } from 'node:fs/promises';
import { parseLegend, readBalances } from '#data/sources/anaf/balance-files.ts';
import type { BalanceForm, BalanceRecord } from '#data/sources/anaf/records.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { readChart } from '#domain/companies/balances/charts.ts';
import { balance, chart, financesIndexes, financesTables } from '#domain/companies/tables.ts';
import { filedRevision } from '#lib/values/caen-revision.ts';
import type { Day } from '#lib/values/date.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import type { BalanceFiles } from './publications.ts';

type BalanceRow = Row<typeof balance>;

const REPEATED_MAX = 20_000; // rows in memory: a file that repeats all lines must not fill it

/** Returns the end of the newest year with balance sheets, not the day of publication. */
export async function loadFinances(
  part: PartBuild,
  files: readonly BalanceFiles[],
  reading: Reading,
): Promise<Day | null> {
  await part.execute(financesTables);
  let chartId = 0;
  for (const [year, ofYear] of Map.groupBy(files, (file) => file.year)) {
    // Newest vintage first: a line of an older vintage is skipped when its company has been read.
    const seen = new NumberIndex();
    for (const [i, file] of ofYear.toReversed().entries())
      await loadFile(part, file, reading, { id: ++chartId, form: file.form, year, seen, pass: i + 1 });
  }
  await part.execute(financesIndexes);
  const newest = await part.db.one<{ year: number | null }>('select max(year) as year from balance');
  return newest?.year == null ? null : (`${newest.year}-12-31` as Day);
}

/** One file among the vintages of its year. */
interface Vintage {
  /** Of the file's chart. */
  id: number;
  form: BalanceForm;
  year: number;
  /** Fiscal code → the pass that read it. */
  seen: NumberIndex;
  pass: number;
}

async function loadFile(part: PartBuild, file: BalanceFiles, reading: Reading, vintage: Vintage): Promise<void> {
  const { form, year, data } = file;
  const legend = file.legend && parseLegend(file.legend.name, await readFile(file.legend.path));
  let toRow: ((record: BalanceRecord) => BalanceRow) | undefined;
  const repeated = new Map<number, BalanceRow>();

  const load = async ({ records, lines }: Batch<BalanceRecord>): Promise<number> => {
    const rows: BalanceRow[] = [];
    for (const [i, record] of records.entries()) {
      toRow ??= await chartOf(part, record, vintage);
      const cui = Number(record.cui);
      const before = vintage.seen.get(cui);
      if (before !== 0 && before !== vintage.pass) {
        reading.tally.skip(data.name, 'restated in a later file', lines[i] ?? 0);
      } else if (before === vintage.pass) {
        reading.tally.skip(data.name, 'replaces an earlier line of the same company', lines[i] ?? 0);
        repeated.set(cui, toRow(record));
      } else {
        vintage.seen.set(cui, vintage.pass);
        rows.push(toRow(record));
      }
    }
    const loaded = await part.load(balance, rows);
    reading.tally.store('balance', loaded);
    if (repeated.size >= REPEATED_MAX) await replace(part, year, repeated);
    return loaded;
  };

  await readPublished(reading, data, (input) => readBalances(input, { form, year, legend }), load);
  await replace(part, year, repeated);
}

/** Stores the chart of a file, once, and returns the function from its lines to rows. */
async function chartOf(
  part: PartBuild,
  first: BalanceRecord,
  vintage: Vintage,
): Promise<(record: BalanceRecord) => BalanceRow> {
  const { form, year } = vintage;
  const lines = first.indicators.map(({ code, label }) => ({ code, label }));
  await part.load(chart, [{ id: vintage.id, form, year, indicators: JSON.stringify(lines) }]);
  const read = readChart(form, year, lines);
  return (record) => {
    const values = record.indicators.map((indicator) => indicator.value);
    const { summary } = read(values);
    return {
      cui: Number(record.cui),
      year,
      form,
      caen: record.caenCode,
      caen_revision: record.caenCode && filedRevision(record.caenCode, year),
      chart_id: vintage.id,
      indicators: JSON.stringify(values),
      ...summary,
    };
  };
}

async function replace(part: PartBuild, year: number, rows: Map<number, BalanceRow>): Promise<void> {
  if (rows.size === 0) return;
  await part.execute(`delete from balance where year = ${year} and cui in (${[...rows.keys()].join(', ')})`);
  await part.load(balance, rows.values());
  rows.clear();
}
