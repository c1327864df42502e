/** Roles of a person by firm, page by page, the largest firms first. */
import type { Database } from '#data/store/database.ts';
import { type FirmListRow, firmColumns, placeholders } from './firms-table.ts';

/** Firms of a person after a rank. */
export const firmsOfPerson = (db: Database, person: number, above: number, limit: number): Promise<FirmListRow[]> =>
  db.all<FirmListRow>(
    `select ${firmColumns} from person_firm pf join listing l on l.rank = pf.firm
     where pf.person = $1 and pf.firm > $2 order by pf.firm limit ${limit}`,
    [person, above],
  );

export interface OfficeRow {
  firm_id: number;
  title: string | null;
  /** Legal form of the firm. */
  form: string | null;
  since: string | null;
}

/** Offices of a person in these firms, without the file's duplicates. */
export async function officesOf(db: Database, personId: string, firms: readonly FirmListRow[]): Promise<OfficeRow[]> {
  const ids = firms.flatMap((firm) => firm.firm_id ?? []);
  if (ids.length === 0) return [];
  return db.all<OfficeRow>(
    `select o.firm_id, o.title, f.legal_form as form, min(s.since) as since from officer o
     join firm f on f.id = o.firm_id
     left join officer_since s on s.registration_number = f.registration_number and s.person_id = o.person_id
       and s.title is not distinct from o.title
     where o.person_id = $1 and o.firm_id in (${placeholders(ids.length, 2)})
     group by o.firm_id, o.title, f.legal_form order by min(o.id)`,
    [personId, ...ids],
  );
}

export interface ShareRow {
  cui: number;
  since: string | null;
  /** Hundredths of a percent; null where the list has none. */
  percent: number | null;
}

export async function sharesOf(db: Database, personId: string, firms: readonly FirmListRow[]): Promise<ShareRow[]> {
  const cuis = firms.flatMap((firm) => firm.cui ?? []);
  if (cuis.length === 0) return [];
  return db.all(
    `select cui, min(since) as since, sum(percent) as percent from shareholder where person_id = $1 and cui in (${placeholders(cuis.length, 2)}) group by cui`,
    [personId, ...cuis],
  );
}

export interface FormerRoleRow {
  cui: number | null;
  name: string;
  active: number | null;
  title: string | null;
  form: string | null;
  until: string;
}

/** Newest first. */
export const formerRolesOf = (db: Database, person: number, limit: number): Promise<FormerRoleRow[]> =>
  db.all<FormerRoleRow>(
    `select l.cui, l.name, l.active, r.title, l.legal_form as form, r.until from former_role r join listing l on l.rank = r.firm
     where r.person = $1 order by r.until desc, r.firm limit ${limit}`,
    [person],
  );
