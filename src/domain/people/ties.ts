/**
 * Ties of a company to others: its officers and shareholders with all their roles elsewhere, the companies among them, and the firms
 * that it runs or owns. Lists and graphs use the same ties. Firms that only roles without a tie (lib/values/officer-roles.ts) lead to
 * are separate: they are "apart".
 */

import { isLoaded } from '#api/provenance.ts';
import type { Database } from '#data/store/database.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isTying, type Role as RoleCode, roleOf } from '#lib/values/officer-roles.ts';
import { type ListedCui, listedByCui } from './firms-table.ts';
import {
  firmsOfCompanies,
  firmsOfPersons,
  firstHolders,
  type HeldFirm,
  type HolderRow,
  officersOf,
  officesAmong,
  personsByFirms,
  type RoleRow,
  ranksOfCompany,
  ranksOfPerson,
  shareholdersOf,
  sharesAmong,
  type Which,
} from './ties-table.ts';

export interface TieSubject {
  cui: string;
  name: string;
  firm: {
    id: number;
    address_key: number | null;
    street: string | null;
    number: string | null;
    locality: string | null;
  } | null;
}

export interface Role {
  kind: RoleCode;
  /** As registered, of officers. */
  title: string | null;
  isTying: boolean;
  /** Of shareholders: hundredths of a percent, where known. */
  percent: number | null;
}

/** An officer or shareholder of the company, or the company itself. */
export interface Holder {
  key: string;
  kind: 'person' | 'company';
  /** Of persons. */
  personId: string | null;
  /** Of companies, where known. */
  cui: number | null;
  name: string;
  /** Roles in the company; empty for the company itself. */
  roles: Role[];
}

export interface Tie extends Role {
  /** Rank of the tied firm. */
  firm: number;
  holder: Holder;
  /** The firm is the holder itself, with its role in the company. */
  direct: boolean;
}

const ofOfficer = ({ title, form, percent }: Pick<HolderRow, 'title' | 'form' | 'percent'>): Role => ({
  kind: roleOf(title, form),
  title,
  isTying: isTying(title),
  percent,
});
const ofShareholder = ({ percent }: Pick<HolderRow, 'percent'>): Role => ({
  kind: 'shareholder',
  title: null,
  isTying: true,
  percent,
});
type Source = typeof ofOfficer | typeof ofShareholder;

export interface Ties {
  /** The company itself first. */
  holders: Holder[];
  ties: Tie[];
  /** A holder has more firms than the limit. */
  truncated: boolean;
  /** Ranks of firms with a role that is no tie; another role may tie them. */
  apart: ReadonlySet<number>;
  /** The ties of some of these firms were not read. */
  apartTruncated: boolean;
}

interface Bounds {
  /** Firms in all. */
  limit: number;
  /** Also counts the firms with roles that are no tie, and reads the ties of the first ones. */
  withApart: boolean;
}

/** Apart firms counted per holder: the busiest practices have some thousands. */
const APART_MAX = 10_000;

/** Firms read per holder even when other holders used up the limit. */
const EACH_MIN = 10;

/** A holder with more firms than the limit contributes the first in the listing, with all roles in them. */
export async function tiesOf(
  company: TieSubject,
  dataset: Dataset,
  hidden: ReadonlySet<string>,
  { limit, withApart }: Bounds,
): Promise<Ties> {
  const { db } = dataset;
  const { self, holders, truncated, firms, registrations } = await surroundingsOf(company, dataset, hidden);
  const isTied = (one: Holder): boolean => one === self || one.roles.some((role) => role.isTying);
  const [tied, others] = [
    [self, ...holders.values()].filter(isTied),
    [...holders.values()].filter((one) => !isTied(one)),
  ];
  const tiedFirms = await firmsOf(tied, firms, 'tied', limit);
  const all = new Map([[self.key, self], ...holders]);
  const keys = {
    ids: [...holders.values()].flatMap((one) => (one.cui === null ? one.key : [])),
    cuis: [...all.values()].flatMap((one) => one.cui ?? []),
  };
  const owners = new Map(registrations.map((row) => [String(row.cui), row.rank]));
  const apart = new Set(others.flatMap((one) => owners.get(one.key) ?? []));
  if (withApart)
    for (const [of, some] of [['apart', tied] as const, ['all', others] as const])
      for (const rank of (await firmsOf(some, firms, of, APART_MAX)).ranks) apart.add(rank);
  const read = withApart ? [...apart].toSorted((a, b) => a - b).slice(0, limit) : [];
  const ranks = [...new Set([...tiedFirms.ranks, ...owners.values(), ...read])];
  const ties: Tie[] = [];
  const push = (tie: Tie): void => {
    if (tie.isTying || withApart) ties.push(tie);
  };
  const add = (rows: readonly RoleRow[], source: Source): void => {
    for (const row of rows) {
      const holder = all.get(keyOf(row, source) ?? '');
      if (!holder) continue;
      const role = source(row);
      // A holder without a tying role in the company ties it to no firm, whatever the role there.
      const stated = isTied(holder) || !role.isTying ? role : (holder.roles[0] ?? role);
      push({ ...stated, firm: row.firm, holder, direct: false });
    }
  };
  add(await officesAmong(db, keys, ranks), ofOfficer);
  if (isLoaded(dataset, 'shareholders')) add(await sharesAmong(db, keys, ranks), ofShareholder);
  for (const holder of holders.values()) {
    const firm = owners.get(holder.key);
    if (firm !== undefined) for (const role of holder.roles) push({ ...role, firm, holder, direct: true });
  }
  const apartTruncated = withApart && apart.size > read.length;
  return { holders: [...all.values()], ties, truncated: truncated || tiedFirms.truncated, apart, apartTruncated };
}

