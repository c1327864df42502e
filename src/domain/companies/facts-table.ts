/** Reads the facts of companies from a generation, or from the parts of a build. */

import { isLoaded } from '#api/provenance.ts';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import { type Dataset, hasHistory, type Part } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import {
  type ActivityRow,
  activitiesIn,
  type BranchRow,
  type CompanyFacts,
  type DebtRow,
  type FirmRow,
  type FiscalFacts,
  type FormerNameRow,
  type Names,
  type OfficerRow,
  type OfficerSinceRow,
  type RegistryFacts,
  type ShareholderRow,
  type StatusChangeRow,
} from './facts.ts';

/** The firm with a fiscal code. After a re-registration two rows share the code: the row that is not struck off wins, then the newest. */
export const firmByCui = (db: Database, cui: string): Promise<FirmRow | null> =>
  db.one<FirmRow>(
    `select f.* from firm f where f.cui = $1
     order by exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '1084'), f.id desc limit 1`,
    [Number(cui)],
  );

export const statusesOf = async (db: Database, firmId: number): Promise<string[]> =>
  (await db.all<{ code: string }>('select code from firm_status where firm_id = $1 order by code', [firmId])).map(
    (row) => row.code,
  );

/** For a page of firms, by firm id, in the order of the codes. */
export async function statusesOfFirms(db: Database, firmIds: readonly number[]): Promise<Map<number, string[]>> {
  if (firmIds.length === 0) return new Map();
  const rows = await db.all<{ firm_id: number; code: string }>(
    `select firm_id, code from firm_status where firm_id in (${firmIds.map((_, i) => `$${i + 1}`).join(', ')}) order by code`,
    firmIds,
  );
  const byFirm = Map.groupBy(rows, ({ firm_id }) => firm_id);
  return new Map([...byFirm].map(([id, own]) => [id, own.map(({ code }) => code)]));
}

/** By fiscal code: the activities that the firm with the code (see `firmByCui`) is authorised for. */
export async function authorisedActivities(db: Database, cuis: readonly string[]): Promise<Map<number, ActivityRow[]>> {
  if (cuis.length === 0) return new Map();
  const rows = await db.all<{ cui: number; firm_id: number; codes: string | null; struck_off: boolean | number }>(
    `select f.cui, f.id as firm_id, a.codes,
       exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '1084') as struck_off
     from firm f left join firm_activities a on a.firm_id = f.id where f.cui in (${cuis.map((_, i) => `$${i + 1}`).join(', ')})`,
    cuis.map(Number),
  );
  const preferred = rows.toSorted((a, b) => Number(a.struck_off) - Number(b.struck_off) || b.firm_id - a.firm_id);
  return new Map(
    [...Map.groupBy(preferred, ({ cui }) => cui)].map(([cui, [first, ...others]]) => [
      cui,
      [first, ...others].flatMap((row) =>
        row && row.firm_id === first?.firm_id && row.codes !== null ? activitiesIn(row.codes) : [],
      ),
    ]),
  );
}

