/** Companies tied to a company by a person, a company or an address. Bounded: an officer may run 5,000 firms, an address hold 20,000. */
import { type Static, Type } from 'typebox';
import { closed, oneOf, orNull } from '#base/schema.ts';
import type { Dataset } from '#store/dataset.ts';
import { addressAmong, type FirmListRow, firmsAtAddress, firmsByRank } from './firms-table.ts';
import { CROWD_MAX } from './tables.ts';
import { type Tie, type Tied, tiesOf } from './ties.ts';

export const Via = Type.Object(
  {
    kind: oneOf(
      ['administrator', 'shareholder', 'address'],
      'What the one who ties them is in the related company; where the related company itself is the officer or shareholder, what it is here; or that they share the address.',
    ),
    personId: orNull(Type.String(), 'The person who ties them; null for companies and addresses.'),
    cui: orNull(
      Type.String(),
      'Fiscal code of the company that ties them; null for persons and addresses, and where not known.',
    ),
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
  /** Strongest tie first: by number of shared people and companies, then by turnover. */
  firms: RelatedFirm[];
  truncated: boolean;
}

/** Where an address holds more firms than are looked at, it is still told of every firm that another tie leads to. */
export async function relatedTo(company: Tied, dataset: Dataset, hidden: ReadonlySet<string>): Promise<RelatedFirms> {
  const { db } = dataset;
  const { ties, truncated } = await tiesOf(company, dataset, hidden, CROWD_MAX);
  const vias = new Map<number, Via[]>();
  const add = (firm: number, via: Via): void => {
    vias.getOrInsertComputed(firm, () => []).push(via);
  };
  for (const tie of ties) add(tie.firm, viaOf(tie));
  const key = company.firm?.address_key ?? null;
  const neighbours = key === null ? [] : await firmsAtAddress(db, key);
  const crowded = neighbours.length > CROWD_MAX;
  const shown = neighbours.slice(0, CROWD_MAX).map(({ firm }) => firm);
  const ranks = [...new Set([...vias.keys(), ...shown])];
  for (const { firm } of crowded && key !== null ? await addressAmong(db, key, ranks) : neighbours)
    add(firm, { kind: 'address', personId: null, cui: null, name: null, address: addressOf(company) });
  const rows = (await firmsByRank(db, ranks)).filter((row) => !isSame(row, company));
  const firms = rows.map((row) => ({ firm: row, via: distinct(vias.get(row.rank) ?? []) })).toSorted(strongestFirst);
  return { firms, truncated: truncated || crowded };
}

/** Also under an earlier registration of the same fiscal code. */
export const isSame = (row: FirmListRow, { cui, firm }: Tied): boolean =>
  String(row.cui) === cui || (firm !== null && row.firm_id === firm.id);

const viaOf = ({ kind, holder: { personId, cui, name } }: Tie): Via => ({
  kind,
  personId,
  cui: cui === null ? null : String(cui),
  name,
  address: null,
});

const addressOf = ({ firm }: Tied): string => [firm?.street, firm?.number, firm?.locality].filter(Boolean).join(' ');

const tiedBy = ({ personId, cui, name }: Via): string | null => personId ?? cui ?? name;

/** An officer with two titles in a firm ties it once. */
const distinct = (via: Via[]): Via[] => [...new Map(via.map((one) => [`${one.kind} ${tiedBy(one)}`, one])).values()];

const holders = ({ via }: RelatedFirm): number => new Set(via.filter((one) => one.kind !== 'address').map(tiedBy)).size;

const strongestFirst = (a: RelatedFirm, b: RelatedFirm): number =>
  holders(b) - holders(a) ||
  b.via.length - a.via.length ||
  (b.firm.turnover ?? -1) - (a.firm.turnover ?? -1) ||
  a.firm.rank - b.firm.rank;
