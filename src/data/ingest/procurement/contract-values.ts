/**
 * The value of a contract, its lots and its suppliers' shares, from the published rows:
 *
 * - Rows that agree in every cell are one row.
 * - Different lots add up. Where a file has no column of lots, further rows of one supplier are further lots.
 * - A member of a consortium is a row, or an entry of a row. The same value beside each member of a lot is the lot's value,
 *   counted once; different values beside different members are their shares, and add up. Without a column of lots, the same value
 *   beside other suppliers is the same lot.
 * - A second row of the same member and lot number is a correction: the later row counts. A negative row is added to the row of the same
 *   member and lot.
 * - What has no value (nothing, zero, or a negative amount that corrects no row) adds nothing where other lots have one: the value is then
 *   at least the sum, or approximately, with such a negative amount. Where no lot has a value, the amounts stay as published.
 * - A member's share is the value published beside it alone, else an equal part: the shares of a contract sum up to its value, so that
 *   no sum over suppliers counts it twice.
 * - In several currencies a contract has its value in lei only.
 */
import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import type { ContractRow } from '#domain/procurement/contract.ts';
import type { StoredLot } from '#domain/procurement/lot.ts';
import { partyId } from './parties.ts';

/** Rows, or values of rows, that are not part of the contract's value in lei. */
export interface Exclusion {
  reason: string;
  bani: number;
}

interface ContractValues {
  /** As published, zero and less where there is nothing else. */
  value: number | null;
  currency: string;
  valueRon: number | null;
  relation: ContractRow['value_relation'];
  /** Each once, in the order of publication, with their shares in lei. */
  members: Member[];
  /** Null when no row states them. */
  lots: StoredLot[] | null;
  exclusions: Exclusion[];
}

interface Member {
  party: PartyRecord;
  share: number | null;
}

/** The published value of one member, or one group of members, for one lot or several together. */
interface Entry {
  /** Its position in the publication. */
  at: number;
  row: ContractRecord;
  members: PartyRecord[];
  lot: string;
  value: number | null;
  currency: string;
  valueRon: number | null;
}

export function valuesOf(rows: readonly ContractRecord[]): ContractValues {
  const [first] = rows;
  if (first !== undefined && rows.length === 1 && first.suppliers.length === 1) return valuesOfOne(first);
  const exclusions: Exclusion[] = [];
  const exclude = (reason: string, bani: number | null): void => void exclusions.push({ reason, bani: bani ?? 0 });
  const entries = entriesOf(distinct(rows, exclude), exclude);
  const lots = [...Map.groupBy(entries, (entry) => entry.lot).values()];
  const totals = lots.map((lot) => lotTotal(lot, inLei));
  const valueRon = sumOf(totals);
  for (const [i, lot] of lots.entries()) {
    const amounts = amountsOf(lot, inLei);
    if (repeats(amounts)) for (const bani of amounts.slice(1)) exclude(REPEATED, bani);
    else for (const bani of amounts) if (bani < 0 && (totals[i] ?? 0) > 0) exclude(UNREFERRED, bani);
    if ((totals[i] ?? 0) < 0 && (valueRon ?? 0) > 0) exclude(UNREFERRED, totals[i] ?? 0);
  }
  const currencies = new Set(entries.map(({ currency }) => currency));
  const isMixed = currencies.size > 1;
  const amount = isMixed ? inLei : inOwn;
  const members = membersOf(entries, lots);
  return {
    value: isMixed ? valueRon : totalOf(lots, inOwn),
    currency: isMixed ? 'RON' : (entries[0]?.currency ?? 'RON'),
    valueRon,
    relation: relationOf(lots, valueRon === null ? inOwn : inLei),
    members,
    lots: lotsOf(
      entries,
      amount,
      members.map(({ party }) => partyId(party)),
    ),
    exclusions: exclusions.filter(({ reason, bani }) => bani !== 0 || reason === DUPLICATE || reason === CORRECTED),
  };
}

/** Most contracts have one row, of one supplier. */
function valuesOfOne({ value, currency, valueRon, suppliers, lots = null }: ContractRecord): ContractValues {
  const ownValue = lots?.length === 1 ? value : null;
  return {
    value,
    currency,
    valueRon,
    relation: null,
    members: suppliers.map((party) => ({ party, share: valueRon })),
    lots:
      lots && [...new Set(lots)].map((number) => ({ number, title: null, cpv: null, value: ownValue, suppliers: [0] })),
    exclusions: [],
  };
}

const DUPLICATE = 'in rows that repeat another in every cell';
const CORRECTED = 'in rows that a later one of the same lot and supplier corrects';
const REPEATED = 'repeated beside other members of a consortium';
const UNREFERRED = 'of values below zero that correct no known row';

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

export const isNegative = ({ value, valueRon }: Pick<ContractRecord, 'value' | 'valueRon'>): boolean =>
  (valueRon ?? value ?? 0) < 0;

