/** Accounts by county, town, treasury code and tax name; for a town without a treasury in the list, those of its county seat. */

import type { Message } from '#lib/i18n/message.ts';
import { parseIban } from '#lib/values/iban.ts';
import { readReference } from '#lib/values/reference-tables.ts';
import { words } from '#lib/values/text.ts';
import { messages } from '#locales/messages.ts';
import { ibanOf, type TreasuryList } from './iban-list.ts';

interface SearchResult {
  /** Indexes in the list. */
  accounts: Uint32Array;
  warnings: Message[];
}

/** Words of a query without a meaning for the search. */
const SMALL_TALK = new Set(
  'a al ale bugetul catre codul cont contul cu de din iban in jud judet judetul la mun municipiul oras orasul pe pentru plata plati si taxa trezoreria trezorerie'.split(
    ' ',
  ),
);

/** Common names of the payments into the single account. */
const ALSO: Record<string, string> = {
  '5503':
    'cont unic impozit pe profit impozit pe veniturile microintreprinderilor micro impozit pe salarii venit contributii CAS CASS sanatate pensii profit tax salary health pension',
  '20A470300': 'CAM contributia asiguratorie pentru munca',
  '20A100101': 'TVA taxa pe valoarea adaugata VAT value added tax intern',
  '20A100102': 'TVA taxa pe valoarea adaugata VAT value added tax import vama customs',
};

/** Counties in a warning; with more of them the name is too ambiguous. */
const COUNTIES_MAX = 5;

const NONE = new Uint32Array();

export function treasuryIndex(list: TreasuryList) {
  const { units, taxes, unitOf, taxOf, checkDigits, imported } = list;
  const byUnit = nameIndex(
    units.map(({ code, name, locality, county }) => [
      code,
      `trez${code}`,
      ...words(`${name} ${locality ?? ''} ${county}`),
    ]),
  );
  const byTax = nameIndex(
    taxes.map(({ account, padded, taxName, taxNameEn }) =>
      words(`${account} ${padded} ${taxName} ${taxNameEn ?? ''} ${ALSO[account] ?? ''}`),
    ),
  );
  const unitsIn = Map.groupBy(units, (unit) => unit.county);
  const codes = new Set(units.map(({ code }) => code));

  /** All accounts of the treasury without a text, all of the list without a treasury. */
  function find(text: string | undefined, code: string | undefined): SearchResult {
    const within = code === undefined ? list.all : ofUnit(code);
    if (text === undefined) return { accounts: within, warnings: [] };
    const terms = termsOf(text);
    if (terms.length === 0) return { accounts: NONE, warnings: [] };
    const exact = matching(within, terms, 'exact');
    const accounts = exact.length > 0 ? exact : matching(within, terms, 'begins');
    if (accounts.length > 0) return { accounts, warnings: seatOnly(accounts, terms) };
    return code === undefined ? nearby(terms) : { accounts: NONE, warnings: [] };
  }

  function ofUnit(code: string): Uint32Array {
    const is = units.map((unit) => unit.code === code);
    return list.all.filter((account) => is[unitOf[account] ?? 0]);
  }

  /** Accounts that match each word, in the unit or in the tax; an IBAN, or a prefix of one, matches alone. */
  function matching(within: Uint32Array, terms: readonly string[], how: 'exact' | 'begins'): Uint32Array {
    let remaining = within;
    for (const word of terms) {
      if (remaining.length === 0) break;
      remaining = IBAN.test(word)
        ? ofIban(remaining, word.toUpperCase())
        : withWord(remaining, byUnit[how](word), byTax[how](word));
    }
    return remaining;
  }

  /** The hot loop: over the list of the whole country for every word. */
  function withWord(accounts: Uint32Array, unit: Uint8Array, tax: Uint8Array): Uint32Array {
    if (!unit.includes(1) && !tax.includes(1)) return NONE;
    const matches = new Uint32Array(accounts.length);
    let count = 0;
    for (let i = 0; i < accounts.length; i++) {
      const account = accounts[i] ?? 0;
      if (unit[unitOf[account] ?? 0] === 1 || tax[taxOf[account] ?? 0] === 1) matches[count++] = account;
    }
    return matches.subarray(0, count);
  }

  function ofIban(accounts: Uint32Array, iban: string): Uint32Array {
    const check = Number(iban.slice(2, 4));
    return accounts.filter((account) => checkDigits[account] === check && ibanOf(list, account).startsWith(iban));
  }

  /** Warns about a county with only the seat's treasury in the list: its other towns have their own. */
  function seatOnly(accounts: Uint32Array, terms: string[]): Message[] {
    if (imported) return [];
    const [first, ...others] = new Set(Array.from(accounts, (account) => units[unitOf[account] ?? 0]?.county ?? ''));
    if (first === undefined || others.length > 0 || unitsIn.get(first)?.length !== 1) return [];
    return words(first).every((word) => terms.includes(word)) ? [messages.treasury.seatOnly({ county: first })] : [];
  }

  function nearby(terms: string[]): SearchResult {
    const around = localitiesIn(terms).filter((locality) => codes.has(locality.seatCode));
    const [first] = around;
    if (first === undefined) return { accounts: NONE, warnings: [] };
    if (around.length > COUNTIES_MAX)
      return {
        accounts: NONE,
        warnings: [messages.treasury.manyCounties({ place: first.name, counties: around.length })],
      };
    const answers = around.map((locality) => ofSeat(locality, terms));
    return {
      accounts: Uint32Array.from(answers.flatMap((each) => [...each.accounts])),
      warnings: answers.flatMap((each) => each.warnings),
    };
  }

  function ofSeat({ name, county, seatCode, words: own }: Locality, terms: string[]): SearchResult {
    const tax = terms.filter((word) => !own.includes(word));
    const accounts = matching(ofUnit(seatCode), tax, 'begins');
    const seat = units.find(({ code }) => code === seatCode)?.name ?? seatCode;
    const warning = messages.treasury.ofSeat({ place: name, county, seat, code: seatCode });
    return { accounts, warnings: accounts.length > 0 ? [warning] : [] };
  }

  return { find, has: (code: string): boolean => codes.has(code) };
}

