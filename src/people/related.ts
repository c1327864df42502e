/** Companies tied to a company by a person, a shareholder or an address. Bounded: an officer may run 5,000 firms, an address hold 20,000. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import { isLoaded } from '#http/stamps.ts';
import type { Dataset } from '#store/dataset.ts';
import {
  type FirmListRow,
  firmsAtAddress,
  firmsByIds,
  firmsOfHolders,
  firmsOfPersons,
  holdersOf,
  officersOf,
} from './people-table.ts';

/** Firms looked at per tie: enough for every ordinary company, and a bounded cost for the others. */
const CANDIDATES_MAX = 500;

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
  const tie = (
    rows: { firm_id: number }[],
    viaOf: (row: { firm_id: number; person_id?: string }) => Via | null,
  ): void => {
    truncated ||= rows.length > CANDIDATES_MAX;
    for (const row of rows.slice(0, CANDIDATES_MAX)) {
      const via = viaOf(row);
      if (via && row.firm_id !== firm?.id) ties.getOrInsertComputed(row.firm_id, () => []).push(via);
    }
  };
  const officers = firm
    ? (await officersOf(db, firm.id)).filter((one) => one.kind === 'person' && !hidden.has(one.person_id))
    : [];
  const byPerson = new Map(officers.map((one) => [one.person_id, one]));
  tie(await firmsOfPersons(db, [...byPerson.keys()], CANDIDATES_MAX + 1), (row) =>
    holder('administrator', row.person_id, byPerson),
  );
  if (isLoaded(dataset, 'shareholders')) {
    const holders = (await holdersOf(db, cui)).filter((one) => !hidden.has(one.person_id));
    const byHolder = new Map(holders.map((one) => [one.person_id, one]));
    tie(await firmsOfHolders(db, [...byHolder.keys()], CANDIDATES_MAX + 1), (row) =>
      holder('shareholder', row.person_id, byHolder),
    );
  }
  if (firm?.address_key) {
    const address = [firm.street, firm.number, firm.locality].filter(Boolean).join(' ');
    tie(await firmsAtAddress(db, firm.address_key, CANDIDATES_MAX + 1), () => ({
      kind: 'address',
      personId: null,
      name: null,
      address,
    }));
  }
  const rows = await firmsByIds(db, [...ties.keys()]);
  const firms = rows.map((row) => ({ firm: row, via: ties.get(row.id) ?? [] })).toSorted(strongestFirst);
  return { firms, truncated };
}

/** Companies tie too, as shareholders; they are no persons to look up. */
function holder(
  kind: 'administrator' | 'shareholder',
  personId: string | undefined,
  known: ReadonlyMap<string, { name: string; kind: 'person' | 'company' }>,
): Via | null {
  const one = known.get(personId ?? '');
  return one
    ? { kind, personId: one.kind === 'person' ? (personId ?? null) : null, name: one.name, address: null }
    : null;
}

const people = ({ via }: RelatedFirm): number => via.filter((one) => one.kind !== 'address').length;

const strongestFirst = (a: RelatedFirm, b: RelatedFirm): number =>
  people(b) - people(a) ||
  b.via.length - a.via.length ||
  (b.firm.turnover ?? -1) - (a.firm.turnover ?? -1) ||
  a.firm.id - b.firm.id;
