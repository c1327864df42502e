/**
 * One rendered answer per fiscal code: the `companies` part, and the check that it is complete.
 *
 * Facts are read a page of fiscal codes at a time, in the order of the codes, which is the order of the table of documents: the order of
 * the registry's file would cause random writes in a large table.
 */

import { Ajv, type ValidateFunction } from 'ajv';
import type { FiscalRecord } from '#data/sources/anaf/records.ts';
import type { Database } from '#data/store/database.ts';
import type { Part, PartBuild } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import { Company } from '#domain/companies/company.ts';
import { STRUCK_OFF } from '#domain/companies/company-status.ts';
import type {
  ActivityRow,
  BranchRow,
  CompanyFacts,
  DebtRow,
  FirmRow,
  FormerNameRow,
  OfficerRow,
  OfficerSinceRow,
  RegistryFacts,
  ShareholderRow,
  StatusChangeRow,
} from '#domain/companies/facts.ts';
import { readNames } from '#domain/companies/facts-table.ts';
import { renderDocument } from '#domain/companies/render.ts';
import { document, documentTables } from '#domain/companies/tables.ts';
import type { Step } from './progress.ts';

/** Hidden persons change at any time: the service renders their companies on request. */
const NO_HIDDEN_PERSONS: ReadonlySet<string> = new Set();

export async function loadDocuments(
  part: PartBuild,
  reading: readonly Part[],
  lineage: string[],
  step: Step,
): Promise<number> {
  await part.execute(documentTables);
  const has = (name: string) => reading.some((each) => each.name === name);
  const loaded = {
    finances: has('finances'),
    shareholders: has('shareholders'),
    debts: has('debts'),
    entities: has('entities'),
  };
  const names = await readNames({ db: part.db, manifest: { parts: reading, lineage } });
  let count = 0;
  for await (const page of pagesOfFacts(part.db, loaded)) {
    const rows = page.map((facts) => {
      const { bytes, etag } = renderDocument(facts, names, NO_HIDDEN_PERSONS);
      return { cui: Number(facts.cui), etag, body: bytes };
    });
    count += await part.load(document, rows);
    step.at(count, count);
  }
  return count;
}

const PAGE_CUIS = 1000; // some megabytes of rows in memory, and few enough statements

/** The tables that exist beside the registry's. */
export interface Loaded {
  finances: boolean;
  shareholders: boolean;
  debts: boolean;
  entities: boolean;
}

/** Pages of companies, registered ones before those outside the trade registry. */
async function* pagesOfFacts(db: Database, loaded: Loaded): AsyncGenerator<CompanyFacts[]> {
  for await (const page of pages(db, 'firm')) yield factsOfPage(db, loaded, page, await firmsOf(db, page));
  if (loaded.entities) for await (const page of pages(db, 'entity')) yield factsOfPage(db, loaded, page, null);
}

/** Fiscal codes above the first and up to the second. */
type Range = [above: number, upTo: number];

async function* pages(db: Database, table: 'firm' | 'entity'): AsyncGenerator<Range> {
  for (let above = 0; ; ) {
    const page = await db.one<{ last: number | null }>(
      `select max(cui) as last from (select cui from ${table} where cui > $1 group by cui order by cui limit ${PAGE_CUIS}) p`,
      [above],
    );
    if (page === null || page.last === null) return;
    yield [above, page.last];
    above = page.last;
  }
}

async function factsOfPage(
  db: Database,
  loaded: Loaded,
  page: Range,
  registry: Map<number, RegistryFacts> | null,
): Promise<CompanyFacts[]> {
  const inPage = <R>(sql: string) => db.all<Keyed<R>>(sql, page).then(byCui);
  const filed = loaded.finances
    ? await inPage<ActivityRow>(
        `select cui, caen as code, caen_revision as revision from balance
         where cui > $1 and cui <= $2 and caen is not null and caen_revision is not null order by cui, year`,
      )
    : null;
  const holders = loaded.shareholders
    ? await inPage<ShareholderRow>(
        `select cui, person_id, name, kind, holder_cui, country, percent, since from shareholder
         where cui > $1 and cui <= $2 order by cui, percent desc nulls last, sort_key, person_id ${bytewise[db.engine]}`,
      )
    : null;
  const debts = loaded.debts
    ? await inPage<DebtRow>('select cui, total, as_of from debt where cui > $1 and cui <= $2')
    : null;
  const entities =
    registry !== null
      ? null
      : await inPage<{ record: string; observed_at: string }>(
          'select cui, record, observed_at from entity where cui > $1 and cui <= $2 order by cui',
        );
  const cuis = (registry ?? entities ?? new Map<number, never>()).keys();
  return [...cuis].map((cui): CompanyFacts => {
    const entity = entities?.get(cui)?.[0];
    return {
      cui: String(cui),
      registry: registry?.get(cui) ?? null,
      fiscal: entity ? { record: JSON.parse(entity.record) as FiscalRecord, fetchedAt: entity.observed_at } : null,
      shareholders: holders === null ? null : (holders.get(cui) ?? []),
      debt: debts === null ? undefined : (debts.get(cui)?.[0] ?? null),
      filedActivity: filed?.get(cui)?.at(-1) ?? null,
    };
  });
}

