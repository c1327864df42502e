/** The yearly balance files to the `finances` part. Of several lines for one company and year the one published last counts. */

import { readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { parseBalanceFileName } from '#data/sources/anaf/balance-file-name.ts';
import { parseLegend, readBalances } from '#data/sources/anaf/balance-files.ts';
import { findBalances } from '#data/sources/anaf/balance-publications.ts';
import type { BalanceForm, BalanceRecord } from '#data/sources/anaf/records.ts';
import { sources } from '#data/sources/sources.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { readChart } from '#domain/companies/balances/charts.ts';
import { balance, chart, financesIndexes, financesTables } from '#domain/companies/tables.ts';
import { filedRevision } from '#lib/values/caen-revision.ts';
import { type Day, yearOf } from '#lib/values/date.ts';
import { inCatalogue, type LoadedPart } from './file-part.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import type { PublishedFile } from './published-files.ts';

type BalanceRow = Row<typeof balance>;

const REPEATED_MAX = 20_000; // rows in memory: a file that repeats all lines must not fill it

const DOWNLOADED_YEARS = 10; // eight in answers, and two before them for growth

export interface BalanceFiles {
  form: BalanceForm;
  year: number;
  data: PublishedFile;
  legend: PublishedFile | null;
}

export const financesPart: LoadedPart<BalanceFiles> = {
  about: { source: sources.balanceFiles.name, licence: sources.balanceFiles.licence },
  tables: () => financesTables + financesIndexes,
  lists: ['balance'],
  download: inCatalogue('set of balance sheets', findBalances, (publications, today) =>
    publications
      .filter(({ year }) => year >= yearOf(today) - DOWNLOADED_YEARS)
      .flatMap(({ year, data, legend }) =>
        // The legend first: data without it would be read by the standard chart.
        (legend ? [legend, data] : [data]).map((resource) => ({
          resource,
          to: `anaf/situatii_financiare_${year}/${resource.name}`,
        })),
      ),
  ),
  find: balancesAmong,
  whyUnused({ name }) {
    const parsed = parseBalanceFileName(name);
    if (parsed === null)
      return /^web_?.*[0-9]{4}\.(?:txt|csv)$/i.test(name)
        ? 'balance sheets of a form that this version does not read'
        : null;
    return parsed.content === 'legend' ? 'the balance sheets that it belongs to (.txt) are not beside it' : null;
  },
  // A file of a year covers days up to its end.
  days: (balances) => balances.map(({ year }) => `${year}-12-31` as Day),
  files: (balances) => balances.flatMap(({ data, legend }) => (legend ? [data, legend] : [data])),
  load: loadFinances,
};

/** Years ascending; every vintage of a year, oldest first, because later vintages restate earlier lines. */
function balancesAmong(files: readonly PublishedFile[]): BalanceFiles[] {
  const parsed = files.flatMap((file) => {
    const name = parseBalanceFileName(file.name);
    return name ? [{ file, ...name }] : [];
  });
  // A stray character may distinguish the names of data and legend: form, year and folder identify the pair.
  const keyOf = ({ form, year, file }: (typeof parsed)[number]): string => `${form} ${year} ${dirname(file.path)}`;
  const legends = new Map(
    parsed.filter(({ content }) => content === 'legend').map((legend) => [keyOf(legend), legend.file]),
  );
  return parsed
    .filter(({ content }) => content === 'data')
    .map((data) => ({ form: data.form, year: data.year, data: data.file, legend: legends.get(keyOf(data)) ?? null }))
    .sort((a, b) => a.year - b.year);
}

/** Returns the end of the newest year with balance sheets, not the day of publication. */
async function loadFinances(part: PartBuild, files: readonly BalanceFiles[], reading: Reading): Promise<Day | null> {
  await part.execute(financesTables);
  const repeated: Repeated = new Map();
  let chartId = 0;
  for (const [year, ofYear] of Map.groupBy(files, (file) => file.year)) {
    // Newest vintage first: a line of an older vintage is skipped when its company has been read.
    const seen = new NumberIndex();
    for (const [i, file] of ofYear.toReversed().entries())
      await loadFile(part, file, reading, { id: ++chartId, form: file.form, year, seen, pass: i + 1, repeated });
  }
  await replace(part, repeated);
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
  repeated: Repeated;
}

/** The last lines of companies that a file has several times, by company and year. */
type Repeated = Map<string, BalanceRow>;

async function loadFile(part: PartBuild, file: BalanceFiles, reading: Reading, vintage: Vintage): Promise<void> {
  const { form, year, data } = file;
  const legend = file.legend && parseLegend(file.legend.name, await readFile(file.legend.path));
  const { repeated } = vintage;
  let toRow: ((record: BalanceRecord) => BalanceRow) | undefined;

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
        repeated.set(`${cui}, ${year}`, toRow(record));
      } else {
        vintage.seen.set(cui, vintage.pass);
        rows.push(toRow(record));
      }
    }
    const loaded = await part.load(balance, rows);
    reading.tally.store('balance', loaded);
    if (repeated.size >= REPEATED_MAX) await replace(part, repeated);
    return loaded;
  };

  await readPublished(reading, data, (input) => readBalances(input, { form, year, legend }), load);
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

/** Reads the whole table, which has no index yet. */
async function replace(part: PartBuild, rows: Repeated): Promise<void> {
  if (rows.size === 0) return;
  const keys = [...rows.keys()].map((key) => `(${key})`);
  await part.execute(`delete from balance where (cui, year) in (values ${keys.join(', ')})`);
  await part.load(balance, rows.values());
  rows.clear();
}
