/** A snapshot of the trade registry to the `registry` part, in one pass per file. */

import { hash } from 'node:crypto';
import { oncePerText } from '#data/sources/cells.ts';
import type { Input } from '#data/sources/lines.ts';
import type { FirmRecord } from '#data/sources/onrc/firms.ts';
import { registryFiles } from '#data/sources/onrc/registry.ts';
import type { Batch } from '#data/sources/text-table.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import type { Row, Table } from '#data/store/table.ts';
import {
  branch,
  caenName,
  firm,
  firmActivities,
  firmDigest,
  firmStatus,
  officer,
  registryIndexes,
  registryTables,
  statusName,
} from '#domain/companies/tables.ts';
import { WrongShape } from '#lib/safe-fetch/wrong-shape.ts';
import { certainWords, type NameAndForm, nameAndForm } from '#lib/values/company-name.ts';
import { findCounty } from '#lib/values/county.ts';
import { isKnownTitle } from '#lib/values/officer-roles.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { sortKey } from '#lib/values/sort-key.ts';
import { wordText } from '#lib/values/text.ts';
import { type Reading, readPublished } from './file-reading.ts';
import { digestOfFacts, digestOfFirm } from './history.ts';
import { NumberIndex, registrationKey } from './number-index.ts';
import { representativeIdentity } from './person-identity.ts';
import type { PublishedFile, RegistryFiles } from './published-files.ts';

/** `compared`: only the tables that the change log compares, for a snapshot that is not served. */
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
  await loadChildren(part, firms, reading, statuses, registryFiles.statuses.read, firmStatus, ({ code }, firm_id) => {
    firms.noteChild(firm_id, [code]);
    return { firm_id, code };
  });
  const corporate = await loadOfficers(part, firms, files, personKey, reading);
  if (extent === 'all') {
    await loadDetails(part, firms, files, reading);
    await corporate.fill(part);
  }
  reading.tally.store('firm_digest', await part.load(firmDigest, firms.digests()));
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
  const unknownTitles = new Map<string, number>();
  const legal = required(files.representatives, registryFiles.representatives.file);
  for (const file of [legal, files.familyRepresentatives])
    if (file)
      await loadChildren(part, firms, reading, file, registryFiles.representatives.read, officer, (person, firm_id) => {
        const { personId, kind } = representativeIdentity(personKey, person, person.registrationNumber);
        const { name, title } = person;
        id++;
        if (title !== null && !isKnownTitle(title) && (unknownTitles.size < TITLES_MAX || unknownTitles.has(title)))
          unknownTitles.set(title, (unknownTitles.get(title) ?? 0) + 1);
        if (kind === 'company') corporate.note(id, name);
        firms.noteChild(firm_id, [personId, title]);
        return { id, firm_id, person_id: personId, name, title, kind, cui: null, sort_key: sortKey(name) };
      });
  if (unknownTitles.size > 0) {
    const titles = [...unknownTitles].toSorted(([, a], [, b]) => b - a).map(([title, count]) => `${title} (${count})`);
    reading.tally.remarks.push(
      `roles that reference/officer-roles.tsv does not class, counted as representatives: ${titles.join(', ')}`,
    );
  }
  return corporate;
}

/** Enough to see what is missing; a few dozen titles cover all officers of the country. */
const TITLES_MAX = 100;

