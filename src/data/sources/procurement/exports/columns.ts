/** Columns of the exports, found by folded names: every year spells them differently, and some years misspell them. */

import type { Cell } from '#lib/readers/workbook/sheet.ts';
import { fold } from '#lib/values/text.ts';

/** `AUTORITATE_CONTRACTANTA_CUI`, `AutoritateContractantaCUI` and `Autoritate contractantă, CUI` are one name. */
export const foldedName = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? fold(cell).replace(/[^a-z0-9]+/g, '') : '';

/** What the names of money mean beside each other. */
export function moneyNames(header: readonly string[]): string[] {
  // Values are without VAT, whether a header says so or not; one that says so wins over one that does not.
  const said = new Set(header.filter((name) => WITHOUT_VAT.test(name)).map((name) => name.replace(WITHOUT_VAT, '')));
  const names = header.map((name) => (said.has(name) ? '' : name.replace(WITHOUT_VAT, '')));
  // `Valoare`, `Moneda`, `Valoare atribuita`: the last one is `ValoareRON` of other years, and the currency is that of the first.
  const isBoth = names.includes('valoare') && !names.includes('valoareron');
  return names.map((name) => (isBoth && name === 'valoareatribuita' ? 'valoareron' : name));
}

const WITHOUT_VAT = /(?:faratva|exclusivtva)/;

/** Whether the name of the column says that it holds lei, whatever a column of currencies says. */
export const isInLei = (name: string | undefined): boolean => /(?:ron|lei)$/.test(name ?? '');

/** What we call a column → its folded names, the preferred one first, divided by blanks. */
export type Names<Field extends string> = Readonly<Record<Field, string>>;

/** Where each column stands in a row; one that the file lacks points past the end and reads as undefined. */
export type Places<Field extends string> = Readonly<Record<Field, number>>;

export const PAST_THE_END = 10_000;

/** A misspelt name of fewer letters could be another name. */
const MISSPELT_LENGTH_MIN = 8;

/**
 * A column with the right name wins; for fields that are still missing, a header that is one letter off (added, dropped,
 * replaced or swapped with its neighbour) counts, if it is not the right name of something else.
 */
export function placesOf<Field extends string>(header: readonly string[], names: Names<Field>): Places<Field> {
  const places = {} as Record<Field, number>;
  const known = new Set(Object.values<string>(names).flatMap((list) => list.split(' ')));
  for (const field of Object.keys(names) as Field[]) {
    const spellings = names[field].split(' ');
    const right = spellings.map((name) => header.indexOf(name)).find((at) => at >= 0);
    const near = () => header.findIndex((name) => !known.has(name) && !OTHERS.has(name) && isMisspelt(name, spellings));
    const at = right ?? near();
    places[field] = at < 0 ? PAST_THE_END : at;
  }
  return places;
}

/** Right names of columns that nobody reads, but that are a letter from one that somebody does. */
const OTHERS = new Set(['tipcontract', 'data', 'valoareeur', 'cpvcodeid', 'datacontractului']);

const isMisspelt = (name: string, spellings: readonly string[]): boolean =>
  name.length >= MISSPELT_LENGTH_MIN &&
  spellings.some((right) => right.length >= MISSPELT_LENGTH_MIN && isOneOff(name, right));

function isOneOff(a: string, b: string): boolean {
  if (a.length > b.length) return isOneOff(b, a);
  if (b.length - a.length > 1) return false;
  let start = 0;
  while (start < a.length && a[start] === b[start]) start++;
  const rest = (text: string, from: number): string => text.slice(from);
  if (a.length < b.length) return rest(a, start) === rest(b, start + 1);
  if (rest(a, start + 1) === rest(b, start + 1)) return true;
  return a[start] === b[start + 1] && a[start + 1] === b[start] && rest(a, start + 2) === rest(b, start + 2);
}
