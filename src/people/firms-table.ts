/** Officers, shareholders and the firms they tie together: every list in the order of the firms' rank, so that it can stop early. */
import { type ListedCompany, listedColumns } from '#base/company-row.ts';
import type { Database } from '#store/database.ts';
import { bytewise } from '#store/ddl.ts';
import { CROWD_MAX } from './tables.ts';

export interface OfficerOfFirm {
  person_id: string;
  name: string;
  title: string | null;
  kind: 'person' | 'company';
  cui: number | null;
}

export interface FirmListRow extends ListedCompany {
  rank: number;
  firm_id: number | null;
}

export const firmColumns = ['rank', 'firm_id', ...listedColumns].map((column) => `l.${column}`).join(', ');

/** `$1, $2, $3`, from `first` on. */
export const placeholders = (count: number, first = 1): string =>
  Array.from({ length: count }, (_, i) => `$${first + i}`).join(', ');

/** Ids per query: far under the engines' limits, and few different statement texts. */
const CHUNK = 200;

/** Officers and shareholders of one firm that are looked at: the largest boards have some dozens. */
const HOLDERS_MAX = 200;

export const officersOf = (db: Database, firmId: number): Promise<OfficerOfFirm[]> =>
  db.all<OfficerOfFirm>(
    `select person_id, name, title, kind, cui from officer where firm_id = $1 order by id limit ${HOLDERS_MAX}`,
    [firmId],
  );

export interface HolderOfFirm {
  person_id: string;
  name: string;
  kind: 'person' | 'company';
  holder_cui: number | null;
}

export const holdersOf = (db: Database, cui: string): Promise<HolderOfFirm[]> =>
  db.all<HolderOfFirm>(
    `select person_id, name, kind, holder_cui from shareholder where cui = $1 
     order by percent desc nulls last, sort_key, person_id ${bytewise[db.engine]} limit ${HOLDERS_MAX}`,
    [Number(cui)],
  );

export interface RoleInFirm {
  /** Rank of the firm. */
  firm: number;
  /** Null where no person ties. */
  person_id: string | null;
  title: string | null;
}

/** Crossed, not joined: SQLite keeps the order of a cross join, walks the firms by rank and stops early; it would sort them all else. */
const IN_ORDER = 'cross join person_firm pf cross join listing l';
const LISTED = 'pf.person = p.rank and l.rank = pf.firm';

/** The first firms in which these persons are officers, `limit` in all; every person is heard. */
export const firmsOfOfficers = (db: Database, ids: readonly string[], limit: number): Promise<RoleInFirm[]> =>
  shared(db, ids, limit, (id, most) =>
    db.all<RoleInFirm>(
      `select pf.firm, p.id as person_id, o.title from person p ${IN_ORDER}
       cross join officer o where p.id = $1 and ${LISTED} and o.person_id = p.id and o.firm_id = l.firm_id
       order by pf.firm limit $2`,
      [id, most],
    ),
  );

/** The first firms in which these persons hold shares, as above. */
export const firmsOfHolders = (db: Database, ids: readonly string[], limit: number): Promise<RoleInFirm[]> =>
  shared(db, ids, limit, (id, most) =>
    db.all<RoleInFirm>(
      `select pf.firm, p.id as person_id, null as title from person p ${IN_ORDER}
       where p.id = $1 and ${LISTED}
         and exists (select 1 from shareholder s where s.person_id = p.id and s.cui = l.cui)
       order by pf.firm limit $2`,
      [id, most],
    ),
  );

/** Even when others used up the limit, so many firms of a person are seen. */
const EACH_MIN = 10;

/** Those with few firms first, so that one with thousands does not push the others out. */
async function shared(
  db: Database,
  ids: readonly string[],
  limit: number,
  read: (id: string, most: number) => Promise<RoleInFirm[]>,
): Promise<RoleInFirm[]> {
  if (ids.length === 0) return [];
  const persons = await db.all<{ id: string }>(
    `select id from person where id in (${placeholders(ids.length)}) order by companies, rank`,
    ids,
  );
  const rows: RoleInFirm[] = [];
  for (const { id } of persons) rows.push(...(await read(id, Math.max(EACH_MIN, limit - rows.length))));
  return rows;
}

/** Firms of which a company, which is no person, holds shares under this id. */
export const firmsOfCompany = (db: Database, companyId: string, limit: number): Promise<RoleInFirm[]> =>
  db.all<RoleInFirm>(
    `select l.rank as firm, s.person_id, null as title from shareholder s join listing l on l.cui = s.cui where s.person_id = $1 order by l.rank limit ${limit}`,
    [companyId],
  );

