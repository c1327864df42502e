/**
 * The value of a contract and its suppliers' shares, from the published rows:
 *
 * - Rows that agree in every cell are one row.
 * - Different lots add up. Where a file has no column of lots, further rows of one supplier are further lots.
 * - A member of a consortium is a row, or an entry of a row. The same value beside each member of a lot is the lot's value,
 *   counted once; different values beside different members are their shares, and add up. Without a column of lots, the same value
 *   beside other suppliers is the same lot.
 * - A second row of the same member and lot number is a correction: the later row counts.
 * - A lot of unknown value leaves the contract's value unknown. A framework's 0 is unknown, and so is a negative value.
 * - A member's share is the value published beside it alone, else an equal part: the shares of a contract sum up to its value, so that
 *   no sum over suppliers counts it twice.
 * - In several currencies a contract has its value in lei only.
 */
import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import { NEGATIVE, notNegative } from './books.ts';
import { partyId } from './parties.ts';

/** Rows, or values of rows, that are not part of the contract's value in lei. */
export interface Exclusion {
  reason: string;
  bani: number;
}

interface ContractValues {
  value: number | null;
  currency: string;
  valueRon: number | null;
  /** Each once, in the order of publication, with their shares in lei. */
  members: Member[];
  exclusions: Exclusion[];
}

interface Member {
  party: PartyRecord;
  share: number | null;
}

/** The published value of one member, or one group of members, for one lot or several together. */
interface Entry {
  members: PartyRecord[];
  lot: string;
  value: number | null;
  currency: string;
  valueRon: number | null;
}

export function valuesOf(rows: readonly ContractRecord[]): ContractValues {
  const exclusions: Exclusion[] = [];
  const exclude = (reason: string, bani: number | null): void => void exclusions.push({ reason, bani: bani ?? 0 });
  const entries = entriesOf(distinct(rows, exclude), exclude);
  const lots = [...Map.groupBy(entries, (entry) => entry.lot).values()];
  for (const lot of lots) {
    const [first, ...rest] = amountsOf(lot, inLei);
    if (first !== undefined && rest.length > 0 && repeats([first, ...rest]))
      for (const bani of rest) exclude(REPEATED, bani);
  }
  const valueRon = totalOf(lots, inLei);
  if (valueRon === null) for (const lot of lots) exclude(INCOMPLETE, lotTotal(lot, inLei));
  const currencies = new Set(entries.map(({ currency }) => currency));
  const isMixed = currencies.size > 1;
  return {
    value: isMixed ? valueRon : totalOf(lots, ({ value }) => value),
    currency: isMixed ? 'RON' : (entries[0]?.currency ?? 'RON'),
    valueRon,
    members: membersOf(entries, lots, valueRon),
    exclusions: exclusions.filter(({ reason, bani }) => bani !== 0 || reason === DUPLICATE || reason === CORRECTED),
  };
}

const DUPLICATE = 'in rows that repeat another in every cell';
const CORRECTED = 'in rows that a later one of the same lot and supplier corrects';
const REPEATED = 'repeated beside other members of a consortium';
const INCOMPLETE = 'of contracts with a lot of unknown value';

type ExcludeRow = (reason: string, bani: number | null) => void;

function distinct(rows: readonly ContractRecord[], exclude: ExcludeRow): ContractRecord[] {
  const seen = new Set<string>();
  return rows.filter(({ cells, valueRon }) => {
    if (cells === null || cells === undefined || !seen.has(cells)) {
      if (cells) seen.add(cells);
      return true;
    }
    exclude(DUPLICATE, valueRon);
    return false;
  });
}