async function readRegistry(db: Database, firm: FirmRow): Promise<RegistryFacts> {
  const [statuses, statusChanges, codes, officers, branches, formerNames, officersSince] = await Promise.all([
    statusesOf(db, firm.id),
    db.all<StatusChangeRow>(
      "select day, before, after from firm_event where registration_number = $1 and kind = 'status'",
      [firm.registration_number],
    ),
    db.all<{ codes: string }>('select codes from firm_activities where firm_id = $1', [firm.id]),
    db.all<OfficerRow>('select person_id, name, title, kind, cui from officer where firm_id = $1 order by id', [
      firm.id,
    ]),
    db.all<BranchRow>('select kind, name, euid, fiscal_code, country from branch where firm_id = $1', [firm.id]),
    db.all<FormerNameRow>('select name, until from former_name where registration_number = $1', [
      firm.registration_number,
    ]),
    db.all<OfficerSinceRow>('select person_id, title, since from officer_since where registration_number = $1', [
      firm.registration_number,
    ]),
  ]);
  const activities = codes
    .flatMap((row) => activitiesIn(row.codes))
    .sort((a, b) => compare(b.revision, a.revision) || compare(a.code, b.code));
  return { firm, statuses, statusChanges, activities, officers, officersSince, branches, formerNames };
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** A build reads facts before its manifest exists. */
export interface FactsSource {
  db: Database;
  manifest: { parts: readonly Part[]; lineage: string[] };
}

export const hasPart = ({ manifest }: FactsSource, name: string): boolean =>
  manifest.parts.some((part) => part.name === name);

/** Null where neither the trade registry nor the tax authority knows the code. `observed`: the authority’s last answer. */
export async function readFacts(
  source: FactsSource,
  cui: string,
  observed: FiscalFacts | null = null,
): Promise<CompanyFacts | null> {
  const stored = await storedFacts(source, cui);
  const fiscal = observed ?? (await readEntity(source, cui));
  if (!stored?.registry && !fiscal) return null;
  return { cui, registry: null, shareholders: null, debt: undefined, filedActivity: null, ...stored, fiscal };
}

/** Null when no part of the dataset contains the fiscal code. */
async function storedFacts(source: FactsSource, cui: string): Promise<Omit<CompanyFacts, 'fiscal'> | null> {
  const { db } = source;
  const [firm, filedActivity, shareholders, debt] = await Promise.all([
    firmByCui(db, cui),
    hasPart(source, 'finances') ? filedActivityOf(db, cui) : null,
    hasPart(source, 'shareholders') ? shareholdersOf(db, cui) : null,
    debtOf(source, cui),
  ]);
  if (!firm && !filedActivity && !shareholders?.length && !debt) return null;
  return { cui, registry: firm ? await readRegistry(db, firm) : null, shareholders, debt, filedActivity };
}

/** Undefined without a loaded list of debts; null when the list does not name the company. */
export const debtOf = async (source: FactsSource, cui: string): Promise<DebtRow | null | undefined> =>
  hasPart(source, 'debts')
    ? source.db.one<DebtRow>('select total, as_of from debt where cui = $1', [Number(cui)])
    : undefined;

const filedActivityOf = (db: Database, cui: string): Promise<ActivityRow | null> =>
  db.one<ActivityRow>(
    'select caen as code, caen_revision as revision from balance where cui = $1 and caen is not null and caen_revision is not null order by year desc limit 1',
    [Number(cui)],
  );

const shareholdersOf = (db: Database, cui: string): Promise<ShareholderRow[]> =>
  db.all<ShareholderRow>(
    `select person_id, name, kind, holder_cui, country, percent, since from shareholder where cui = $1
     order by percent desc nulls last, sort_key, person_id ${bytewise[db.engine]}`,
    [Number(cui)],
  );

/** Fiscal codes of firms, and of entities outside the trade registry, in order, after `cui`. */
export async function codesAfter(source: FactsSource, cui: string, limit: number): Promise<string[]> {
  const above = (table: string) => `select cui from ${table} where cui > $1 group by cui order by cui limit $2`;
  const entities = hasPart(source, 'entities') ? `union select cui from (${above('entity')}) e` : '';
  const rows = await source.db.all<{ cui: number }>(
    `select cui from (${above('firm')}) f ${entities} order by cui limit $2`,
    [Number(cui), limit],
  );
  return rows.map((row) => String(row.cui));
}

const names = new WeakMap<Dataset, Promise<Names>>();

/** The nomenclatures of a generation, a few thousand short texts: read once per generation. */
export const namesOf = (dataset: Dataset): Promise<Names> =>
  names.getOrInsertComputed(dataset, () =>
    readNames(dataset).catch((error) => {
      // A failed read is not cached.
      names.delete(dataset);
      throw error;
    }),
  );

export async function readNames({ db, manifest }: FactsSource): Promise<Names> {
  const statuses = new Map<string, string>();
  for (const row of await db.all<{ code: string; label: string }>('select code, label from status_name'))
    statuses.set(row.code, row.label);
  const classes = new Map<string, string>();
  for (const row of await db.all<{ revision: string; code: string; title: string }>(
    'select revision, code, title from caen_name',
  )) {
    classes.set(`${row.revision} ${row.code}`, row.title);
  }
  const asOf = (name: string): string | null => manifest.parts.find((part) => part.name === name)?.asOf ?? null;
  return {
    status: (code) => statuses.get(code) ?? null,
    caen: (revision, code) => classes.get(`${revision} ${code}`) ?? null,
    hasHistory: hasHistory(manifest),
    asOf: { registry: asOf('registry'), shareholders: asOf('shareholders'), debts: asOf('debts') },
  };
}

/** Persons in one statement. */
const CHUNK = 200;

export async function companiesNaming(persons: readonly string[], dataset: Dataset): Promise<ReadonlySet<number>> {
  const cuis = new Set<number>();
  for (let at = 0; at < persons.length; at += CHUNK) {
    const some = persons.slice(at, at + CHUNK);
    const among = `person_id in (${some.map((_, i) => `$${i + 1}`).join(', ')})`;
    const queries = [
      `select f.cui from officer o join firm f on f.id = o.firm_id where o.${among} and f.cui is not null`,
      ...(isLoaded(dataset, 'shareholders') ? [`select cui from shareholder where ${among}`] : []),
    ];
    for (const sql of queries) for (const row of await dataset.db.all<{ cui: number }>(sql, some)) cuis.add(row.cui);
  }
  return cuis;
}

export async function readEntity(source: FactsSource, cui: string): Promise<FiscalFacts | null> {
  if (!hasPart(source, 'entities')) return null;
  const row = await source.db.one<{ record: string; observed_at: string }>(
    'select record, observed_at from entity where cui = $1',
    [Number(cui)],
  );
  return row ? { record: JSON.parse(row.record) as FiscalRecord, fetchedAt: row.observed_at } : null;
}

/** For a page of fiscal codes; codes without an entity are absent. */
export async function readEntities(dataset: Dataset, cuis: readonly string[]): Promise<Map<string, FiscalFacts>> {
  if (cuis.length === 0 || !isLoaded(dataset, 'entities')) return new Map();
  const rows = await dataset.db.all<{ cui: number; record: string; observed_at: string }>(
    `select cui, record, observed_at from entity where cui in (${cuis.map((_, i) => `$${i + 1}`).join(', ')})`,
    cuis.map(Number),
  );
  return new Map(
    rows.map(({ cui, record, observed_at }) => [
      String(cui),
      { record: JSON.parse(record) as FiscalRecord, fetchedAt: observed_at },
    ]),
  );
}

/** Few different statement texts, so that an engine plans few of them. */
const LENGTHS = [10, 50];
const AT_ONCE = 50;

/** Names in the trade registry, else at the tax authority; unknown codes are absent. */
export async function registryNames(dataset: Dataset, cuis: readonly number[]): Promise<Map<number, string>> {
  const names = new Map<number, string>();
  if (isLoaded(dataset, 'entities'))
    for (const row of await some<{ cui: number; record: string }>(dataset.db, 'cui, record from entity', cuis))
      names.set(row.cui, (JSON.parse(row.record) as { name: string }).name);
  if (isLoaded(dataset, 'registry'))
    for (const row of await some<{ cui: number; name: string }>(dataset.db, 'cui, name from firm', cuis))
      names.set(row.cui, row.name);
  return names;
}

async function some<Row>(db: Database, what: string, cuis: readonly number[]): Promise<Row[]> {
  const rows: Row[] = [];
  for (let i = 0; i < cuis.length; i += AT_ONCE) {
    const list = cuis.slice(i, i + AT_ONCE);
    const length = LENGTHS.find((one) => one >= list.length) ?? AT_ONCE;
    const params = Array.from({ length }, (_, j) => list[j] ?? (list[0] as number));
    const placeholders = params.map((_, j) => `$${j + 1}`).join(', ');
    rows.push(...(await db.all<Row>(`select ${what} where cui in (${placeholders})`, params)));
  }
  return rows;
}

export interface EventRow {
  day: string;
  kind: string;
  before: string | null;
  after: string | null;
  person_id: string | null;
  /** Of changes of officers: the title that begins or ends. */
  title: string | null;
}

/** More than a firm has that changes officers every month for decades. */
const EVENTS_MAX = 1_000;

export const eventsOf = (db: Database, registrationNumber: string): Promise<EventRow[]> =>
  db.all<EventRow>(
    `select day, kind, before, after, person_id, title from firm_event where registration_number = $1 order by day desc, kind limit ${EVENTS_MAX}`,
    [registrationNumber],
  );

/** `form` is null where the source does not state it. */
export interface Filing {
  year: number;
  form: string | null;
}

export const filingsOf = (db: Database, cui: string): Promise<Filing[]> =>
  db.all('select year, form from balance where cui = $1 order by year desc', [Number(cui)]);