function entriesOf(rows: readonly ContractRecord[], exclude: ExcludeRow): Entry[] {
  const entries = new Map<string, Entry>();
  const lotOf = lotsByValue();
  // Corrections come after what they correct, wherever the file has them.
  const inOrder = [...rows.entries()].toSorted(([, a], [, b]) => Number(isNegative(a)) - Number(isNegative(b)));
  for (const [at, row] of inOrder) {
    const { suppliers, lots = null, value, currency, valueRon } = row;
    const ids = suppliers.map(partyId).join(' ');
    const entry = { at, row, members: suppliers, lot: '', value, currency, valueRon };
    entry.lot = lots === null ? lotOf(entry, ids) : `#${lots.join(', ')}`;
    const key = `${entry.lot}\n${ids}`;
    const before = entries.get(key);
    const known = isNegative(row) ? correctedBy(row, before, entries, ids) : undefined;
    if (known) {
      known.value = plus(known.value, value);
      known.valueRon = plus(known.valueRon, valueRon);
      continue;
    }
    // An empty cell corrects nothing.
    if (before && entry.lot === NO_VALUE && value === null && valueRon === null) continue;
    if (before) exclude(CORRECTED, before.valueRon);
    entries.set(key, before ? { ...entry, at: before.at } : entry);
  }
  return joinMembers([...entries.values()].sort((a, b) => a.at - b.at));
}

const isPositive = ({ value, valueRon }: Entry): boolean => (valueRon ?? value ?? 0) > 0;

/** The entry above zero of the same lot and suppliers; in a file without lots, the last one of the suppliers. */
function correctedBy(
  { lots = null }: ContractRecord,
  before: Entry | undefined,
  entries: ReadonlyMap<string, Entry>,
  ids: string,
): Entry | undefined {
  if (lots !== null) return before && isPositive(before) ? before : undefined;
  return [...entries].findLast(([key, entry]) => key.endsWith(`\n${ids}`) && isPositive(entry))?.[1];
}

const plus = (a: number | null, b: number | null): number | null => (a === null ? b : a + (b ?? 0));

/** Without numbers, the value identifies a lot: the second time beside the same supplier it is another lot. */
function lotsByValue(): (entry: Entry, suppliers: string) => string {
  const times = new Map<string, number>();
  return ({ value, currency, valueRon }, suppliers) => {
    if (!value && !valueRon) return NO_VALUE;
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
const inOwn: Amount = ({ value }) => value;

const amountsOf = (lot: readonly Entry[], amount: Amount): number[] => lot.map(amount).filter((bani) => bani !== null);

/** The whole value beside every member. */
const repeats = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

/** Of the amounts above zero; where there is none, of the others. Null without any. */
function sumOf(amounts: readonly (number | null)[]): number | null {
  const known = amounts.filter((bani) => bani !== null);
  const positive = known.filter((bani) => bani > 0);
  return known.length === 0 ? null : (positive.length > 0 ? positive : known).reduce((sum, bani) => sum + bani, 0);
}

function lotTotal(lot: readonly Entry[], amount: Amount): number | null {
  const amounts = amountsOf(lot, amount);
  return repeats(amounts) ? (amounts[0] ?? null) : sumOf(amounts);
}

const totalOf = (lots: readonly Entry[][], amount: Amount): number | null =>
  sumOf(lots.map((lot) => lotTotal(lot, amount)));

/** Null for an exact value, and where there is none. */
function relationOf(lots: readonly Entry[][], amount: Amount): ContractRow['value_relation'] {
  if ((totalOf(lots, amount) ?? 0) <= 0) return null;
  if (lots.flat().some((entry) => (amount(entry) ?? 0) < 0)) return 'approximate';
  return lots.some((lot) => (lotTotal(lot, amount) ?? 0) === 0) ? 'atLeast' : null;
}

/** A row of several lots has one value for all of them. */
function lotsOf(entries: readonly Entry[], amount: Amount, ids: readonly number[]): StoredLot[] | null {
  if (entries.every(({ row }) => row.lots === null)) return null;
  const isOwn = (field: (row: ContractRecord) => string | null | undefined): boolean =>
    new Set(entries.map(({ row }) => field(row))).size > 1;
  const [hasTitles, hasCodes] = [isOwn(({ title }) => title), isOwn(({ cpv }) => cpv?.code)];
  const byNumber = Map.groupBy(
    entries.flatMap((entry) => (entry.row.lots ?? []).map((number) => ({ number, entry }))),
    ({ number }) => number,
  );
  return [...byNumber].map(([number, own]) => {
    const alone = own.map(({ entry }) => entry).filter(({ row }) => row.lots?.length === 1);
    const [row] = own.map(({ entry }) => entry.row);
    return {
      number,
      title: hasTitles ? (row?.title ?? null) : null,
      cpv: hasCodes ? (row?.cpv?.code ?? null) : null,
      value: lotTotal(alone, amount),
      suppliers: [...new Set(own.flatMap(({ entry }) => entry.members.map((one) => ids.indexOf(partyId(one)))))],
    };
  });
}

function membersOf(entries: readonly Entry[], lots: readonly Entry[][]): Member[] {
  const members = new Map<number, { party: PartyRecord; shares: number[] }>();
  for (const { members: parties } of entries)
    for (const party of parties) members.getOrInsertComputed(partyId(party), () => ({ party, shares: [] }));
  /** In equal parts; the remaining bani go to the first member. */
  const divide = (among: readonly PartyRecord[], value: number): void => {
    const ids = [...new Set(among.map(partyId))];
    const part = Math.trunc(value / ids.length);
    for (const [i, id] of ids.entries()) members.get(id)?.shares.push(part + (i === 0 ? value - part * ids.length : 0));
  };
  for (const lot of lots) {
    const amounts = amountsOf(lot, inLei);
    const [first] = amounts;
    if (first === undefined) continue;
    if (repeats(amounts))
      divide(
        lot.flatMap((entry) => entry.members),
        first,
      );
    else for (const { members: own, valueRon } of lot) if (valueRon !== null) divide(own, valueRon);
  }
  return [...members.values()].map(({ party, shares }) => ({ party, share: sumOf(shares) }));
}
