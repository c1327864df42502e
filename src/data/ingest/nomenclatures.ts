/** Names behind the registry's codes: as published, and from the shipped tables where the publication says nothing. */

import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import { caenName, statusName } from '#domain/companies/tables.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { type Reading, readPublished } from './file-reading.ts';
import type { RegistryFiles } from './publications.ts';

export async function loadNomenclatures(part: PartBuild, files: RegistryFiles, reading: Reading): Promise<void> {
  const statuses = new Map(
    readReference<'code' | 'label_ro'>('company-status.tsv')
      .filter((row) => row.label_ro !== '')
      .map(({ code, label_ro: label }) => [code, { code, label }]),
  );
  if (files.statusNames)
    await readPublished(reading, files.statusNames, registryFiles.statusNames.read, ({ records }) => {
      for (const { code, label } of records) statuses.set(code, { code, label });
      return records.length;
    });

  const classes = new Map<string, Row<typeof caenName>>();
  for (const revision of ['rev2', 'rev3'])
    for (const { code, title_ro: title } of readReference<'code' | 'title_ro'>(`caen-${revision}.tsv`))
      classes.set(`${revision} ${code}`, { revision, code, title });
  if (files.caenNames)
    await readPublished(reading, files.caenNames, registryFiles.caenNames.read, ({ records }) => {
      for (const { revision, code, title } of records) classes.set(`${revision} ${code}`, { revision, code, title });
      return records.length;
    });

  reading.tally.store('status_name', await part.load(statusName, statuses.values()));
  reading.tally.store('caen_name', await part.load(caenName, classes.values()));
}
