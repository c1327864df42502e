/** A snapshot of the trade registry to the `registry` part, in one pass per file. */

import type { FirmRecord } from '#data/sources/onrc/records.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row } from '#data/store/table.ts';
import {
  branch,
  firm,
  firmActivity,
  firmStatus,
  officer,
  registryIndexes,
  registryTables,
} from '#domain/companies/tables.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { findCounty } from '#lib/values/county.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { words } from '#lib/values/text.ts';
import { type CorporateOfficers, corporateOfficers } from './corporate-officers.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { type FirmIds, loadChildren } from './firm-children.ts';
import { loadNomenclatures } from './nomenclatures.ts';
import { NumberIndex, registrationKey } from './number-index.ts';
import { representativeIdentity } from './person-identity.ts';
import type { PublishedFile, RegistryFiles } from './publications.ts';

/** `compared`: only what the change log compares, for a snapshot that a newer one of the same build replaces at once. */
export type Extent = 'all' | 'compared';

export async function loadRegistry(
  part: PartBuild,
  files: RegistryFiles,
  personKey: string,
  reading: Reading,
  extent: Extent,
): Promise<void> {
  await part.execute(registryTables);
  const firms = await loadFirms(part, files.firms, reading);

  const statuses = required(files.statuses, registryFiles.statuses.file);
  await loadChildren(part, firms, reading, statuses, registryFiles.statuses.read, firmStatus, ({ code }, firm_id) => ({
    firm_id,
    code,
  }));
  const corporate = await loadOfficers(part, firms, files, personKey, reading);
  if (extent === 'all') {
    await loadDetails(part, firms, files, reading);
    await corporate.fill(part);
  }
  await part.execute(registryIndexes);
}

async function loadOfficers(
  part: PartBuild,
  firms: FirmIds,
  files: RegistryFiles,
  personKey: string,
  reading: Reading,
): Promise<CorporateOfficers> {
  let id = 0;
  const corporate = corporateOfficers();
  const legal = required(files.representatives, registryFiles.representatives.file);
  for (const file of [legal, files.familyRepresentatives])
    if (file)
      await loadChildren(part, firms, reading, file, registryFiles.representatives.read, officer, (person, firm_id) => {
        const { personId, kind } = representativeIdentity(personKey, person, person.registrationNumber);
        const { name, title } = person;
        id++;
        if (kind === 'company') corporate.note(id, name);
        return { id, firm_id, person_id: personId, name, title, kind, cui: null, sort_key: sortKey(name) };
      });
  return corporate;
}

async function loadDetails(part: PartBuild, firms: FirmIds, files: RegistryFiles, reading: Reading): Promise<void> {
  const activities = required(files.activities, registryFiles.activities.file);
  await loadChildren(
    part,
    firms,
    reading,
    activities,
    registryFiles.activities.read,
    firmActivity,
    ({ code, revision }, firm_id) => ({ firm_id, code, revision }),
  );
  if (files.branches)
    await loadChildren(part, firms, reading, files.branches, registryFiles.branches.read, branch, (record, firm_id) => {
      const { kind, name, euid, fiscalCode, country } = record;
      return { firm_id, kind, name, euid, fiscal_code: fiscalCode, country };
    });
  await loadNomenclatures(part, files, reading);
}

function required(file: PublishedFile | null, name: string): PublishedFile {
  if (file === null) throw new WrongShape(name, `the file beside ${registryFiles.firms.file}`, 'none');
  return file;
}

const DELETE_AT_ONCE = 1000; // ids in one statement

/** Of lines with the same registration number the last one counts. */
async function loadFirms(part: PartBuild, file: PublishedFile, reading: Reading): Promise<FirmIds> {
  const index = new NumberIndex();
  const repeated = new Set<number>();
  const replaced: number[] = [];
  let id = 0;
  await readPublished(reading, file, registryFiles.firms.read, async ({ records, lines }) => {
    const rows = records.map((record, i) => {
      const before = index.set(registrationKey(record.registrationNumber), ++id);
      if (before !== 0) {
        reading.tally.skip(file.name, 'replaces an earlier line with the same registration number', lines[i] ?? 0);
        replaced.push(before);
        repeated.delete(before);
        repeated.add(id);
      }
      return firmRow(record, id);
    });
    reading.tally.store('firm', await part.load(firm, rows));
    return rows.length;
  });
  for (let i = 0; i < replaced.length; i += DELETE_AT_ONCE)
    await part.execute(`delete from firm where id in (${replaced.slice(i, i + DELETE_AT_ONCE).join(', ')})`);
  reading.tally.store('firm', -replaced.length);
  reading.tally.loadedLines -= replaced.length;
  return { idOf: (registrationNumber) => index.get(registrationKey(registrationNumber)), repeated };
}

function firmRow(record: FirmRecord, id: number): Row<typeof firm> {
  const { name, euid, country, county, locality, street, number, building, entrance, floor, apartment } = record;
  const { sector, details, website } = record;
  return {
    id,
    cui: record.cui === null ? null : Number(record.cui),
    name,
    registration_number: record.registrationNumber,
    registered_on: record.registeredOn,
    euid,
    legal_form: record.legalForm,
    country,
    county,
    locality,
    street,
    number,
    building,
    entrance,
    floor,
    apartment,
    postal_code: record.postalCode,
    sector,
    details,
    website,
    parent_country: record.parentCountry,
    county_slug: countySlug(county),
    address_key: addressKey(record),
    sort_key: sortKey(name),
  };
}

const slugs = new Map<string, string | null>();

/** A country spells its 42 counties in some hundred ways: worked out once each. */
const countySlug = (county: string | null): string | null =>
  county === null ? null : slugs.getOrInsertComputed(county, () => findCounty(county)?.slug ?? null);

/** Firms with the same locality, street and number are neighbours; without street and number nothing can be said. */
function addressKey({ locality, street, number }: Pick<FirmRecord, 'locality' | 'street' | 'number'>): string | null {
  if (street === null || number === null) return null;
  return [locality ?? '', street, number].map((text) => words(text).join(' ')).join('|');
}
