/** Our own import format for tax debts to the `debts` part. Of several lines for one company the last one counts. */

import { readTaxDebts } from '#data/sources/import/tax-debts.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { debt, debtsTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { later } from './content-days.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import type { PublishedFile } from './publications.ts';

/** Gives the newest day that a debt is of: the file's own may be the day on which somebody wrote it. */
export async function loadDebts(part: PartBuild, file: PublishedFile, reading: Reading): Promise<Day | null> {
  await part.execute(debtsTables);
  const seen = new NumberIndex();
  const repeated = new Map<number, Row<typeof debt>>();
  let newest: Day | null = null;
  await readPublished(reading, file, readTaxDebts, async ({ records, lines }) => {
    const rows: Row<typeof debt>[] = [];
    for (const [i, { cui, total, asOf }] of records.entries()) {
      const row = { cui: Number(cui), total, as_of: asOf };
      if (asOf <= reading.days.today) newest = later(newest, asOf);
      if (seen.set(row.cui, 1) === 0) rows.push(row);
      else {
        reading.tally.skip(file.name, 'replaces an earlier line of the same company', lines[i] ?? 0);
        repeated.set(row.cui, row);
      }
    }
    const loaded = await part.load(debt, rows);
    reading.tally.store('debt', loaded);
    return loaded;
  });
  if (repeated.size === 0) return newest;
  await part.execute(`delete from debt where cui in (${[...repeated.keys()].join(', ')})`);
  await part.load(debt, repeated.values());
  return newest;
}
