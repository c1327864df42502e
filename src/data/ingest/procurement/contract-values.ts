/**
 * What a contract is worth, and to whom, from the rows that tell of it:
 *
 * - A row that differs from another in no cell is the same row.
 * - Different lots add up. Where a file has no column of lots, further rows of one supplier are further lots.
 * - A member of a consortium is a row, or an entry of a row. The same value repeated beside each member of a lot is the lot's value,
 *   counted once; different values beside different members are their shares, and add up. Without a column of lots, the same value
 *   beside other suppliers is the same lot.
 * - The same member and the same lot, told by its number, is a correction: the later row counts.
 * - A lot whose value is not known leaves the contract's value unknown. A framework's 0 is unknown, and so is what is below 0.
 * - A member's share is what was published beside it alone, else an equal part: the shares of a contract sum up to its value, so that
 *   no sum over suppliers counts it twice.
 * - In several currencies a contract has its value in lei only.
 */
import type { ContractRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import { NEGATIVE, notNegative } from './books.ts';
import { partyId } from './parties.ts';

/** Rows, or values of rows, that are not part of the contract's value in lei. */
export interface Aside {
  reason: string;
  bani: number;
}

interface ContractValues {
  value: number | null;
  currency: string;
  valueRon: number | null;
  /** Each once, in the order of publication, with their shares in lei. */
  members: Member[];
  aside: Aside[];
}

interface Member {
  party: PartyRecord;
  share: number | null;
}

/** What was published beside one member, or one group of members, for one lot or several together. */
interface Entry {
  members: PartyRecord[];
  lot: string;
  value: number | null;
  currency: string;
  valueRon: number | null;
}

export function valuesOf(given: readonly ContractRecord[]): ContractValues {
  const aside: Aside[] = [];
  const leave = (reason: string, bani: number | null): void => void aside.push({ reason, bani: bani ?? 0 });
  const entries = entriesOf(distinct(given, leave), leave);
  const lots = [...Map.groupBy(entries, (entry) => entry.lot).values()];
  for (const lot of lots) {
    const [first, ...rest] = knownOf(lot, inLei);
    if (first !== undefined && rest.length > 0 && repeats([first, ...rest]))
      for (const bani of rest) leave(REPEATED, bani);
  }
  const valueRon = totalOf(lots, inLei);
  if (valueRon === null) for (const lot of lots) leave(INCOMPLETE, lotTotal(lot, inLei));
  const currencies = new Set(entries.map(({ currency }) => currency));
  const isMixed = currencies.size > 1;
  return {
    value: isMixed ? valueRon : totalOf(lots, ({ value }) => value),
    currency: isMixed ? 'RON' : (entries[0]?.currency ?? 'RON'),
    valueRon,
    members: membersOf(entries, lots, valueRon),
    aside: aside.filter(({ reason, bani }) => bani !== 0 || reason === DUPLICATE || reason === CORRECTED),
  };
}

const DUPLICATE = 'in rows that repeat another in every cell';
const CORRECTED = 'in rows that a later one of the same lot and supplier corrects';
const REPEATED = 'repeated beside other members of a consortium';
const INCOMPLETE = 'of contracts with a lot of unknown value';

type Leave = (reason: string, bani: number | null) => void;

function distinct(rows: readonly ContractRecord[], leave: Leave): ContractRecord[] {
  const seen = new Set<string>();
  return rows.filter(({ cells, valueRon }) => {
    if (cells === null || cells === undefined || !seen.has(cells)) {
      if (cells) seen.add(cells);
      return true;
    }
    leave(DUPLICATE, valueRon);
    return false;
  });
}

function entriesOf(rows: readonly ContractRecord[], leave: Leave): Entry[] {
  const entries = new Map<string, Entry>();
  const lotOf = lotsByValue();
  for (const { suppliers, lots, value, currency, valueRon, kind } of rows) {
    const known = (bani: number | null): number | null =>
      kind === 'framework' && bani === 0 ? null : notNegative(bani);
    if (valueRon !== null && valueRon < 0) leave(NEGATIVE, valueRon);
    const who = suppliers.map(partyId).join(' ');
    const entry = { members: suppliers, lot: '', value: known(value), currency, valueRon: known(valueRon) };
    entry.lot = lots === null ? lotOf(entry, who) : `#${lots.join(', ')}`;
    const key = `${entry.lot}\n${who}`;
    const before = entries.get(key);
    if (before) leave(CORRECTED, before.valueRon);
    entries.set(key, entry);
  }
  return joined([...entries.values()]);
}

/** Without numbers, a lot is told by its value: the second time that it stands beside the same supplier it is another lot. */
function lotsByValue(): (entry: Entry, who: string) => string {
  const times = new Map<string, number>();
  return ({ value, currency, valueRon }, who) => {
    if (value === null && valueRon === null) return NO_VALUE;
    const lot = `${value} ${currency} ${valueRon}`;
    const time = (times.get(`${lot} ${who}`) ?? 0) + 1;
    times.set(`${lot} ${who}`, time);
    return `${lot} ${time}`;
  };
}

const NO_VALUE = 'no value';

/**
 * Suppliers without a value of their own, in a file without lots, are members of the lot whose value stands beside another. Who has a
 * value elsewhere has a further lot, whose value nobody knows.
 */
function joined(entries: Entry[]): Entry[] {
  const valued = entries.filter(({ lot }) => lot !== NO_VALUE);
  const [first] = valued;
  if (!first) return entries;
  const who = new Set(valued.flatMap(({ members }) => members.map(partyId)));
  const isBeside = ({ lot, members }: Entry): boolean =>
    lot === NO_VALUE && !members.some((member) => who.has(partyId(member)));
  return entries.map((entry) => (isBeside(entry) ? { ...entry, lot: first.lot } : entry));
}

type Amount = (entry: Entry) => number | null;
const inLei: Amount = ({ valueRon }) => valueRon;

const knownOf = (lot: readonly Entry[], amount: Amount): number[] => lot.map(amount).filter((bani) => bani !== null);

/** The whole value beside every member. */
const repeats = (values: readonly number[]): boolean => values.every((value) => value === values[0]);

function lotTotal(lot: readonly Entry[], amount: Amount): number | null {
  const known = knownOf(lot, amount);
  if (known.length === 0) return null;
  return repeats(known) ? (known[0] ?? 0) : known.reduce((sum, bani) => sum + bani, 0);
}

/** Null as soon as one lot is unknown. */
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
    const known = lot.filter((entry) => entry.valueRon !== null);
    const among = lot.flatMap((entry) => entry.members);
    if (repeats(known.map((entry) => entry.valueRon ?? 0))) divide(members, among, known[0]?.valueRon ?? 0);
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
