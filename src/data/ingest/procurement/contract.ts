/** Published rows to one contract with its suppliers. A contract has a row for each winner and lot (contract-values.ts). */

import { remembered } from '#data/sources/procurement/cell-meanings.ts';
import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { Row } from '#data/store/table.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { dayNumber } from '#domain/procurement/day-number.ts';
import type { contract, contractSupplier } from '#domain/procurement/tables.ts';
import { townAlone, townSlug } from '#domain/procurement/town.ts';
import { type Exclusion, valuesOf } from './contract-values.ts';
import { identityOf, Parties, partyId } from './parties.ts';
import { countyName, cpvColumns } from './rows.ts';
import type { Seats } from './towns.ts';

export interface ContractRows {
  contract: Row<typeof contract>;
  suppliers: Row<typeof contractSupplier>[];
  /** Bani of lei. */
  valueRon: number | null;
  /** The lei of rows that are not part of the value, with reasons. */
  exclusions: Exclusion[];
}

/**
 * `rows`: of one publication, in its order. `fromLists`: earlier records of the lists, which fill in missing fields. `seats`: where towns
 * and counties that are not published come from. `parties`: numbers their spellings.
 */
export function contractOf(
  key: number,
  rows: readonly ContractRecord[],
  fromLists: readonly ContractRecord[] = [],
  seats: Pick<Seats, 'of' | 'countyOf'> = { of: () => null, countyOf: () => null },
  parties = new Parties(),
): ContractRows {
  const [first] = rows as [ContractRecord];
  const { value, currency, valueRon, relation, members, lots, exclusions: aside } = valuesOf(rows);
  const firstOf = <Field extends keyof ContractRecord>(field: Field): ContractRecord[Field] =>
    [...rows, ...fromLists].find((row) => row[field] !== null)?.[field] ?? first[field];
  const cpv = cpvColumns(firstOf('cpv'));
  const authority = parties.spelled(first.authority);
  // Older increments do not have the field.
  const cancelled: string[] | null | undefined = firstOf('cancelledLots');
  const announcedAs =
    [...rows, ...fromLists].find(({ awardNotice, awardSystemId }) => awardNotice === first.awardNotice && awardSystemId)
      ?.awardSystemId ?? null;
  const authorityCounty = [...rows, ...fromLists]
    .map(({ authority }) => countyName(authority.county))
    .find((county) => county !== null);
  const { number, kind } = first;
  const day = dayNumber(first.date);
  const eu = rows.map(({ euFunded }) => euFunded).filter((each) => each !== null);
  return {
    valueRon,
    exclusions: aside,
    contract: {
      key,
      number,
      number_folded: number === null ? null : foldNumber(number),
      title: firstOf('title'),
      day,
      kind,
      value,
      currency,
      value_ron: valueRon,
      value_relation: relation,
      authority_id: authority.id,
      authority_spelling: authority.key,
      authority_county: authorityCounty ?? seats.countyOf(authority.cui),
      ...cpv,
      notice: firstOf('notice'),
      procedure_type: firstOf('procedureType'),
      award_notice: first.awardNotice,
      award_system_id: announcedAs,
      awarded_on: firstOf('awardedOn'),
      other_award_notices: null,
      lots: JSON.stringify(lots ?? lotsFromLists(fromLists, members)),
      cancelled_lots: cancelled == null ? null : JSON.stringify(cancelled),
      offers: firstOf('offersReceived'),
      eu_funded: eu.length === 0 ? null : eu.includes(true),
      suppliers: members.length,
    },
    suppliers: members.map(({ party, share }, position) => {
      const located = cityOf(party) === null ? (withTown(party, fromLists) ?? party) : party;
      const { county } = located;
      const city = cityOf(located);
      const { id, cui, key: spelling } = parties.spelled(party);
      return {
        contract: key,
        position,
        day,
        cpv: cpv.cpv,
        kind,
        supplier_id: id,
        supplier_spelling: spelling,
        authority_id: authority.id,
        city,
        town: (city === null ? null : slugOf(city)) ?? seats.of(cui),
        county,
        seat_county: countyName(county) ?? seats.countyOf(cui),
        value_share: share,
      };
    }),
  };
}

/** Null also for a dash and the like. */
const cityOf = ({ city }: PartyRecord): string | null => (city === null ? null : aloneOf(city));

const aloneOf = remembered(townAlone);
const slugOf = remembered(townSlug);

/** Fiscal codes of all parties, whose seats tell what is not published. */
export const codesOf = (rows: readonly ContractRecord[]): number[] =>
  rows
    .flatMap(({ authority, suppliers }) => [authority, ...suppliers])
    .map((party) => identityOf(party).cui)
    .filter((cui) => cui !== null);

/** The same party in a list with its town; null when no list has it. */
function withTown(party: PartyRecord, fromLists: readonly ContractRecord[]): PartyRecord | null {
  const id = partyId(party);
  const same = fromLists
    .flatMap(({ suppliers }) => suppliers)
    .find((each) => partyId(each) === id && cityOf(each) !== null);
  return same ?? null;
}

/** Lots of the lists, where the export has none, with the suppliers of the export. */
function lotsFromLists(fromLists: readonly ContractRecord[], members: readonly { party: PartyRecord }[]) {
  const { lots, members: listed } = valuesOf(fromLists);
  const positions = new Map(members.map(({ party }, position) => [partyId(party), position]));
  return (
    lots?.map((lot) => ({
      ...lot,
      suppliers: lot.suppliers
        .map((at) => positions.get(partyId((listed[at] as { party: PartyRecord }).party)))
        .filter((at) => at !== undefined),
    })) ?? null
  );
}
