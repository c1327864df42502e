/** Our own import formats to the parts `shareholders` and `debts`. */
import { readShareholders, type ShareholderRecord } from '#data/sources/import/shareholders.ts';
import { readTaxDebts } from '#data/sources/import/tax-debts.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { debt, debtsTables, shareholder, shareholdersTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { later, newestIn } from './content-days.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { NumberIndex } from './number-index.ts';
import { companyIdentity, personIdentity } from './person-identity.ts';
import type { PublishedFile } from './publications.ts';

/** Gives the newest day since which somebody is said to hold shares. */
export async function loadShareholders(
  part: PartBuild,
  file: PublishedFile,
  personKey: string,
  reading: Reading,
): Promise<Day | null> {
  await part.execute(shareholdersTables);
  await readPublished(reading, file, readShareholders, async ({ records }) => {
    const loaded = await part.load(
      shareholder,
      records.map((holder) => holderRow(personKey, holder)),
    );
    reading.tally.store('shareholder', loaded);
    return loaded;
  });
  return newestIn(part, 'shareholder', 'since', reading.days);
}

function holderRow(personKey: string, holder: ShareholderRecord): Row<typeof shareholder> {
  const { cui, name, birthDate, birthPlace, holderCui, percent, since } = holder;
  const { personId, kind } =
    holder.kind === 'company'
      ? companyIdentity(personKey, name)
      : personIdentity(personKey, { name, birthDate, birthLocality: birthPlace }, cui);
  return {
    cui: Number(cui),
    person_id: personId,
    name,
    kind,
    holder_cui: holderCui === null ? null : Number(holderCui),
    percent,
    since,
    sort_key: sortKey(name),
  };
}

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
