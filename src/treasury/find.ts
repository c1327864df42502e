/** Accounts by county, town, treasury code and tax name; for a town without a treasury in the list, those of its county seat. */
import { words } from '#base/text.ts';
import type { TreasuryIban, TreasuryList } from './accounts.ts';
import { type Place, placesIn } from './places.ts';

export interface Found {
  accounts: TreasuryIban[];
  warnings: string[];
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

interface Entry {
  account: TreasuryIban;
  place: Set<string>;
  tax: Set<string>;
}

/** Counties named in a warning; more than that, and the name alone says too little. */
const COUNTIES_MAX = 5;

export function treasuryIndex({ accounts, imported }: TreasuryList) {
  const entries = accounts.map((account): Entry => {
    const { code, name, locality, county } = account.treasury;
    return {
      account,
      place: new Set([code, `trez${code}`, ...words(`${name} ${locality ?? ''} ${county}`)]),
      tax: new Set(
        words(
          `${account.account} ${account.iban} ${account.taxName} ${account.taxNameEn} ${ALSO[account.account] ?? ''}`,
        ),
      ),
    };
  });
  const unitsIn = Map.groupBy(
    new Map(accounts.map(({ treasury }) => [treasury.code, treasury])).values(),
    (unit) => unit.county,
  );
  const codes = new Set(accounts.map(({ treasury }) => treasury.code));

  function find(text: string): Found {
    const asked = essential(words(text));
    if (asked.length === 0) return { accounts: [], warnings: [] };
    const exact = entries.filter(({ place, tax }) => asked.every((word) => place.has(word) || tax.has(word)));
    const found = exact.length > 0 ? exact : entries.filter((entry) => asked.every((word) => begins(word, entry)));
    if (found.length === 0) return nearby(asked);
    return { accounts: found.map(({ account }) => account), warnings: seatOnly(found, asked) };
  }

  /** A county of which only the seat's treasury is known: its other towns have theirs. */
  function seatOnly(found: Entry[], asked: string[]): string[] {
    const [first, ...others] = new Set(found.map(({ account }) => account.treasury.county));
    if (imported || first === undefined || others.length > 0 || unitsIn.get(first)?.length !== 1) return [];
    const named = words(first).every((word) => asked.includes(word));
    return named
      ? [`Of ${first} only the treasury of the county seat is in our list; other towns have their own.`]
      : [];
  }

  function nearby(asked: string[]): Found {
    const places = placesIn(asked).filter((place) => codes.has(place.seatCode));
    if (places.length === 0) return { accounts: [], warnings: [] };
    if (places.length > COUNTIES_MAX)
      return { accounts: [], warnings: [`${places[0]?.name} is in ${places.length} counties: name the county, too.`] };
    const answers = places.map((place) => ofSeat(place, asked));
    return { accounts: answers.flatMap((each) => each.accounts), warnings: answers.flatMap((each) => each.warnings) };
  }

  function ofSeat({ name, county, seatCode, words: own }: Place, asked: string[]): Found {
    const tax = asked.filter((word) => !own.includes(word));
    const here = entries.filter(({ account }) => account.treasury.code === seatCode);
    const found = here.filter((entry) => tax.every((word) => beginsIn(word, entry.tax)));
    const seat = here[0]?.account.treasury.name;
    const warning = `No treasury of ${name}, ${county}, is in our list: these are accounts of ${seat} (${seatCode}), the county seat. Ask the tax office which treasury serves ${name}.`;
    return { accounts: found.map(({ account }) => account), warnings: found.length > 0 ? [warning] : [] };
  }

  return { find, has: (code: string): boolean => codes.has(code) };
}

const begins = (word: string, { place, tax }: Entry): boolean => beginsIn(word, place) || beginsIn(word, tax);

function beginsIn(word: string, known: Set<string>): boolean {
  if (known.has(word)) return true;
  for (const each of known) if (each.startsWith(word)) return true;
  return false;
}

/** Without small talk, unless nothing else was said. */
function essential(asked: string[]): string[] {
  const telling = asked.filter((word) => !SMALL_TALK.has(word));
  return telling.length > 0 ? telling : asked;
}