async function loadDetails(part: PartBuild, firms: FirmIds, files: RegistryFiles, reading: Reading): Promise<void> {
  const activities = required(files.activities, registryFiles.activities.file);
  await loadChildren(
    part,
    firms,
    reading,
    activities,
    registryFiles.activities.read,
    firmActivities,
    // The lines of a firm are mostly consecutive.
    ({ code, revision }, firm_id, previous) => {
      if (previous?.firm_id !== firm_id) return { firm_id, codes: `${revision}:${code}` };
      const isSame = previous.codes.startsWith(`${revision}:`, previous.codes.lastIndexOf(' ') + 1);
      previous.codes += isSame ? `,${code}` : ` ${revision}:${code}`;
      return null;
    },
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
  const digests = [0];
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
      digests.push(digestOfFirm(record));
      return firmRow(record, id);
    });
    reading.tally.store('firm', await part.load(firm, rows));
    return rows.length;
  });
  for (let i = 0; i < replaced.length; i += DELETE_AT_ONCE)
    await part.execute(`delete from firm where id in (${replaced.slice(i, i + DELETE_AT_ONCE).join(', ')})`);
  reading.tally.store('firm', -replaced.length);
  reading.tally.loadedLines -= replaced.length;
  // The lines of a firm are mostly consecutive.
  let last = '';
  let lastId = 0;
  const idOf = (registrationNumber: string): number => {
    if (registrationNumber !== last) {
      last = registrationNumber;
      lastId = index.get(registrationKey(registrationNumber));
    }
    return lastId;
  };
  return {
    idOf,
    repeated,
    noteChild(firmId, facts) {
      digests[firmId] = (Number(digests[firmId]) + digestOfFacts(facts)) % 2 ** 52;
    },
    *digests() {
      for (const number of index.sortedKeys()) {
        const firm_id = index.get(number);
        yield { number, firm_id, digest: digests[firm_id] ?? 0 };
      }
    },
  };
}

/** Fields of the record that the table has under the same name, as they are. The compiler names one that it has not. */
type CopiedColumn = Exclude<keyof FirmRecord, 'cui' | 'registrationNumber' | 'registeredOn'>;

const firmRow = (record: FirmRecord, id: number): Row<typeof firm> => ({
  ...(record satisfies Pick<Row<typeof firm>, CopiedColumn>),
  id,
  cui: record.cui === null ? null : Number(record.cui),
  registration_number: record.registrationNumber,
  registered_on: record.registeredOn,
  county_slug: countySlug(record.county),
  address_key: addressKey(record),
  sort_key: sortKey(record.name),
});

const slugs = new Map<string, string | null>();

/** The 42 counties have some hundred spellings: computed once each. */
const countySlug = (county: string | null): string | null =>
  county === null ? null : slugs.getOrInsertComputed(county, () => findCounty(county)?.slug ?? null);

/** Firms with the same locality, street and number are neighbours; without street and number the address is unknown. */
function addressKey({ locality, street, number }: Pick<FirmRecord, 'locality' | 'street' | 'number'>): number | null {
  if (street === null || number === null) return null;
  const address = `${wordsOf(locality ?? '')}|${wordsOf(street)}|${wordText(number)}`;
  // Two of two million addresses share a key with a probability of 1 : 2,000.
  return Number.parseInt(hash('sha1', address).slice(0, 13), 16);
}

const wordsOf = oncePerText(wordText);

interface FirmIds {
  /** 0 when no firm has the number. */
  idOf(registrationNumber: string): number;
  /** Firms with more than one line; their rows in the other files are repeated too. */
  repeated: ReadonlySet<number>;
  /** Adds the facts of a child row that the change log compares to the firm's digest, in any order. */
  noteChild(firmId: number, facts: readonly (string | null)[]): void;
  digests(): Iterable<Row<typeof firmDigest>>;
}

function loadChildren<Child extends { registrationNumber: string }, T extends Table>(
  part: PartBuild,
  firms: FirmIds,
  reading: Reading,
  file: PublishedFile,
  read: (input: Input) => AsyncIterable<Batch<Child>>,
  table: T,
  /** `previous`: the row before. Null for a record that was added to it. */
  rowOf: (record: Child, firmId: number, previous: Row<T> | undefined) => Row<T> | null,
): Promise<void> {
  const seen = new Set<string>();
  const isSecond = (firmId: number, record: Child): boolean => {
    if (!firms.repeated.has(firmId)) return false;
    const key = JSON.stringify(record);
    if (seen.has(key)) return true;
    seen.add(key);
    return false;
  };
  return readPublished(
    reading,
    file,
    (input) => ofRegisteredFirms(read(input), firms),
    async ({ records, lines }) => {
      const rows: Row<T>[] = [];
      let repeated = 0;
      for (const [i, record] of records.entries()) {
        const firmId = firms.idOf(record.registrationNumber);
        if (isSecond(firmId, record)) {
          repeated++;
          reading.tally.skip(file.name, 'repeated line', lines[i] ?? 0);
          continue;
        }
        const row = rowOf(record, firmId, rows.at(-1));
        if (row !== null) rows.push(row);
      }
      reading.tally.store(table.name, await part.load(table, rows));
      return records.length - repeated;
    },
  );
}