interface Surroundings {
  self: Holder;
  /** By key, without the company itself. */
  holders: ReadonlyMap<string, Holder>;
  truncated: boolean;
  firms: FirmLists;
  /** Of the holders that are companies, the best rank last. */
  registrations: readonly ListedCui[];
}

const surroundings = new WeakMap<
  TieSubject,
  { dataset: Dataset; hidden: ReadonlySet<string>; read: Promise<Surroundings> }
>();

/** A page of a company shows its list and its graph: both read this once. */
function surroundingsOf(company: TieSubject, dataset: Dataset, hidden: ReadonlySet<string>): Promise<Surroundings> {
  const known = surroundings.get(company);
  if (known?.dataset === dataset && known.hidden === hidden) return known.read;
  const read = readSurroundings(company, dataset, hidden);
  surroundings.set(company, { dataset, hidden, read });
  return read;
}

async function readSurroundings(
  company: TieSubject,
  dataset: Dataset,
  hidden: ReadonlySet<string>,
): Promise<Surroundings> {
  const { db } = dataset;
  const { cui, name } = company;
  const self: Holder = { key: cui, kind: 'company', personId: null, cui: Number(cui), name, roles: [] };
  const { holders, truncated } = await holdersOf(company, dataset, hidden);
  holders.delete(self.key);
  const all = [self, ...holders.values()];
  const codes = [...holders.values()].flatMap((one) => one.cui ?? []);
  return {
    self,
    holders,
    truncated,
    firms: await firmLists(all, db),
    registrations: await listedByCui(db, codes),
  };
}

/** A company's key is its fiscal code. Without one a shareholder's key is the id of its name, and an officer has no key. */
function keyOf(
  { kind, cui, person_id }: Omit<HolderRow, 'name' | 'title' | 'form' | 'percent'>,
  source: Source,
): string | null {
  if (kind === 'person') return person_id;
  if (cui !== null) return String(cui);
  return source === ofShareholder ? person_id : null;
}

/** By key; an officer company without a fiscal code has a key that matches no row. */
async function holdersOf({ cui, firm }: TieSubject, dataset: Dataset, hidden: ReadonlySet<string>) {
  const { db } = dataset;
  const officers = firstHolders(firm ? await officersOf(db, firm.id) : []);
  const owners = firstHolders(isLoaded(dataset, 'shareholders') ? await shareholdersOf(db, cui) : []);
  const holders = new Map<string, Holder>();
  const add = (rows: readonly HolderRow[], source: Source): void => {
    for (const row of rows) {
      if (hidden.has(row.person_id)) continue;
      const key = keyOf(row, source) ?? `${UNKNOWN} ${row.person_id}`;
      const { kind, cui, name } = row;
      const personId = kind === 'person' ? row.person_id : null;
      const one = holders.getOrInsertComputed(key, () => ({ key, kind, personId, cui, name, roles: [] }));
      one.roles.push(source(row));
    }
  };
  add(officers.rows, ofOfficer);
  add(owners.rows, ofShareholder);
  return { holders, truncated: officers.more || owners.more };
}

const UNKNOWN = 'unknown';

/** The firms of each holder, best rank first. */
interface FirmLists {
  /** By number of firms that they run. */
  persons: readonly { id: string; run: number; rank: number }[];
  ofPerson(rank: number, of: Which, most: number): Promise<number[]>;
  ofCompany(key: string, of: Which, most: number): Promise<number[]>;
}

/** Firms of all holders together that are read at once: few have more. */
const AT_ONCE = 300;

async function firmLists(holders: readonly Holder[], db: Database): Promise<FirmLists> {
  const ids = holders.flatMap((one) => one.personId ?? []);
  const persons = ids.length > 0 ? await personsByFirms(db, ids) : [];
  const companies = holders.flatMap(({ kind, key }) => (kind === 'company' ? [key] : []));
  const ofPersons = await firmsOfPersons(
    db,
    persons.map(({ rank }) => rank),
    AT_ONCE,
  );
  const ofCompanies = await firmsOfCompanies(db, companies, AT_ONCE);
  const among = (rows: readonly HeldFirm[], of: Which, most: number): number[] =>
    rows
      .filter(({ ties }) => of === 'all' || (ties === 1) === (of === 'tied'))
      .slice(0, most)
      .map(({ firm }) => firm);
  return {
    persons,
    ofPerson: async (rank, of, most) =>
      ofPersons ? among(ofPersons.get(rank) ?? [], of, most) : ranksOfPerson(db, rank, of, most),
    ofCompany: async (key, of, most) =>
      ofCompanies ? among(ofCompanies.get(key) ?? [], of, most) : ranksOfCompany(db, key, of, most),
  };
}

/** Holders with few firms come first, so that one with thousands does not use up the limit. */
async function firmsOf(holders: readonly Holder[], firms: FirmLists, of: Which, limit: number) {
  const ids = new Set(holders.map((one) => one.personId));
  const lists = firms.persons
    .filter(({ id }) => ids.has(id))
    .map(({ rank, run }) => ({ firms: run, read: (most: number) => firms.ofPerson(rank, of, most) }));
  for (const { kind, key } of holders)
    if (kind === 'company') {
      const first = await firms.ofCompany(key, of, limit + 1);
      lists.push({ firms: first.length, read: async (most) => first.slice(0, most) });
    }
  const ranks = new Set<number>();
  let truncated = false;
  for (const { read } of lists.toSorted((a, b) => a.firms - b.firms)) {
    const most = Math.max(EACH_MIN, limit - ranks.size);
    const found = await read(most + 1);
    truncated ||= found.length > most;
    for (const firm of found.slice(0, most)) ranks.add(firm);
  }
  return { ranks, truncated };
}
