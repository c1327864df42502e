/** A snapshot of the trade registry to the `registry` part, in one pass per file. */

import type { FirmRecord } from '#data/sources/onrc/records.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { Value } from '#data/store/database.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { registryIndexes, registryTables } from '#domain/companies/tables.ts';
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
  await loadChildren(part, firms, reading, statuses, registryFiles.statuses.read, {
    table: 'firm_status',
    columns: ['firm_id', 'code'],
    row: (status, firmId) => [firmId, status.code],
  });
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
      await loadChildren(part, firms, reading, file, registryFiles.representatives.read, {
        table: 'officer',
        columns: ['firm_id', 'person_id', 'name', 'title', 'kind', 'cui', 'sort_key', 'id'],
        row(person, firmId) {
          const { personId, kind } = representativeIdentity(personKey, person, person.registrationNumber);
          id++;
          if (kind === 'company') corporate.note(id, person.name);
          return [firmId, personId, person.name, person.title, kind, null, sortKey(person.name), id];
        },
      });
  return corporate;
}

async function loadDetails(part: PartBuild, firms: FirmIds, files: RegistryFiles, reading: Reading): Promise<void> {
  const activities = required(files.activities, registryFiles.activities.file);
  await loadChildren(part, firms, reading, activities, registryFiles.activities.read, {
    table: 'firm_activity',
    columns: ['firm_id', 'code', 'revision'],
    row: (activity, firmId) => [firmId, activity.code, activity.revision],
  });
  if (files.branches)
    await loadChildren(part, firms, reading, files.branches, registryFiles.branches.read, {
      table: 'branch',
      columns: ['firm_id', 'kind', 'name', 'euid', 'fiscal_code', 'country'],
      row: (branch, firmId) => [firmId, branch.kind, branch.name, branch.euid, branch.fiscalCode, branch.country],
    });
  await loadNomenclatures(part, files, reading);
}

function required(file: PublishedFile | null, name: string): PublishedFile {
  if (file === null) throw new WrongShape(name, `the file beside ${registryFiles.firms.file}`, 'none');
  return file;
}

const FIRM_COLUMNS =
  'id cui name registration_number registered_on euid legal_form country county locality street number building entrance floor apartment postal_code sector details website parent_country county_slug address_key sort_key'.split(
    ' ',
  );

const DELETE_AT_ONCE = 1000; // ids in one statement

/** Of lines with the same registration number the last one counts. */
async function loadFirms(part: PartBuild, file: PublishedFile, reading: Reading): Promise<FirmIds> {
  const index = new NumberIndex();
  const repeated = new Set<number>();
  const replaced: number[] = [];
  let id = 0;
  await readPublished(reading, file, registryFiles.firms.read, async ({ records, lines }) => {
    const rows = records.map((firm, i) => {
      const before = index.set(registrationKey(firm.registrationNumber), ++id);
      if (before !== 0) {
        reading.tally.skip(file.name, 'replaces an earlier line with the same registration number', lines[i] ?? 0);
        replaced.push(before);
        repeated.delete(before);
        repeated.add(id);
      }
      return firmRow(firm, id);
    });
    reading.tally.store('firm', await part.load('firm', FIRM_COLUMNS, rows));
    return rows.length;
  });
  for (let i = 0; i < replaced.length; i += DELETE_AT_ONCE)
    await part.execute(`delete from firm where id in (${replaced.slice(i, i + DELETE_AT_ONCE).join(', ')})`);
  reading.tally.store('firm', -replaced.length);
  reading.tally.loadedLines -= replaced.length;
  return { idOf: (registrationNumber) => index.get(registrationKey(registrationNumber)), repeated };
}

function firmRow(firm: FirmRecord, id: number): Value[] {
  const cui = firm.cui === null ? null : Number(firm.cui);
  return [
    id,
    cui,
    firm.name,
    firm.registrationNumber,
    firm.registeredOn,
    firm.euid,
    firm.legalForm,
    firm.country,
    firm.county,
    firm.locality,
    firm.street,
    firm.number,
    firm.building,
    firm.entrance,
    firm.floor,
    firm.apartment,
    firm.postalCode,
    firm.sector,
    firm.details,
    firm.website,
    firm.parentCountry,
    countySlug(firm.county),
    addressKey(firm),
    sortKey(firm.name),
  ];
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
