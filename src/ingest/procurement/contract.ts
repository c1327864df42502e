/**
 * Published rows to one contract. A contract stands in as many rows as it has winners and lots; these rules put them together:
 *
 * - A member of a consortium is a row, or an entry of a row. The same value repeated beside each member is the contract's value,
 *   counted once; different values beside different members of one lot are their shares, and add up.
 * - Different lots add up. A lot whose value is not known leaves the contract's value unknown.
 * - The same member and lot again is a correction: the later row counts.
 * - A member's share is what was published beside it alone, else an equal part: the shares of a contract sum up to its value, so that
 *   no sum over suppliers counts it twice.
 * - A framework's 0 is unknown. In several currencies a contract has its value in lei only.
 */
import { fold } from '#base/text.ts';
import { foldNumber } from '#procurement/contract-id.ts';
import type { ContractRecord, PartyRecord } from '#sources/procurement/records.ts';
import type { Value } from '#store/database.ts';
import { partyColumns, partyId, partyValues } from './parties.ts';

export const CONTRACT_COLUMNS = [
  ...['key', 'number', 'number_folded', 'title', 'day', 'kind', 'value', 'currency', 'value_ron'],
  ...partyColumns('authority'),
  ...'cpv cpv_title notice procedure_type award_notice awarded_on lots offers eu_funded suppliers'.split(' '),
];

export const SUPPLIER_COLUMNS = [
  ...['contract', 'position', 'day', 'cpv', 'kind', ...partyColumns('supplier')],
  ...['authority_id', 'city', 'city_folded', 'county', 'value_share'],
];

export interface ContractRows {
  contract: Value[];
  suppliers: Value[][];
}

/** `rows`: those of one publication, in its order. `listed`: what a list said of it before, which fills in what they leave out. */
export function contractOf(
  key: number,
  rows: readonly ContractRecord[],
  listed: readonly ContractRecord[] = [],
): ContractRows {
  const [first] = rows as [ContractRecord];
  const entries = entriesOf(rows);
  const { value, currency, valueRon } = valuesOf(entries, first);
  const members = membersOf(entries, valueRon);
  const said = <Field extends keyof ContractRecord>(field: Field): ContractRecord[Field] =>
    [...rows, ...listed].find((row) => row[field] !== null)?.[field] ?? first[field];
  const cpv = said('cpv');
  const day = first.date ?? '';
  const eu = rows.map(({ euFunded }) => euFunded).filter((each) => each !== null);
  const towns = new Set<string>();
  return {
    contract: [
      ...[key, first.number, first.number === null ? null : foldNumber(first.number), said('title'), day, first.kind],
      ...[value, currency, valueRon, ...partyValues(first.authority), cpv?.code ?? null, cpv?.title ?? null],
      ...[said('notice'), said('procedureType'), first.awardNotice, said('awardedOn')],
      JSON.stringify(lotsOf(rows) ?? lotsOf(listed)),
      ...[said('offersReceived'), eu.length === 0 ? null : Number(eu.includes(true)), members.length],
    ],
    suppliers: members.map(({ party, share }, position) => {
      const { city, county } = party.city === null ? (placeOf(party, listed) ?? party) : party;
      const town = city === null ? null : fold(city);
      const known = town !== null && towns.has(town);
      if (town !== null) towns.add(town);
      return [
        ...[key, position, day, cpv?.code ?? null, first.kind, ...partyValues(party), partyId(first.authority)],
        ...[city, known ? null : town, county, share],
      ];
    }),
  };
}

/** The same party where a list told its town; null when none did. */
function placeOf(party: PartyRecord, listed: readonly ContractRecord[]): PartyRecord | null {
  const id = partyId(party);
  const same = listed.flatMap(({ suppliers }) => suppliers).find((each) => partyId(each) === id && each.city !== null);
  return same ?? null;
}

/** Null when no row tells of lots. */
function lotsOf(rows: readonly ContractRecord[]): string[] | null {
  const told = rows.flatMap(({ lots }) => (lots === null ? [] : [lots]));
  return told.length === 0 ? null : [...new Set(told.flat())];
}

/** What was published beside one member, or one group of members, for one lot or several together. */
interface Entry {
  members: PartyRecord[];
  lot: string;
  value: number | null;
  currency: string;
  valueRon: number | null;
}

function entriesOf(rows: readonly ContractRecord[]): Entry[] {
  const entries = new Map<string, Entry>();
  for (const { suppliers, lots, value, currency, valueRon, kind } of rows) {
    const lot = lots?.join(', ') ?? '';
    const known = (bani: number | null): number | null => (kind === 'framework' && bani === 0 ? null : bani);
    const who = suppliers.map(partyId).join(' ');
    entries.set(`${lot}\n${who}`, {
      members: suppliers,
      lot,
      value: known(value),
      currency,
      valueRon: known(valueRon),
    });
  }
  return [...entries.values()];
}

function valuesOf(entries: readonly Entry[], first: ContractRecord) {
  const valueRon = totalOf(entries, ({ valueRon }) => valueRon);
  const currencies = new Set(entries.map(({ currency }) => currency));
  if (currencies.size > 1) return { value: valueRon, currency: 'RON', valueRon };
  return { value: totalOf(entries, ({ value }) => value), currency: first.currency, valueRon };
}

type Amount = (entry: Entry) => number | null;

/** Null as soon as one lot is unknown. */
function totalOf(entries: readonly Entry[], amount: Amount): number | null {
  let total = 0;
  for (const lot of Map.groupBy(entries, (entry) => entry.lot).values()) {
    const known = lot.map(amount).filter((value) => value !== null);
    if (known.length === 0) return null;
    total += repeats(known) ? (known[0] ?? 0) : known.reduce((sum, value) => sum + value, 0);
  }
  return total;
}

/** The whole value beside every member. */
const repeats = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

interface Member {
  party: PartyRecord;
  share: number | null;
}

/** Each once, in the order of publication. Shares are in lei. */
function membersOf(entries: readonly Entry[], valueRon: number | null): Member[] {
  const members = new Map<number, Member>();
  for (const { members: parties } of entries)
    for (const party of parties)
      if (!members.has(partyId(party))) members.set(partyId(party), { party, share: valueRon === null ? null : 0 });
  if (valueRon === null) return [...members.values()];
  for (const lot of Map.groupBy(entries, (entry) => entry.lot).values()) {
    const known = lot.filter((entry) => entry.valueRon !== null);
    const together = repeats(known.map((entry) => entry.valueRon ?? 0));
    if (together)
      divide(
        members,
        lot.flatMap((entry) => entry.members),
        known[0]?.valueRon ?? 0,
      );
    else for (const entry of known) divide(members, entry.members, entry.valueRon ?? 0);
  }
  return [...members.values()];
}

/** In equal parts; the bani that are left go to the first. */
function divide(members: Map<number, Member>, among: readonly PartyRecord[], value: number): void {
  const ids = [...new Set(among.map(partyId))];
  const part = Math.trunc(value / ids.length);
  for (const [i, id] of ids.entries()) {
    const member = members.get(id);
    if (member) member.share = (member.share ?? 0) + part + (i === 0 ? value - part * ids.length : 0);
  }
}
