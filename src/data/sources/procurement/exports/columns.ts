/** Columns of the exports, found by folded names: every year spells them differently, and some years misspell them. */

import type { Cell } from '#lib/readers/workbook/worksheet.ts';
import { fold } from '#lib/values/text.ts';

/** `AUTORITATE_CONTRACTANTA_CUI`, `AutoritateContractantaCUI` and `Autoritate contractantă, CUI` are one name. */
export const foldedName = (cell: Cell | undefined): string =>
  typeof cell === 'string' ? fold(cell).replace(/[^a-z0-9]+/g, '') : '';

/** Normalises the names of columns of amounts, which depend on each other. */
export function moneyNames(header: readonly string[]): string[] {
  // All values are without VAT; a header that states this wins over one that does not.
  const stated = new Set(header.filter((name) => WITHOUT_VAT.test(name)).map((name) => name.replace(WITHOUT_VAT, '')));
  const names = header.map((name) => (stated.has(name) ? '' : name.replace(WITHOUT_VAT, '')));
  // `Valoare`, `Moneda`, `Valoare atribuita`: the last one is `ValoareRON` of other years, and the currency is that of the first.
  const isBoth = names.includes('valoare') && !names.includes('valoareron');
  return names.map((name) => (isBoth && name === 'valoareatribuita' ? 'valoareron' : name));
}

const WITHOUT_VAT = /(?:faratva|exclusivtva)/;

/** Whether the name states lei, which overrides a column of currencies. */
export const isInLei = (name: string | undefined): boolean => /(?:ron|lei)$/.test(name ?? '');

/** The field of a column → its folded names, the preferred one first, separated by blanks. */
export type Names<Field extends string> = Readonly<Record<Field, string>>;

/** The position of each column in a row. A missing column has a position past the end and reads as undefined. */
export type Positions<Field extends string> = Readonly<Record<Field, number>>;

export const PAST_THE_END = 10_000;

/** A shorter misspelt name could be another name. */
const MISSPELT_LENGTH_MIN = 8;

/**
 * A column with the right name wins; for fields that are still missing, a header that is one letter off (added, dropped,
 * replaced or swapped with its neighbour) counts, if it is not the right name of something else.
 */
export function positionsOf<Field extends string>(header: readonly string[], names: Names<Field>): Positions<Field> {
  const positions = {} as Record<Field, number>;
  const spelledRight = new Set(Object.values<string>(names).flatMap((list) => list.split(' ')));
  for (const field of Object.keys(names) as Field[]) {
    const spellings = names[field].split(' ');
    const right = spellings.map((name) => header.indexOf(name)).find((at) => at >= 0);
    const near = () =>
      header.findIndex((name) => !spelledRight.has(name) && !OTHERS.has(name) && isMisspelt(name, spellings));
    const at = right ?? near();
    positions[field] = at < 0 ? PAST_THE_END : at;
  }
  return positions;
}

/** Right names of unused columns that are one letter from a used one. */
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