/** Of firms with the same code the one that is not struck off counts, else the newest: as in companies/facts-table.ts. */
async function firmsOf(db: Database, page: Range): Promise<Map<number, RegistryFacts>> {
  const ofFirms = <R>(columns: string, table: string, on: string, order: string) =>
    db
      .all<R & { firm: number }>(
        `select f.id as firm, ${columns} from firm f join ${table} t on ${on} where f.cui > $1 and f.cui <= $2 order by ${order}`,
        page,
      )
      .then((rows) => Map.groupBy(rows, (row) => row.firm));
  const byId = 't.firm_id = f.id';
  const byNumber = 't.registration_number = f.registration_number';

  const firms = await db.all<FirmRow>('select * from firm where cui > $1 and cui <= $2 order by cui, id', page);
  const statuses = await ofFirms<{ code: string }>('t.code', 'firm_status', byId, 't.code');
  const changes = await ofFirms<StatusChangeRow>(
    't.day, t.before, t.after',
    'firm_event',
    `${byNumber} and t.kind = 'status'`,
    't.day',
  );
  const activities = await ofFirms<ActivityRow>('t.code, t.revision', 'firm_activity', byId, 't.revision desc, t.code');
  const officers = await ofFirms<OfficerRow>('t.person_id, t.name, t.title, t.kind, t.cui', 'officer', byId, 't.id');
  const branches = await ofFirms<BranchRow>('t.kind, t.name, t.euid, t.fiscal_code, t.country', 'branch', byId, 'f.id');
  const formerNames = await ofFirms<FormerNameRow>('t.name, t.until', 'former_name', byNumber, 'f.id');
  const sinces = await ofFirms<OfficerSinceRow>('t.person_id, t.title, t.since', 'officer_since', byNumber, 't.since');

  const byCode = new Map<number, RegistryFacts>();
  for (const firm of firms) {
    const facts: RegistryFacts = {
      firm,
      statuses: (statuses.get(firm.id) ?? []).map((row) => row.code),
      statusChanges: without(changes.get(firm.id)),
      activities: without(activities.get(firm.id)),
      officers: without(officers.get(firm.id)),
      officersSince: without(sinces.get(firm.id)),
      branches: without(branches.get(firm.id)),
      formerNames: without(formerNames.get(firm.id)),
    };
    const other = byCode.get(firm.cui ?? 0);
    if (!other || !isStruckOff(facts) || isStruckOff(other)) byCode.set(firm.cui ?? 0, facts);
  }
  return byCode;
}

const isStruckOff = (facts: RegistryFacts): boolean => facts.statuses.includes(STRUCK_OFF);

type Keyed<R> = R & { cui: number };

const byCui = <R>(rows: Keyed<R>[]): Map<number, R[]> => Map.groupBy(rows, (row) => row.cui);

/** Removes the key: branches are rendered with all their columns. */
const without = <R extends { firm: number }>(rows: R[] | undefined): Omit<R, 'firm'>[] =>
  (rows ?? []).map(({ firm, ...row }) => row);

const SAMPLE_DOCUMENTS = 500; // evenly spaced; an error of the renderer shows in the first few

let validate: ValidateFunction | undefined;

export async function checkDocuments(db: Database, parts: readonly Part[]): Promise<void> {
  const entities = parts.some((part) => part.name === 'entities');
  const expected = await db.one<{ companies: number }>(
    `select count(distinct cui)${entities ? ' + (select count(*) from entity)' : ''} as companies from firm`,
  );
  const documents = await db.one<{ count: number }>('select count(*) as count from document');
  if (documents?.count !== expected?.companies)
    throw new Error(`${expected?.companies} fiscal codes are known, but ${documents?.count} have a document.`);

  validate ??= new Ajv({ allErrors: true, strict: false }).compile(Company);
  const isCompany = validate;
  for await (const { cui, body } of sample(db, documents?.count ?? 0)) {
    if (isCompany(JSON.parse(Buffer.from(body).toString()))) continue;
    const [problem] = isCompany.errors ?? [];
    throw new Error(
      `The document of ${cui} is not of the promised shape: ${problem?.instancePath} ${problem?.message}.`,
    );
  }
}

async function* sample(db: Database, count: number): AsyncGenerator<{ cui: number; body: Uint8Array }> {
  const range = await db.one<{ first: number; last: number }>(
    'select min(cui) as first, max(cui) as last from document',
  );
  if (count === 0 || range === null) return;
  const stride = Math.max(1, Math.floor((range.last - range.first) / SAMPLE_DOCUMENTS));
  for (let from = range.first; from <= range.last; from += stride) {
    const row = await db.one<{ cui: number; body: Uint8Array }>(
      'select cui, body from document where cui >= $1 order by cui limit 1',
      [from],
    );
    if (row) yield row;
  }
}
