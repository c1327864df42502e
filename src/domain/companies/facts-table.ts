/** Reads the facts of one company out of a generation. The build reads the same rows for all companies in one pass. */
import type { Database } from '#data/store/database.ts';
import type { Dataset, Part } from '#data/store/dataset.ts';
import { bytewise } from '#data/store/ddl.ts';
import type {
  ActivityRow,
  BranchRow,
  CompanyFacts,
  DebtRow,
  FirmRow,
  FormerNameRow,
  Names,
  OfficerRow,
  OfficerSinceRow,
  RegistryFacts,
  ShareholderRow,
  StatusChangeRow,
} from './facts.ts';

/** The firm that holds a fiscal code. After a re-registration two rows share it: the one not struck off speaks, else the newest. */
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

/** Of a page of firms at once, by their ids, in the order of the codes. */
export async function statusesOfFirms(db: Database, firmIds: readonly number[]): Promise<Map<number, string[]>> {
  if (firmIds.length === 0) return new Map();
  const rows = await db.all<{ firm_id: number; code: string }>(
    `select firm_id, code from firm_status where firm_id in (${firmIds.map((_, i) => `$${i + 1}`).join(', ')}) order by code`,
    firmIds,
  );
  const byFirm = Map.groupBy(rows, ({ firm_id }) => firm_id);
  return new Map([...byFirm].map(([id, own]) => [id, own.map(({ code }) => code)]));
}

/** By fiscal code: what the firm that holds it, as above, is authorised for. */
export async function authorisedActivities(db: Database, cuis: readonly string[]): Promise<Map<number, ActivityRow[]>> {
  if (cuis.length === 0) return new Map();
  const rows = await db.all<ActivityRow & { cui: number; firm_id: number; struck_off: boolean | number }>(
    `select f.cui, f.id as firm_id, a.code, a.revision,
       exists (select 1 from firm_status s where s.firm_id = f.id and s.code = '1084') as struck_off
     from firm f left join firm_activity a on a.firm_id = f.id where f.cui in (${cuis.map((_, i) => `$${i + 1}`).join(', ')})`,
    cuis.map(Number),
  );
  const speaking = rows.toSorted((a, b) => Number(a.struck_off) - Number(b.struck_off) || b.firm_id - a.firm_id);
  return new Map(
    [...Map.groupBy(speaking, ({ cui }) => cui)].map(([cui, [first, ...others]]) => [
      cui,
      [first, ...others].flatMap((row) =>
        row && row.firm_id === first?.firm_id && row.code !== null ? { code: row.code, revision: row.revision } : [],
      ),
    ]),
  );
}

async function readRegistry(db: Database, firm: FirmRow): Promise<RegistryFacts> {
  const [statuses, statusChanges, activities, officers, branches, formerNames, officersSince] = await Promise.all([
    statusesOf(db, firm.id),
    db.all<StatusChangeRow>(
      "select day, before, after from firm_event where registration_number = $1 and kind = 'status'",
      [firm.registration_number],
    ),
    db.all<ActivityRow>('select code, revision from firm_activity where firm_id = $1 order by revision desc, code', [
      firm.id,
    ]),
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
  return { firm, statuses, statusChanges, activities, officers, officersSince, branches, formerNames };
}

/** Null when no part of the dataset knows the fiscal code. `fiscal` is left to the caller, who knows what was observed live. */
export async function readFacts({ db, manifest }: Dataset, cui: string): Promise<Omit<CompanyFacts, 'fiscal'> | null> {
  const loaded = (name: string): boolean => manifest.parts.some((part) => part.name === name);
  const [firm, filedActivity, shareholders, debt] = await Promise.all([
    firmByCui(db, cui),
    loaded('finances') ? filed(db, cui) : null,
    loaded('shareholders') ? holders(db, cui) : null,
    debtOf({ db, manifest }, cui),
  ]);
  if (!firm && !filedActivity && !shareholders?.length && !debt) return null;
  return { cui, registry: firm ? await readRegistry(db, firm) : null, shareholders, debt, filedActivity };
}

/** Undefined when no list of debts is loaded; null when the company is not on it. */
export const debtOf = async ({ db, manifest }: FactsSource, cui: string): Promise<DebtRow | null | undefined> =>
  manifest.parts.some(({ name }) => name === 'debts')
    ? db.one<DebtRow>('select total, as_of from debt where cui = $1', [Number(cui)])
    : undefined;

const filed = (db: Database, cui: string): Promise<ActivityRow | null> =>
  db.one<ActivityRow>(
    'select caen as code, caen_revision as revision from balance where cui = $1 and caen is not null and caen_revision is not null order by year desc limit 1',
    [Number(cui)],
  );

const holders = (db: Database, cui: string): Promise<ShareholderRow[]> =>
  db.all<ShareholderRow>(
    `select person_id, name, kind, holder_cui, percent, since from shareholder where cui = $1
     order by percent desc nulls last, sort_key, person_id ${bytewise[db.engine]}`,
    [Number(cui)],
  );

interface FactsSource {
  db: Database;
  manifest: { parts: readonly Part[] };
}

const names = new WeakMap<Dataset, Promise<Names>>();

/** The nomenclatures of a generation, a few thousand short texts: read once and kept as long as the generation is. */
export const namesOf = (dataset: Dataset): Promise<Names> =>
  names.getOrInsertComputed(dataset, () =>
    readNames(dataset).catch((error) => {
      // The next one who asks reads again.
      names.delete(dataset);
      throw error;
    }),
  );

/** A build reads them before it has a manifest: the parts will do. */
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
    asOf: { registry: asOf('registry'), shareholders: asOf('shareholders'), debts: asOf('debts') },
  };
}
