/** Companies tied to a company by a person, a shareholder or an address. Bounded: an officer may run 5,000 firms, an address hold 20,000. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { isLoaded } from '#operations/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import {
  addressAmong,
  type FirmListRow,
  firmsAtAddress,
  firmsByRank,
  firmsOfCompany,
  firmsOfHolders,
  firmsOfOfficers,
  firmsOwnedBy,
  holdersAmong,
  holdersOf,
  officersAmong,
  officersOf,
  ownedAmong,
  ownersOf,
  type RoleInFirm,
} from './firms-table.ts';
import { CROWD_MAX } from './tables.ts';

export const Via = Type.Object(
  {
    kind: oneOf(['administrator', 'shareholder', 'address'], 'What they share.'),
    personId: orNull(Type.String(), 'The person, for administrators and shareholders.'),
    name: orNull(Type.String(), 'Name of the person or company that ties them.'),
    address: orNull(Type.String(), 'The shared address.'),
  },
  { ...closed, title: 'Via' },
);
export type Via = Static<typeof Via>;

export interface RelatedFirm {
  firm: FirmListRow;
  via: Via[];
}

export interface RelatedFirms {
  /** Strongest tie first: by number of shared people, then by turnover. */
  firms: RelatedFirm[];
  truncated: boolean;
}

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

/** One way in which firms are tied: those it leads to first, and which of some firms it leads to. */
interface Ties {
  first: RoleInFirm[];
  among(ranks: readonly number[]): Promise<RoleInFirm[]>;
  via(row: RoleInFirm): Via | null;
}

/** Where a tie leads to more firms than are looked at, it is still told of every firm that another tie leads to. */
export async function relatedTo(company: Tied, dataset: Dataset, hidden: ReadonlySet<string>): Promise<RelatedFirms> {
  const { db } = dataset;
  const kinds = await tiesOf(company, dataset, hidden);
  const ranks = [...new Set(kinds.flatMap(({ first }) => first.slice(0, CROWD_MAX).map((row) => row.firm)))];
  const ties = new Map<number, Via[]>();
  for (const { first, among, via } of kinds)
    for (const row of first.length > CROWD_MAX ? await among(ranks) : first) {
      const one = via(row);
      if (one) ties.getOrInsertComputed(row.firm, () => []).push(one);
    }
  const rows = (await firmsByRank(db, ranks)).filter((row) => row.firm_id !== company.firm?.id);
  const firms = rows.map((row) => ({ firm: row, via: distinct(ties.get(row.rank) ?? []) })).toSorted(strongestFirst);
  return { firms, truncated: kinds.some(({ first }) => first.length > CROWD_MAX) };
}

async function tiesOf({ cui, name, firm }: Tied, dataset: Dataset, hidden: ReadonlySet<string>): Promise<Ties[]> {
  const { db } = dataset;
  const ties: Ties[] = [];
  if (firm) {
    const officers = (await officersOf(db, firm.id)).filter(
      (one) => one.kind === 'person' && !hidden.has(one.person_id),
    );
    const known = new Map(officers.map((one) => [one.person_id, one]));
    ties.push({
      first: await firmsOfOfficers(db, [...known.keys()], CROWD_MAX + 1),
      among: (ranks) => officersAmong(db, [...known.keys()], ranks),
      via: (row) => holder('administrator', row, known),
    });
  }
  if (isLoaded(dataset, 'shareholders')) {
    const holders = (await holdersOf(db, cui)).filter((one) => !hidden.has(one.person_id));
    const known = new Map(holders.map((one) => [one.person_id, one]));
    const { person = [], company = [] } = Object.groupBy(known.values(), (one) => one.kind);
    const idsOf = (some: readonly { person_id: string }[]): string[] => some.map((one) => one.person_id);
    const via: Ties['via'] = (row) => holder('shareholder', row, known);
    const first = await firmsOfHolders(db, idsOf(person), CROWD_MAX + 1);
    ties.push({ first, among: (ranks) => holdersAmong(db, idsOf(person), ranks), via });
    for (const id of idsOf(company))
      ties.push({
        first: await firmsOfCompany(db, id, CROWD_MAX + 1),
        among: (ranks) => holdersAmong(db, [id], ranks),
        via,
      });
  }
  if (isLoaded(dataset, 'shareholders')) {
    const owned = await firmsOwnedBy(db, cui, CROWD_MAX + 1);
    const owners = await ownersOf(db, cui);
    const names = new Map(owners.map((owner) => [owner.firm, owner.name]));
    const via = (owner: string | null): Via => ({ kind: 'shareholder', personId: null, name: owner, address: null });
    ties.push({ first: owned, among: (ranks) => ownedAmong(db, cui, ranks), via: () => via(name) });
    ties.push({ first: owners, among: async () => owners, via: (row) => via(names.get(row.firm) ?? null) });
  }
  if (firm?.address_key) {
    const key = firm.address_key;
    const address = [firm.street, firm.number, firm.locality].filter(Boolean).join(' ');
    ties.push({
      first: await firmsAtAddress(db, key),
      among: (ranks) => addressAmong(db, key, ranks),
      via: () => ({ kind: 'address', personId: null, name: null, address }),
    });
  }
  return ties;
}

/** An officer with two titles in a firm ties it once. */
const distinct = (via: Via[]): Via[] => [
  ...new Map(via.map((one) => [`${one.kind} ${one.personId ?? one.name}`, one])).values(),
];

/** Companies tie too, as shareholders; they are no persons to look up. */
function holder(
  kind: 'administrator' | 'shareholder',
  { person_id: personId }: RoleInFirm,
  known: ReadonlyMap<string, { name: string; kind: 'person' | 'company' }>,
): Via | null {
  const one = known.get(personId ?? '');
  return one ? { kind, personId: one.kind === 'person' ? personId : null, name: one.name, address: null } : null;
}

const people = ({ via }: RelatedFirm): number => via.filter((one) => one.kind !== 'address').length;

const strongestFirst = (a: RelatedFirm, b: RelatedFirm): number =>
  people(b) - people(a) ||
  b.via.length - a.via.length ||
  (b.firm.turnover ?? -1) - (a.firm.turnover ?? -1) ||
  a.firm.rank - b.firm.rank;