/** A row of an unregistered firm counts as not understood: this detects a file whose numbers changed their format. */
async function* ofRegisteredFirms<Child extends { registrationNumber: string }>(
  batches: AsyncIterable<Batch<Child>>,
  firms: FirmIds,
): AsyncGenerator<Batch<Child>> {
  for await (const { records, lines, skips, bytesRead } of batches) {
    const registered: Batch<Child> = { records: [], lines: [], skips, bytesRead };
    for (const [i, record] of records.entries()) {
      const line = lines[i] ?? 0;
      if (firms.idOf(record.registrationNumber) === 0) {
        registered.skips.push({
          line,
          reason: 'no firm has this registration number',
          found: record.registrationNumber,
        });
      } else {
        registered.records.push(record);
        registered.lines.push(line);
      }
    }
    yield registered;
  }
}

async function loadNomenclatures(part: PartBuild, files: RegistryFiles, reading: Reading): Promise<void> {
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

interface CorporateOfficers {
  /** `id` of its row in `officer`. */
  note(id: number, name: string): void;
  /** Writes the fiscal codes. Requires the loaded firms. */
  fill(part: PartBuild): Promise<void>;
}

/** The officers and the firms with a name and legal form. */
interface NameEntry {
  form: string | null;
  officers: number[];
  /** Fiscal codes of the firms; null for a firm without one. */
  firms: Set<number | null>;
}

interface FirmLine {
  cui: number | null;
  name: string;
  legal_form: string | null;
}

/** Rows in one statement. */
const UPDATE_AT_ONCE = 500;

/**
 * Identifies companies that act as officers. The registry gives only the name: the officer is the one registered firm with this name and
 * legal form, in any spelling. Where no firm or several firms have it, the officer stays unidentified.
 */
function corporateOfficers(): CorporateOfficers {
  const byName = new Map<string, NameEntry[]>();

  return {
    note(id, name) {
      const { bare, form } = nameAndForm(name);
      if (bare === '') return;
      const entries = byName.getOrInsertComputed(bare, () => []);
      const same = entries.find((one) => one.form === form);
      if (same) same.officers.push(id);
      else entries.push({ form, officers: [id], firms: new Set() });
    },

    async fill(part) {
      if (byName.size === 0) return;
      const words = new Set([...byName.keys()].flatMap((bare) => bare.split(' ')));
      for await (const firm of part.db.stream<FirmLine>('select cui, name, legal_form from firm')) {
        if (!certainWords(firm.name).every((word) => words.has(word))) continue;
        const named = nameAndForm(firm.name);
        for (const entry of byName.get(named.bare) ?? []) if (isOf(entry, named, firm)) entry.firms.add(firm.cui);
      }
      const matches: [officer: number, cui: number][] = [];
      for (const { officers, firms } of [...byName.values()].flat()) {
        const [cui = null] = firms;
        if (firms.size === 1 && cui !== null) for (const officer of officers) matches.push([officer, cui]);
      }
      for (let at = 0; at < matches.length; at += UPDATE_AT_ONCE) {
        const some = matches.slice(at, at + UPDATE_AT_ONCE);
        await part.execute(
          `update officer set cui = case id ${some.map(([id, cui]) => `when ${id} then ${cui}`).join(' ')} end
           where id in (${some.map(([id]) => id).join(', ')});`,
        );
      }
    },
  };
}

/** A name without a legal form has the one in the registry's own column. */
const isOf = ({ form }: NameEntry, named: NameAndForm, { legal_form }: FirmLine): boolean =>
  form === named.form ||
  (form !== null && named.form === null && legal_form !== null && form === nameAndForm(`x ${legal_form}`).form);
