/** A fiscal code as people and spreadsheets write it: with RO, blanks, thousands, or as a number with decimals. */
import { hasRightCheckDigit, parseCui } from '#lib/values/cui.ts';

/** A name with its code has a hundred characters; longer texts are read no further, and shown no longer. */
export const TEXT_LENGTH_MAX = 100;

/** Inside of a text only a number that is long enough to be no house number, and has the right check digit. */
const DIGITS_IN_TEXT_MIN = 5;

/** What nobody sees, and the mark by which Excel keeps a number as text. */
export const tidied = (text: string): string =>
  text
    .replace(/[\p{Cf}\p{Cc}]/gu, ' ')
    .trim()
    .replace(/^'/, '')
    .trim();

/** The code that a whole text is; null when it is none. */
export function codeIn(text: string): string | null {
  if (text.length > TEXT_LENGTH_MAX) return null;
  const compact = text.replace(/\s+/g, '').replace(/^C\.?[UI]\.?[IF]\.?:?/i, '');
  // 90.000.014, as a spreadsheet writes thousands; 90000014.00, as it writes numbers.
  if (/^(?:RO)?[0-9]{1,3}(?:\.[0-9]{3}){1,3}$/i.test(compact)) return parseCui(compact.replaceAll('.', ''));
  return parseCui(compact.replace(/[.,]0{1,4}$/, ''));
}

/** Codes with nothing but blanks between them: `90000014 RO 90000022`; null when anything else stands there. */
export function codesIn(text: string): string[] | null {
  const words = text.replace(/\bRO\s+(?=[0-9])/gi, 'RO').split(/\s+/);
  const codes = words.map(codeIn);
  return words.length > 1 && codes.every((code) => code !== null && code.length > 1) ? words : null;
}

/** The one code among other words: `ZIMBRUL AURIU SA, CUI 90000014`; null when there is none, or several. */
export function codeAmongWords(text: string): string | null {
  const found = new Set<string>();
  for (const [, digits = ''] of text
    .slice(0, TEXT_LENGTH_MAX * 3)
    .matchAll(/(?<![0-9])(?:RO)?([0-9]{2,10})(?![0-9])/gi))
    if (digits.length >= DIGITS_IN_TEXT_MIN && hasRightCheckDigit(digits)) found.add(digits);
  const [only = null] = found;
  return found.size === 1 ? only : null;
}
