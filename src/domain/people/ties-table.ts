/** Officers and shareholders of a firm, and the firms of a person or a company; by rank, so that reading stops early. */
import type { Database, Value } from '#data/store/database.ts';
import { bytewise } from '#data/store/ddl.ts';
import { inChunks, placeholders } from './firms-table.ts';

/** An office or a share in a firm, as its source states it. */
export interface HolderRow {
  person_id: string;
  name: string;
  /** Null for shares, and for offices without a title. */
  title: string | null;
  /** Legal form of the officer's firm. */
  form?: string | null;
  kind: 'person' | 'company';
  /** Of companies, where known. */
  cui: number | null;
  /** Of a share: hundredths of a percent of the capital; null where the list has none. */
  percent: number | null;
}

/** Officers and shareholders read per firm: the largest boards have some dozens. */
const HOLDERS_MAX = 200;

export const officersOf = (db: Database, firmId: number): Promise<HolderRow[]> =>
  db.all<HolderRow>(
    `select o.person_id, o.name, o.title, f.legal_form as form, o.kind, o.cui, null as percent
     from officer o join firm f on f.id = o.firm_id where o.firm_id = $1 order by o.id limit ${HOLDERS_MAX + 1}`,
    [firmId],
  );

export const shareholdersOf = (db: Database, cui: string): Promise<HolderRow[]> =>
  db.all<HolderRow>(
    `select person_id, min(name) as name, null as title, kind, holder_cui as cui, sum(percent) as percent from shareholder
     where cui = $1 group by person_id, kind, holder_cui
     order by sum(percent) desc nulls last, min(sort_key), person_id ${bytewise[db.engine]} limit ${HOLDERS_MAX + 1}`,
    [Number(cui)],
  );

export const firstHolders = (rows: readonly HolderRow[]): { rows: HolderRow[]; more: boolean } => ({
  rows: rows.slice(0, HOLDERS_MAX),
  more: rows.length > HOLDERS_MAX,
});

/** Persons by id, with the number of firms that they run. */
export const personsByFirms = (
  db: Database,
  ids: readonly string[],
): Promise<{ id: string; rank: number; run: number }[]> =>
  db.all(`select id, rank, run from person where id in (${placeholders(ids.length)}) order by run, rank`, ids);

/** Firms with a tying role or share, firms without one (lib/values/officer-roles.ts), or all. */
export type Which = 'tied' | 'apart' | 'all';
const which: Record<Which, string> = { tied: ' and ties = 1', apart: ' and ties = 0', all: '' };

/** Ranks of the first firms of a person, by the person's rank. */
export const ranksOfPerson = (db: Database, person: number, of: Which, limit: number): Promise<number[]> =>
  ranks(db, `person_firm where person = $1${which[of]}`, [person, limit]);

/** Ranks of the first firms in which a company is an officer or a shareholder (`company_firm` in tables.ts). */
export const ranksOfCompany = (db: Database, company: string, of: Which, limit: number): Promise<number[]> =>
  ranks(db, `company_firm where company = $1${which[of]}`, [company, limit]);

const ranks = async (db: Database, from: string, params: Value[]): Promise<number[]> =>
  (await db.all<{ firm: number }>(`select firm from ${from} order by firm limit $2`, params)).map(({ firm }) => firm);

/** A firm of a person or a company, by rank. */
export interface HeldFirm {
  firm: number;
  /** 1: with a tying role or share. */
  ties: number;
}

/** All firms of these persons, best rank first; null when all together have more than `most`. */
export const firmsOfPersons = (db: Database, persons: readonly number[], most: number) =>
  heldFirms<number>(db, 'person_firm', 'person', persons, most);

/** The same of companies. */
export const firmsOfCompanies = (db: Database, companies: readonly string[], most: number) =>
  heldFirms<string>(db, 'company_firm', 'company', companies, most);

async function heldFirms<Holder extends number | string>(
  db: Database,
  table: string,
  column: string,
  holders: readonly Holder[],
  most: number,
): Promise<Map<Holder, HeldFirm[]> | null> {
  if (holders.length === 0) return new Map();
  const rows = await db.all<HeldFirm & { holder: Holder }>(
    `select ${column} as holder, firm, ties from ${table} where ${column} in (${placeholders(holders.length)})
     order by ${column}, firm limit ${most + 1}`,
    holders,
  );
  return rows.length > most ? null : Map.groupBy(rows, ({ holder }) => holder);
}

export interface RoleRow extends Omit<HolderRow, 'name'> {
  /** Rank of the firm. */
  firm: number;
}

export interface HolderKeys {
  /** Ids of persons, and of companies without a fiscal code. */
  ids: readonly string[];
  cuis: readonly number[];
}

/** Crossed, not joined: SQLite keeps the order of a cross join and starts at the few firms. */
export const officesAmong = (db: Database, holders: HolderKeys, ranks: readonly number[]): Promise<RoleRow[]> =>
  inChunks(ranks, (some) =>
    db.all<RoleRow>(
      `select l.rank as firm, o.person_id, o.title, l.legal_form as form, o.kind, o.cui, null as percent from listing l cross join officer o
       where l.rank in (${placeholders(some.length)}) and o.firm_id = l.firm_id and ${among(holders, 'o.cui', some.length)} order by o.id`,
      [...some, ...holders.ids, ...holders.cuis],
    ),
  );

export const sharesAmong = (db: Database, holders: HolderKeys, ranks: readonly number[]): Promise<RoleRow[]> =>
  inChunks(ranks, (some) =>
    db.all<RoleRow>(
      `select l.rank as firm, s.person_id, null as title, s.kind, s.holder_cui as cui, sum(s.percent) as percent
       from listing l cross join shareholder s
       where l.rank in (${placeholders(some.length)}) and s.cui = l.cui and ${among(holders, 's.holder_cui', some.length)}
       group by l.rank, s.person_id, s.kind, s.holder_cui
       order by l.rank, sum(s.percent) desc nulls last, min(s.sort_key), s.person_id ${bytewise[db.engine]}`,
      [...some, ...holders.ids, ...holders.cuis],
    ),
  );

/** After `before` other values. The table's alias is that of `cui`. */
function among({ ids, cuis }: HolderKeys, cui: string, before: number): string {
  const person = `${cui.split('.')[0]}.person_id`;
  const either = [
    ...(ids.length > 0 ? [`${person} in (${placeholders(ids.length, before + 1)})`] : []),
    ...(cuis.length > 0 ? [`${cui} in (${placeholders(cuis.length, before + ids.length + 1)})`] : []),
  ];
  return `(${either.join(' or ')})`;
}
