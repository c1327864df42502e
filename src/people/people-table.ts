/** Officers, shareholders and the firms they tie together. */
import type { Database } from '#store/database.ts';

export interface OfficerOfFirm {
  person_id: string;
  name: string;
  title: string | null;
  kind: 'person' | 'company';
  cui: number | null;
}

export interface FirmListRow {
  id: number;
  cui: number | null;
  name: string;
  county: string | null;
  locality: string | null;
  legal_form: string | null;
  /** Status codes, joined by commas. */
  statuses: string | null;
  year: number | null;
  caen: string | null;
  turnover: number | null;
  employees: number | null;
}

/** `$1, $2, $3`, from `first` on. */
const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Ids per query: far under the engines' limits, and few different statement texts. */
const CHUNK = 200;

export const officersOf = (db: Database, firmId: number): Promise<OfficerOfFirm[]> =>
  db.all<OfficerOfFirm>('select person_id, name, title, kind, cui from officer where firm_id = $1 order by id', [
    firmId,
  ]);

export interface HolderOfFirm {
  person_id: string;
  name: string;
  kind: 'person' | 'company';
  holder_cui: number | null;
}

export const holdersOf = (db: Database, cui: string): Promise<HolderOfFirm[]> =>
  db.all<HolderOfFirm>(
    'select person_id, name, kind, holder_cui from shareholder where cui = $1 order by percent desc, name',
    [Number(cui)],
  );

export interface PersonFirm {
  firm_id: number;
  person_id: string;
  title: string | null;
}

/** Firms of each person, at most `limit` in all. */
export async function firmsOfPersons(db: Database, persons: readonly string[], limit: number): Promise<PersonFirm[]> {
  if (persons.length === 0) return [];
  return db.all<PersonFirm>(
    `select firm_id, person_id, title from officer where person_id in (${placeholders(persons.length)}) order by person_id, firm_id limit ${limit}`,
    persons,
  );
}

export async function firmsOfHolders(
  db: Database,
  persons: readonly string[],
  limit: number,
): Promise<{ firm_id: number; person_id: string }[]> {
  if (persons.length === 0) return [];
  return db.all(
    `select f.id as firm_id, s.person_id from shareholder s join firm f on f.cui = s.cui
     where s.person_id in (${placeholders(persons.length)}) order by s.person_id, f.id limit ${limit}`,
    persons,
  );
}

export const firmsAtAddress = (db: Database, addressKey: string, limit: number): Promise<{ firm_id: number }[]> =>
  db.all(`select id as firm_id from firm where address_key = $1 order by id limit ${limit}`, [addressKey]);

/** Firms as list rows, with their newest balance sheet. */
export async function firmsByIds(db: Database, ids: readonly number[]): Promise<FirmListRow[]> {
  const rows: FirmListRow[] = [];
  for (let at = 0; at < ids.length; at += CHUNK) {
    const some = ids.slice(at, at + CHUNK);
    rows.push(
      ...(await db.all<FirmListRow>(
        `select f.id, f.cui, f.name, f.county, f.locality, f.legal_form, b.year, b.caen, b.turnover, b.employees,
           (select string_agg(s.code, ',') from firm_status s where s.firm_id = f.id) as statuses
         from firm f
         left join balance b on b.cui = f.cui and b.year = (select max(n.year) from balance n where n.cui = f.cui)
         where f.id in (${placeholders(some.length)})`,
        some,
      )),
    );
  }
  return rows;
}
