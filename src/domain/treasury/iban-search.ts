/** Accounts by county, town, treasury code and tax name; for a town without a treasury in the list, those of its county seat. */

import type { Message } from '#lib/i18n/message.ts';
import { parseIban } from '#lib/values/iban.ts';
import { words } from '#lib/values/text.ts';
import { messages } from '#locales/messages.ts';
import { ibanOf, type TreasuryList } from './iban-list.ts';
import { named } from './name-index.ts';
import { type Place, placesIn } from './places.ts';

export interface Found {
  /** Their places in the list. */
  accounts: Uint32Array;
  warnings: Message[];
}

/** Said around what is looked for. */
const SMALL_TALK = new Set(
  'a al ale bugetul catre codul cont contul cu de din iban in jud judet judetul la mun municipiul oras orasul pe pentru plata plati si taxa trezoreria trezorerie'.split(
    ' ',
  ),
);

/** What people pay into the single account, under the names they know. */
const ALSO: Record<string, string> = {
  '5503':
    'cont unic impozit pe profit impozit pe veniturile microintreprinderilor micro impozit pe salarii venit contributii CAS CASS sanatate pensii profit tax salary health pension',
  '20A470300': 'CAM contributia asiguratorie pentru munca',
  '20A100101': 'TVA taxa pe valoarea adaugata VAT value added tax intern',
  '20A100102': 'TVA taxa pe valoarea adaugata VAT value added tax import vama customs',
};

/** Counties named in a warning; more than that, and the name alone says too little. */
const COUNTIES_MAX = 5;

const NONE = new Uint32Array();

export function treasuryIndex(list: TreasuryList) {
  const { units, taxes, unitOf, taxOf, checkDigits, imported } = list;
  const places = named(
    units.map(({ code, name, locality, county }) => [
      code,
      `trez${code}`,
      ...words(`${name} ${locality ?? ''} ${county}`),
    ]),
  );
  const payments = named(
    taxes.map(({ account, padded, taxName, taxNameEn }) =>
      words(`${account} ${padded} ${taxName} ${taxNameEn ?? ''} ${ALSO[account] ?? ''}`),
    ),
  );
  const unitsIn = Map.groupBy(units, (unit) => unit.county);
  const codes = new Set(units.map(({ code }) => code));

  /** All of the treasury when nothing is said, all of the list when no treasury is named. */
  function find(text: string | undefined, code: string | undefined): Found {
    const within = code === undefined ? list.all : ofUnit(code);
    if (text === undefined) return { accounts: within, warnings: [] };
    const asked = askedFor(text);
    if (asked.length === 0) return { accounts: NONE, warnings: [] };
    const exact = having(within, asked, 'exact');
    const accounts = exact.length > 0 ? exact : having(within, asked, 'begins');
    if (accounts.length > 0) return { accounts, warnings: seatOnly(accounts, asked) };
    return code === undefined ? nearby(asked) : { accounts: NONE, warnings: [] };
  }

  function ofUnit(code: string): Uint32Array {
    const is = units.map((unit) => unit.code === code);
    return list.all.filter((account) => is[unitOf[account] ?? 0]);
  }

  /** Accounts of which each word is said, in the place or in the tax; an IBAN, or the beginning of one, says it all. */
  function having(within: Uint32Array, asked: readonly string[], how: 'exact' | 'begins'): Uint32Array {
    let left = within;
    for (const word of asked) {
      if (left.length === 0) break;
      left = IBAN.test(word) ? ofIban(left, word.toUpperCase()) : saying(left, places[how](word), payments[how](word));
    }
    return left;
  }

  /** The hot loop: a list of the whole country once for every word. */
  function saying(accounts: Uint32Array, place: Uint8Array, tax: Uint8Array): Uint32Array {
    if (!place.includes(1) && !tax.includes(1)) return NONE;
    const kept = new Uint32Array(accounts.length);
    let count = 0;
    for (let i = 0; i < accounts.length; i++) {
      const account = accounts[i] ?? 0;
      if (place[unitOf[account] ?? 0] === 1 || tax[taxOf[account] ?? 0] === 1) kept[count++] = account;
    }
    return kept.subarray(0, count);
  }

  function ofIban(accounts: Uint32Array, iban: string): Uint32Array {
    const check = Number(iban.slice(2, 4));
    return accounts.filter((account) => checkDigits[account] === check && ibanOf(list, account).startsWith(iban));
  }

  /** A county of which only the seat's treasury is known: its other towns have theirs. */
  function seatOnly(accounts: Uint32Array, asked: string[]): Message[] {
    if (imported) return [];
    const [first, ...others] = new Set(Array.from(accounts, (account) => units[unitOf[account] ?? 0]?.county ?? ''));
    if (first === undefined || others.length > 0 || unitsIn.get(first)?.length !== 1) return [];
    return words(first).every((word) => asked.includes(word)) ? [messages.treasury.seatOnly({ county: first })] : [];
  }

  function nearby(asked: string[]): Found {
    const around = placesIn(asked).filter((place) => codes.has(place.seatCode));
    const [first] = around;
    if (first === undefined) return { accounts: NONE, warnings: [] };
    if (around.length > COUNTIES_MAX)
      return {
        accounts: NONE,
        warnings: [messages.treasury.manyCounties({ place: first.name, counties: around.length })],
      };
    const answers = around.map((place) => ofSeat(place, asked));
    return {
      accounts: Uint32Array.from(answers.flatMap((each) => [...each.accounts])),
      warnings: answers.flatMap((each) => each.warnings),
    };
  }

  function ofSeat({ name, county, seatCode, words: own }: Place, asked: string[]): Found {
    const tax = asked.filter((word) => !own.includes(word));
    const accounts = having(ofUnit(seatCode), tax, 'begins');
    const seat = units.find(({ code }) => code === seatCode)?.name ?? seatCode;
    const warning = messages.treasury.ofSeat({ place: name, county, seat, code: seatCode });
    return { accounts, warnings: accounts.length > 0 ? [warning] : [] };
  }

  return { find, has: (code: string): boolean => codes.has(code) };
}

/** As a word: with its check digits, so that few others begin like it. */
const IBAN = /^ro[0-9]{2}/;

/** The words that tell something; an IBAN is one, also when it is written in groups. */
function askedFor(text: string): string[] {
  const iban = parseIban(text);
  return iban === null ? essential([...new Set(words(text))]) : [iban.toLowerCase()];
}

/** Without small talk, unless nothing else was said. */
function essential(asked: string[]): string[] {
  const telling = asked.filter((word) => !SMALL_TALK.has(word));
  return telling.length > 0 ? telling : asked;
}