/** A prefix with check digits, which few other words have. */
const IBAN = /^ro[0-9]{2}/;

/** The meaningful words; an IBAN is one, also in groups. */
function termsOf(text: string): string[] {
  const iban = parseIban(text);
  return iban === null ? essential([...new Set(words(text))]) : [iban.toLowerCase()];
}

/** Without small talk, unless there are no other words. */
function essential(terms: string[]): string[] {
  const meaningful = terms.filter((word) => !SMALL_TALK.has(word));
  return meaningful.length > 0 ? meaningful : terms;
}

/** An index of names: marks the entries with a word, or a prefix of a word, in their names. */
interface NameIndex {
  /** Marks the entries with the word. */
  exact(word: string): Uint8Array;
  /** Marks the entries with a word that begins with it. */
  begins(word: string): Uint8Array;
}

function nameIndex(names: readonly Iterable<string>[]): NameIndex {
  const entriesOf = new Map<string, number[]>();
  for (const [entry, words] of names.entries())
    for (const word of new Set(words)) entriesOf.getOrInsertComputed(word, () => []).push(entry);
  const vocabulary = [...entriesOf.keys()].sort();
  const mark = (marks: Uint8Array, word: string): void => {
    for (const entry of entriesOf.get(word) ?? []) marks[entry] = 1;
  };
  return {
    exact(word) {
      const marks = new Uint8Array(names.length);
      mark(marks, word);
      return marks;
    },
    begins(word) {
      const marks = new Uint8Array(names.length);
      for (let at = lowerBound(vocabulary, word); vocabulary[at]?.startsWith(word); at++)
        mark(marks, vocabulary[at] ?? '');
      return marks;
    },
  };
}

/** The index of the first word that is not before it. */
function lowerBound(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}

interface Locality {
  name: string;
  county: string;
  /** Treasury of the county seat. */
  seatCode: string;
  /** Words of the town and its county: not part of a tax's name. */
  words: string[];
}

const counties = new Map(
  readReference<'plate' | 'name' | 'treasury_seat_code'>('counties.tsv').map((row) => [row.plate, row]),
);

const localities = readReference<'name' | 'county' | 'urban'>('localities.tsv').map((row) => ({
  name: row.name,
  urban: row.urban === '1',
  own: words(row.name),
  county: counties.get(row.county),
}));

/** The locality with the longest name whose words are all among the terms; a town before villages of its name; one of each county. */
function localitiesIn(terms: readonly string[]): Locality[] {
  const all = localities.filter(({ own }) => own.every((word) => terms.includes(word)));
  // "Fântânele, Arad" means the county, not the town of its name.
  const others = all.filter(({ name, county }) => name !== county?.name);
  const candidates = others.length > 0 ? others : all;
  const longest = Math.max(0, ...candidates.map(({ own }) => own.length));
  let best = candidates.filter(({ own }) => own.length === longest);
  const inCounty = best.filter(({ county }) => words(county?.name ?? '').every((word) => terms.includes(word)));
  if (inCounty.length > 0) best = inCounty;
  if (best.some(({ urban }) => urban)) best = best.filter(({ urban }) => urban);
  const byCounty = new Map(
    best.flatMap((locality) => (locality.county ? [[locality.county.plate, locality] as const] : [])),
  );
  return [...byCounty.values()].flatMap(({ name, own, county }) =>
    county
      ? [{ name, county: county.name, seatCode: county.treasury_seat_code, words: [...own, ...words(county.name)] }]
      : [],
  );
}
