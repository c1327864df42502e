/** Published rows to one contract with its suppliers. A contract stands in as many rows as it has winners and lots (contract-values.ts). */

import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Value } from '#data/store/database.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { townAlone, townSlug } from '#domain/procurement/town.ts';
import { type Aside, valuesOf } from './contract-values.ts';
import { partyColumns, partyId, partyValues } from './parties.ts';

export const CONTRACT_COLUMNS = [
  ...['key', 'number', 'number_folded', 'title', 'day', 'kind', 'value', 'currency', 'value_ron'],
  ...partyColumns('authority'),
  ...'cpv cpv_title notice procedure_type award_notice award_system_id awarded_on lots cancelled_lots offers eu_funded suppliers'.split(
    ' ',
  ),
];

export const SUPPLIER_COLUMNS = [
  ...['contract', 'position', 'day', 'cpv', 'kind', ...partyColumns('supplier')],
  ...['authority_id', 'city', 'town', 'county', 'value_share'],
];

export interface ContractRows {
  contract: Value[];
  suppliers: Value[][];
  /** Bani of lei. */
  valueRon: number | null;
  /** What of the rows' lei is not in it, and why. */
  aside: Aside[];
}

/** `rows`: those of one publication, in its order. `listed`: what a list said of it before, which fills in what they leave out. `seatOf`: the town of a supplier of whom nobody published one. */
export function contractOf(
  key: number,
  rows: readonly ContractRecord[],
  listed: readonly ContractRecord[] = [],
  seatOf: (cui: number | null) => string | null = () => null,
): ContractRows {
  const [first] = rows as [ContractRecord];
  const { value, currency, valueRon, members, aside } = valuesOf(rows);
  const said = <Field extends keyof ContractRecord>(field: Field): ContractRecord[Field] =>
    [...rows, ...listed].find((row) => row[field] !== null)?.[field] ?? first[field];
  const cpv = said('cpv');
  // Increments of before they were kept do not have the field.
  const cancelled: string[] | null | undefined = said('cancelledLots');
  const announcedAs =
    [...rows, ...listed].find(({ awardNotice, awardSystemId }) => awardNotice === first.awardNotice && awardSystemId)
      ?.awardSystemId ?? null;
  const day = first.date ?? '';
  const eu = rows.map(({ euFunded }) => euFunded).filter((each) => each !== null);
  return {
    valueRon,
    aside,
    contract: [
      ...[key, first.number, first.number === null ? null : foldNumber(first.number), said('title'), day, first.kind],
      ...[value, currency, valueRon, ...partyValues(first.authority), cpv?.code ?? null, cpv?.title ?? null],
      ...[said('notice'), said('procedureType'), first.awardNotice, announcedAs, said('awardedOn')],
      JSON.stringify(lotsOf(rows) ?? lotsOf(listed)),
      cancelled == null ? null : JSON.stringify(cancelled),
      ...[said('offersReceived'), eu.length === 0 ? null : Number(eu.includes(true)), members.length],
    ],
    suppliers: members.map(({ party, share }, position) => {
      const { city: written, county } = cityOf(party) === null ? (placeOf(party, listed) ?? party) : party;
      const city = written === null ? null : townAlone(written);
      const who = partyValues(party);
      const town = (city === null ? null : townSlug(city)) ?? seatOf(who[CUI_AT] as number | null);
      return [
        ...[key, position, day, cpv?.code ?? null, first.kind, ...who, partyId(first.authority)],
        ...[city, town, county, share],
      ];
    }),
  };
}

/** Null for a dash and the like, too. */
const cityOf = ({ city }: PartyRecord): string | null => (city === null ? null : townAlone(city));

const CUI_AT = partyColumns('supplier').indexOf('supplier_cui');

/** Suppliers whose town is not published, as far as they have a fiscal code. */
export const seatless = (rows: readonly ContractRecord[]): number[] =>
  rows
    .flatMap(({ suppliers }) => suppliers)
    .filter((party) => cityOf(party) === null)
    .map((party) => partyValues(party)[CUI_AT] as number | null)
    .filter((cui) => cui !== null);

/** The same party where a list told its town; null when none did. */
function placeOf(party: PartyRecord, listed: readonly ContractRecord[]): PartyRecord | null {
  const id = partyId(party);
  const same = listed
    .flatMap(({ suppliers }) => suppliers)
    .find((each) => partyId(each) === id && cityOf(each) !== null);
  return same ?? null;
}

/** Null when no row tells of lots. */
function lotsOf(rows: readonly ContractRecord[]): string[] | null {
  const told = rows.flatMap(({ lots }) => (lots === null ? [] : [lots]));
  return told.length === 0 ? null : [...new Set(told.flat())];
}
