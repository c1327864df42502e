/**
 * What ties a company to others: the persons and companies that are its officers or hold its shares, in whatever role they stand
 * elsewhere, those companies themselves, and the firms that it runs or owns. Lists and pictures are made of the same ties. Roles that
 * are no tie (base/officer-roles.ts) lead to firms that are kept apart.
 */

import { isLoaded } from '#api/provenance.ts';
import type { Dataset } from '#data/store/dataset.ts';
import { isTying, type Role as RoleCode, roleOf } from '#lib/values/officer-roles.ts';
import { listedByCui } from './firms-table.ts';
import {
  firstHolders,
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

/** The company itself, as far as ties go. */
export interface Tied {
  cui: string;
  name: string;
  firm: {
    id: number;
    address_key: string | null;
    street: string | null;
    number: string | null;
    locality: string | null;
  } | null;
}

export interface Role {
  kind: RoleCode;
  /** As registered, of officers. */
  title: string | null;
  /** Whether it ties companies. */
  isTying: boolean;
  /** Of shareholders: hundredths of a percent, where known. */
  percent: number | null;
}

/** A person or company that stands in the company: as an officer, as a shareholder, or because it is the company. */
export interface Holder {
  key: string;
  kind: 'person' | 'company';
  /** Of persons. */
  personId: string | null;
  /** Of companies, where known. */
  cui: number | null;
  name: string;
  /** In the company; none where it is the company itself. */
  roles: Role[];
}

export interface Tie extends Role {
  /** Rank of the firm that it leads to. */
  firm: number;
  holder: Holder;
  /** The firm is the holder itself, and the role is the one that it has in the company. */
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
  /** Somebody stands in more firms than were looked at. */
  truncated: boolean;
  /** Ranks of firms that roles lead to which are no tie; others may tie them. */
  apart: ReadonlySet<number>;
  /** There are more of those than had their ties read. */
  apartTruncated: boolean;
}

interface Bounds {
  /** Firms in all. */
  limit: number;
  /** Whether firms to which roles lead that are no tie are looked for, too: all are counted, the ties of the first are read. */
  withApart: boolean;
}

/** Firms kept apart that are counted of each holder: the busiest practices have some thousands. */
const APART_MAX = 10_000;

/** Even when others used up the limit, so many firms of each are seen. */
const EACH_MIN = 10;

/** Where somebody stands in more of them, the first listed are taken; every role in those is told. */
export async function tiesOf(
  company: Tied,
  dataset: Dataset,
  hidden: ReadonlySet<string>,
  { limit, withApart }: Bounds,
): Promise<Ties> {
  const { db } = dataset;
  const self: Holder = { ...nameless(company.cui, company.name), cui: Number(company.cui) };
  const { holders, truncated } = await holdersOf(company, dataset, hidden);
  holders.delete(self.key);
  const isTied = (one: Holder): boolean => one === self || one.roles.some((role) => role.isTying);
  const [tied, others] = [
    [self, ...holders.values()].filter(isTied),
    [...holders.values()].filter((one) => !isTied(one)),
  ];
  const led = await firmsOf(tied, dataset, 'tied', limit);
  const all = new Map([[self.key, self], ...holders]);
  const sought = {
    ids: [...holders.values()].flatMap((one) => (one.cui === null ? one.key : [])),
    cuis: [...all.values()].flatMap((one) => one.cui ?? []),
  };
  const listed = await listedByCui(
    db,
    [...holders.values()].flatMap((one) => one.cui ?? []),
  );
  const owners = new Map(listed.map((row) => [String(row.cui), row.rank]));
  const apart = new Set(others.flatMap((one) => owners.get(one.key) ?? []));
  if (withApart)
    for (const [of, some] of [['apart', tied] as const, ['all', others] as const])
      for (const rank of (await firmsOf(some, dataset, of, APART_MAX)).ranks) apart.add(rank);
  const read = withApart ? [...apart].toSorted((a, b) => a - b).slice(0, limit) : [];
  const ranks = [...new Set([...led.ranks, ...owners.values(), ...read])];
  const ties: Tie[] = [];
  const push = (tie: Tie): void => {
    if (tie.isTying || withApart) ties.push(tie);
  };
  const add = (rows: readonly RoleRow[], source: Source): void => {
    for (const row of rows) {
      const holder = all.get(keyOf(row, source) ?? '');
      if (!holder) continue;
      const role = source(row);
      // Whoever only liquidates the company ties it to nothing, whatever they are elsewhere: what they are here says why.
      const stated = isTied(holder) || !role.isTying ? role : (holder.roles[0] ?? role);
      push({ ...stated, firm: row.firm, holder, direct: false });
    }
  };
  add(await officesAmong(db, sought, ranks), ofOfficer);
  if (isLoaded(dataset, 'shareholders')) add(await sharesAmong(db, sought, ranks), ofShareholder);
  for (const holder of holders.values()) {
    const firm = owners.get(holder.key);
    if (firm !== undefined) for (const role of holder.roles) push({ ...role, firm, holder, direct: true });
  }
  const apartTruncated = withApart && apart.size > read.length;
  return { holders: [...all.values()], ties, truncated: truncated || led.truncated, apart, apartTruncated };
}

const nameless = (key: string, name: string): Holder => ({
  key,
  kind: 'company',
  personId: null,
  cui: null,
  name,
  roles: [],
});

/** A company is known by its fiscal code. A holder without one is known by its name, an officer without one by nothing. */
function keyOf(
  { kind, cui, person_id }: Omit<HolderRow, 'name' | 'title' | 'form' | 'percent'>,
  source: Source,
): string | null {
  if (kind === 'person') return person_id;
  if (cui !== null) return String(cui);
  return source === ofShareholder ? person_id : null;
}

/** By key; a company that is officer under a name which leads nowhere has a key that is nobody's. */
async function holdersOf({ cui, firm }: Tied, dataset: Dataset, hidden: ReadonlySet<string>) {
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

/** Those with few firms first, so that one with thousands does not push the others out. */
async function firmsOf(holders: readonly Holder[], { db }: Dataset, of: Which, limit: number) {
  const ids = holders.flatMap((one) => one.personId ?? []);
  const persons = ids.length > 0 ? await personsByFirms(db, ids) : [];
  const lists = persons.map(({ rank, run }) => ({
    firms: run,
    read: (most: number) => ranksOfPerson(db, rank, of, most),
  }));
  for (const { kind, key } of holders)
    if (kind === 'company') {
      const first = await ranksOfCompany(db, key, of, limit + 1);
      lists.push({ firms: first.length, read: async (most) => first.slice(0, most) });
    }
  const ranks = new Set<number>();
  let truncated = false;
  for (const { read } of lists.toSorted((a, b) => a.firms - b.firms)) {
    const most = Math.max(EACH_MIN, limit - ranks.size);
    const rows = await read(most + 1);
    truncated ||= rows.length > most;
    for (const { firm } of rows.slice(0, most)) ranks.add(firm);
  }
  return { ranks, truncated };
}