/** Firms of which a company holds shares by its fiscal code. */
export const firmsOwnedBy = (db: Database, cui: string, limit: number): Promise<RoleInFirm[]> =>
  db.all<RoleInFirm>(
    `select l.rank as firm, null as person_id, null as title from shareholder s join listing l on l.cui = s.cui
     where s.holder_cui = $1 order by l.rank limit ${limit}`,
    [Number(cui)],
  );

export const ownedAmong = (db: Database, cui: string, ranks: readonly number[]): Promise<RoleInFirm[]> =>
  db.all<RoleInFirm>(
    `select l.rank as firm, null as person_id, null as title from shareholder s join listing l on l.cui = s.cui
     where s.holder_cui = $1 and l.rank in (${placeholders(ranks.length, 2)})`,
    [Number(cui), ...ranks],
  );

/** Companies that hold shares of the company. */
export const ownersOf = (db: Database, cui: string): Promise<(RoleInFirm & { name: string })[]> =>
  db.all(
    `select l.rank as firm, l.name, null as person_id, null as title from shareholder s join listing l on l.cui = s.holder_cui
     where s.cui = $1 order by l.rank limit ${HOLDERS_MAX}`,
    [Number(cui)],
  );

/** Whether companies operate, as far as the lists know them. */
export async function activeByCui(db: Database, cuis: readonly number[]): Promise<Map<number, boolean>> {
  if (cuis.length === 0) return new Map();
  const rows = await db.all<{ cui: number; active: number }>(
    `select cui, active from listing where active is not null and cui in (${placeholders(cuis.length)}) order by rank desc`,
    cuis,
  );
  return new Map(rows.map((row) => [row.cui, row.active === 1]));
}

/** The first firms at an address; of a crowded one they were picked when the generation was made. */
export async function firmsAtAddress(db: Database, addressKey: string): Promise<RoleInFirm[]> {
  const crowd = await db.all<RoleInFirm>(
    `select firm, null as person_id, null as title from crowded_address where address_key = $1 order by firm limit ${CROWD_MAX + 1}`,
    [addressKey],
  );
  if (crowd.length > 0) return crowd;
  return db.all<RoleInFirm>(
    `select l.rank as firm, null as person_id, null as title from firm f join listing l on l.firm_id = f.id
     where f.address_key = $1 order by l.rank limit ${CROWD_MAX + 1}`,
    [addressKey],
  );
}

/** Which of these firms the persons are officers of. */
export const officersAmong = (db: Database, ids: readonly string[], ranks: readonly number[]): Promise<RoleInFirm[]> =>
  inChunks(ranks, (some) =>
    db.all<RoleInFirm>(
      `select l.rank as firm, o.person_id, o.title from listing l cross join officer o
       where l.rank in (${placeholders(some.length)}) and o.firm_id = l.firm_id and o.person_id in (${placeholders(ids.length, some.length + 1)})`,
      [...some, ...ids],
    ),
  );

/** Which of these firms they hold shares of. */
export const holdersAmong = (db: Database, ids: readonly string[], ranks: readonly number[]): Promise<RoleInFirm[]> =>
  inChunks(ranks, (some) =>
    db.all<RoleInFirm>(
      `select l.rank as firm, s.person_id, null as title from listing l cross join shareholder s
       where l.rank in (${placeholders(some.length)}) and s.cui = l.cui and s.person_id in (${placeholders(ids.length, some.length + 1)})`,
      [...some, ...ids],
    ),
  );

/** Which of these firms are at the address. */
export const addressAmong = (db: Database, addressKey: string, ranks: readonly number[]): Promise<RoleInFirm[]> =>
  inChunks(ranks, (some) =>
    db.all<RoleInFirm>(
      `select l.rank as firm, null as person_id, null as title from listing l cross join firm f
       where l.rank in (${placeholders(some.length)}) and f.id = l.firm_id and f.address_key = $${some.length + 1}`,
      [...some, addressKey],
    ),
  );

/** Firms as list rows, in the order of their rank. */
export const firmsByRank = (db: Database, ranks: readonly number[]): Promise<FirmListRow[]> =>
  inChunks(
    ranks.toSorted((a, b) => a - b),
    (some) =>
      db.all<FirmListRow>(
        `select ${firmColumns} from listing l where l.rank in (${placeholders(some.length)}) order by l.rank`,
        some,
      ),
  );

async function inChunks<Row>(
  ranks: readonly number[],
  read: (some: readonly number[]) => Promise<Row[]>,
): Promise<Row[]> {
  const rows: Row[] = [];
  for (let at = 0; at < ranks.length; at += CHUNK) rows.push(...(await read(ranks.slice(at, at + CHUNK))));
  return rows;
}
