/** Companies tied to a company by a person, a company or an address. Bounded: an officer may run 5,000 firms, an address may have 20,000. */

import { Type } from 'typebox';
import type { Dataset } from '#data/store/dataset.ts';
import { closed, oneOf, orNone, orNull } from '#lib/schema/fields.ts';
import type { Static } from '#lib/schema/static.ts';
import { addressAmong, type FirmListRow, firmsAtAddress, firmsByRank, listedByCui } from './firms-table.ts';
import { CROWD_MAX } from './tables.ts';
import { type Tie, type TieSubject, tiesOf } from './ties.ts';

export const kinds = [
  'administrator',
  'shareholder',
  'owner',
  'address',
  'insolvencyPractitioner',
  'representative',
] as const;
export type Kind = (typeof kinds)[number];

export const Via = Type.Object(
  {
    kind: oneOf(kinds, {
      en: 'The role of the connecting person or company in the related company; where the related company itself is the officer or shareholder, its role here; or the shared address. `insolvencyPractitioner`: appointed by a court in one of the two, which is not a tie; only on request.',
      ro: 'Rolul persoanei sau firmei de legătură în firma legată; unde firma legată este ea însăși administrator sau asociat, rolul ei aici; sau adresa comună. `insolvencyPractitioner`: numit de instanță într-una dintre cele două, ceea ce nu este o legătură; numai la cerere.',
    }),
    role: orNone(Type.String(), {
      en: 'The title as registered, several by commas; null for shareholders and addresses, and where none is registered.',
      ro: 'Titlul așa cum este înregistrat, mai multe prin virgulă; null pentru asociați și adrese și unde nu este înregistrat niciunul.',
    }),
    personId: orNone(Type.String(), {
      en: 'The person who connects them; null for companies and addresses.',
      ro: 'Persoana care le leagă; null pentru firme și adrese.',
    }),
    cui: orNull(Type.String(), {
      en: 'Fiscal code of the company that connects them; null for persons and addresses, and where unknown.',
      ro: 'Codul fiscal al firmei care le leagă; null pentru persoane și adrese și unde nu se știe.',
    }),
    name: orNone(Type.String(), {
      en: 'Name of the person or company that ties them.',
      ro: 'Numele persoanei sau firmei care le leagă.',
      heading: { en: 'Name', ro: 'Nume sau denumire' },
    }),
    address: orNone(Type.String(), { en: 'The shared address.', ro: 'Adresa comună.' }),
  },
  { ...closed, title: 'Via' },
);
export type Via = Static<typeof Via>;

export interface RelatedFirm {
  firm: FirmListRow;
  /** False when only roles that are no tie lead to the firm. */
  isTied: boolean;
  via: Via[];
}

export interface RelatedFirms {
  /** Strongest tie first: by number of shared people and companies, then by turnover; untied firms last. */
  firms: RelatedFirm[];
  truncated: boolean;
  /** Number of omitted untied firms. */
  omitted: number;
  /** Values of `kind` that include the omitted firms. */
  omittedKinds: ApartKind[];
}

/** Kinds with roles that are no tie: practitioners, and liquidators, auditors and the like among the representatives. */
export const apartKinds = ['insolvencyPractitioner', 'representative'] as const satisfies readonly Kind[];
type ApartKind = (typeof apartKinds)[number];

/** A firm with another tie lists a crowded address too, even when the address's own firms exceed the limit. */
export async function relatedTo(
  company: TieSubject,
  dataset: Dataset,
  hidden: ReadonlySet<string>,
  only?: Kind,
): Promise<RelatedFirms> {
  const { db } = dataset;
  const { ties, apart, ...bounds } = await tiesOf(company, dataset, hidden, { limit: CROWD_MAX, withApart: true });
  const isApart = apartKinds.some((kind) => kind === only);
  const vias = new Map<number, Via[]>();
  const tied = new Set<number>();
  const add = (firm: number, via: Via): void => {
    vias.getOrInsertComputed(firm, () => []).push(via);
  };
  for (const tie of ties)
    if (tie.isTying || tie.kind === only) {
      add(tie.firm, viaOf(tie));
      if (tie.isTying) tied.add(tie.firm);
    }
  const key = company.firm?.address_key ?? null;
  const neighbours = key === null ? [] : await firmsAtAddress(db, key);
  const crowded = neighbours.length > CROWD_MAX;
  const first = neighbours.slice(0, CROWD_MAX).map(({ firm }) => firm);
  const ranks = [...new Set([...vias.keys(), ...first])];
  for (const { firm } of crowded && key !== null ? await addressAmong(db, key, ranks) : neighbours) {
    add(firm, { kind: 'address', role: null, personId: null, cui: null, name: null, address: addressOf(company) });
    tied.add(firm);
  }
  const rows = (await firmsByRank(db, ranks)).filter((row) => !isSame(row, company));
  const firms = rows
    .map((row) => ({ firm: row, isTied: tied.has(row.rank), via: distinct(vias.get(row.rank) ?? []) }))
    .filter(({ via }) => only === undefined || via.some(({ kind }) => kind === only))
    .toSorted(strongestFirst);
  const own = await listedByCui(db, [Number(company.cui)]);
  const included = new Set([...tied, ...own.map(({ rank }) => rank), ...firms.map(({ firm }) => firm.rank)]);
  const omitted = apart.difference(included);
  return {
    firms,
    truncated: bounds.truncated || crowded || (isApart && bounds.apartTruncated),
    omitted: omitted.size,
    omittedKinds: apartKinds.filter((kind) => ties.some((tie) => tie.kind === kind && omitted.has(tie.firm))),
  };
}

/** True also for an earlier registration of the same fiscal code. */
export const isSame = (row: FirmListRow, { cui, firm }: TieSubject): boolean =>
  String(row.cui) === cui || (firm !== null && row.firm_id === firm.id);

const viaOf = ({ kind, title, holder: { personId, cui, name } }: Tie): Via => ({
  kind,
  role: title,
  personId,
  cui: cui === null ? null : String(cui),
  name,
  address: null,
});

const addressOf = ({ firm }: TieSubject): string =>
  [firm?.street, firm?.number, firm?.locality].filter(Boolean).join(' ');

const tieKey = ({ personId, cui, name }: Via): string | null => personId ?? cui ?? name;

/** Merges several titles of one officer and kind. */
const distinct = (via: Via[]): Via[] =>
  [...Map.groupBy(via, (one) => `${one.kind} ${tieKey(one)}`).values()].flatMap((same) => {
    const [first] = same;
    const titles = new Set(same.flatMap(({ role }) => role ?? []));
    return first ? [{ ...first, role: titles.size === 0 ? null : [...titles].join(', ') }] : [];
  });

const holders = ({ via }: RelatedFirm): number => new Set(via.filter((one) => one.kind !== 'address').map(tieKey)).size;

const strongestFirst = (a: RelatedFirm, b: RelatedFirm): number =>
  Number(b.isTied) - Number(a.isTied) ||
  holders(b) - holders(a) ||
  b.via.length - a.via.length ||
  (b.firm.turnover ?? -1) - (a.firm.turnover ?? -1) ||
  a.firm.rank - b.firm.rank;
