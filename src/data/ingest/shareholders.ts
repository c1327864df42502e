/** Our own import format for shareholders to the `shareholders` part. */

import { readShareholders, type ShareholderRecord } from '#data/sources/import/shareholders.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { shareholder, shareholdersTables } from '#domain/companies/tables.ts';
import type { Day } from '#lib/values/date.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { newestIn } from './content-days.ts';
import { type Reading, readPublished } from './file-reading.ts';
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