function entriesOf(rows: readonly ContractRecord[], exclude: ExcludeRow): Entry[] {
  const entries = new Map<string, Entry>();
  const lotOf = lotsByValue();
  for (const { suppliers, lots, value, currency, valueRon, kind } of rows) {
    const valueOrNull = (bani: number | null): number | null =>
      kind === 'framework' && bani === 0 ? null : notNegative(bani);
    if (valueRon !== null && valueRon < 0) exclude(NEGATIVE, valueRon);
    const ids = suppliers.map(partyId).join(' ');
    const entry = { members: suppliers, lot: '', value: valueOrNull(value), currency, valueRon: valueOrNull(valueRon) };
    entry.lot = lots === null ? lotOf(entry, ids) : `#${lots.join(', ')}`;
    const key = `${entry.lot}\n${ids}`;
    const before = entries.get(key);
    if (before) exclude(CORRECTED, before.valueRon);
    entries.set(key, entry);
  }
  return joinMembers([...entries.values()]);
}

/** Without numbers, the value identifies a lot: the second time beside the same supplier it is another lot. */
function lotsByValue(): (entry: Entry, suppliers: string) => string {
  const times = new Map<string, number>();
  return ({ value, currency, valueRon }, suppliers) => {
    if (value === null && valueRon === null) return NO_VALUE;
    const lot = `${value} ${currency} ${valueRon}`;
    const time = (times.get(`${lot} ${suppliers}`) ?? 0) + 1;
    times.set(`${lot} ${suppliers}`, time);
    return `${lot} ${time}`;
  };
}

const NO_VALUE = 'no value';

/**
 * In a file without lots, a supplier without a value is a member of the lot whose value is beside another supplier. A supplier with another
 * value has a further lot of unknown value.
 */
function joinMembers(entries: Entry[]): Entry[] {
  const valued = entries.filter(({ lot }) => lot !== NO_VALUE);
  const [first] = valued;
  if (!first) return entries;
  const ids = new Set(valued.flatMap(({ members }) => members.map(partyId)));
  const isBeside = ({ lot, members }: Entry): boolean =>
    lot === NO_VALUE && !members.some((member) => ids.has(partyId(member)));
  return entries.map((entry) => (isBeside(entry) ? { ...entry, lot: first.lot } : entry));
}

type Amount = (entry: Entry) => number | null;
const inLei: Amount = ({ valueRon }) => valueRon;

const amountsOf = (lot: readonly Entry[], amount: Amount): number[] => lot.map(amount).filter((bani) => bani !== null);

/** The whole value beside every member. */
const repeats = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

function lotTotal(lot: readonly Entry[], amount: Amount): number | null {
  const amounts = amountsOf(lot, amount);
  if (amounts.length === 0) return null;
  return repeats(amounts) ? (amounts[0] ?? 0) : amounts.reduce((sum, bani) => sum + bani, 0);
}

/** Null when the value of a lot is unknown. */
function totalOf(lots: readonly Entry[][], amount: Amount): number | null {
  let total = 0;
  for (const lot of lots) {
    const bani = lotTotal(lot, amount);
    if (bani === null) return null;
    total += bani;
  }
  return total;
}

function membersOf(entries: readonly Entry[], lots: readonly Entry[][], valueRon: number | null): Member[] {
  const members = new Map<number, Member>();
  for (const { members: parties } of entries)
    for (const party of parties)
      if (!members.has(partyId(party))) members.set(partyId(party), { party, share: valueRon === null ? null : 0 });
  if (valueRon === null) return [...members.values()];
  for (const lot of lots) {
    const valued = lot.filter((entry) => entry.valueRon !== null);
    const among = lot.flatMap((entry) => entry.members);
    if (repeats(valued.map((entry) => entry.valueRon ?? 0))) divide(members, among, valued[0]?.valueRon ?? 0);
    else for (const entry of valued) divide(members, entry.members, entry.valueRon ?? 0);
  }
  return [...members.values()];
}

/** In equal parts; the remaining bani go to the first member. */
function divide(members: Map<number, Member>, among: readonly PartyRecord[], value: number): void {
  const ids = [...new Set(among.map(partyId))];
  const part = Math.trunc(value / ids.length);
  for (const [i, id] of ids.entries()) {
    const member = members.get(id);
    if (member) member.share = (member.share ?? 0) + part + (i === 0 ? value - part * ids.length : 0);
  }
}
