/** Published rows to one contract with its suppliers. A contract stands in as many rows as it has winners and lots (contract-values.ts). */

import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Row } from '#data/store/table.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import type { contract, contractSupplier } from '#domain/procurement/tables.ts';
import { townAlone, townSlug } from '#domain/procurement/town.ts';
import { type Aside, valuesOf } from './contract-values.ts';
import { authorityColumns, partyId, supplierColumns } from './parties.ts';

export interface ContractRows {
  contract: Row<typeof contract>;
  suppliers: Row<typeof contractSupplier>[];
  /** Bani of lei. */
  valueRon: number | null;
  /** The lei of rows that are not part of the value, and why. */
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
  const { number, kind } = first;
  const day = first.date ?? '';
  const eu = rows.map(({ euFunded }) => euFunded).filter((each) => each !== null);
  return {
    valueRon,
    aside,
    contract: {
      key,
      number,
      number_folded: number === null ? null : foldNumber(number),
      title: said('title'),
      day,
      kind,
      value,
      currency,
      value_ron: valueRon,
      ...authorityColumns(first.authority),
      cpv: cpv?.code ?? null,
      cpv_title: cpv?.title ?? null,
      notice: said('notice'),
      procedure_type: said('procedureType'),
      award_notice: first.awardNotice,
      award_system_id: announcedAs,
      awarded_on: said('awardedOn'),
      lots: JSON.stringify(lotsOf(rows) ?? lotsOf(listed)),
      cancelled_lots: cancelled == null ? null : JSON.stringify(cancelled),
      offers: said('offersReceived'),
      eu_funded: eu.length === 0 ? null : eu.includes(true),
      suppliers: members.length,
    },
    suppliers: members.map(({ party, share }, position) => {
      const { city: written, county } = cityOf(party) === null ? (placeOf(party, listed) ?? party) : party;
      const city = written === null ? null : townAlone(written);
      const supplier = supplierColumns(party);
      return {
        contract: key,
        position,
        day,
        cpv: cpv?.code ?? null,
        kind,
        ...supplier,
        authority_id: partyId(first.authority),
        city,
        town: (city === null ? null : townSlug(city)) ?? seatOf(supplier.supplier_cui),
        county,
        value_share: share,
      };
    }),
  };
}

/** Null for a dash and the like, too. */
const cityOf = ({ city }: PartyRecord): string | null => (city === null ? null : townAlone(city));

/** Suppliers whose town is not published, as far as they have a fiscal code. */
export const seatless = (rows: readonly ContractRecord[]): number[] =>
  rows
    .flatMap(({ suppliers }) => suppliers)
    .filter((party) => cityOf(party) === null)
    .map((party) => supplierColumns(party).supplier_cui)
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
