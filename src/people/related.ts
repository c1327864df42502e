/** Companies tied to a company by a person, a shareholder or an address. Bounded: an officer may run 5,000 firms, an address hold 20,000. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { isLoaded } from '#http/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import {
  type FirmListRow,
  firmsAtAddress,
  firmsByRank,
  firmsOfCompany,
  firmsOfHolders,
  firmsOfOfficers,
  holdersOf,
  officersOf,
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
  firm: {
    id: number;
    address_key: string | null;
    street: string | null;
    number: string | null;
    locality: string | null;
  } | null;
}

export async function relatedTo(
  { cui, firm }: Tied,
  dataset: Dataset,
  hidden: ReadonlySet<string>,
): Promise<RelatedFirms> {
  const { db } = dataset;
  const ties = new Map<number, Via[]>();
  let truncated = false;
  const tie = <Row extends { firm: number }>(rows: Row[], viaOf: (row: Row) => Via | null): void => {
    truncated ||= rows.length > CROWD_MAX;
    for (const row of rows.slice(0, CROWD_MAX)) {
      const via = viaOf(row);
      if (via) ties.getOrInsertComputed(row.firm, () => []).push(via);
    }
  };
  const officers = firm
    ? (await officersOf(db, firm.id)).filter((one) => one.kind === 'person' && !hidden.has(one.person_id))
    : [];
  const byPerson = new Map(officers.map((one) => [one.person_id, one]));
  tie(await firmsOfOfficers(db, [...byPerson.keys()], CROWD_MAX + 1), (row) => holder('administrator', row, byPerson));
  if (isLoaded(dataset, 'shareholders')) {
    const holders = (await holdersOf(db, cui)).filter((one) => !hidden.has(one.person_id));
    const byHolder = new Map(holders.map((one) => [one.person_id, one]));
    const { person = [], company = [] } = Object.groupBy(byHolder.values(), (one) => one.kind);
    const ids = person.map((one) => one.person_id);
    tie(await firmsOfHolders(db, ids, CROWD_MAX + 1), (row) => holder('shareholder', row, byHolder));
    for (const { person_id: id } of company)
      tie(await firmsOfCompany(db, id, CROWD_MAX + 1), (row) => holder('shareholder', row, byHolder));
  }
  if (firm?.address_key) {
    const address = [firm.street, firm.number, firm.locality].filter(Boolean).join(' ');
    tie(await firmsAtAddress(db, firm.address_key), () => ({ kind: 'address', personId: null, name: null, address }));
  }
  const rows = (await firmsByRank(db, [...ties.keys()])).filter((row) => row.firm_id !== firm?.id);
  const firms = rows.map((row) => ({ firm: row, via: distinct(ties.get(row.rank) ?? []) })).toSorted(strongestFirst);
  return { firms, truncated };
}

/** An officer with two titles in a firm ties it once. */
const distinct = (via: Via[]): Via[] => [...new Map(via.map((one) => [`${one.kind} ${one.name}`, one])).values()];

/** Companies tie too, as shareholders; they are no persons to look up. */
function holder(
  kind: 'administrator' | 'shareholder',
  { person_id: personId }: RoleInFirm,
  known: ReadonlyMap<string, { name: string; kind: 'person' | 'company' }>,
): Via | null {
  const one = known.get(personId);
  return one ? { kind, personId: one.kind === 'person' ? personId : null, name: one.name, address: null } : null;
}

const people = ({ via }: RelatedFirm): number => via.filter((one) => one.kind !== 'address').length;

const strongestFirst = (a: RelatedFirm, b: RelatedFirm): number =>
  people(b) - people(a) ||
  b.via.length - a.via.length ||
  (b.firm.turnover ?? -1) - (a.firm.turnover ?? -1) ||
  a.firm.rank - b.firm.rank;
