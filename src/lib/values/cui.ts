/** Fiscal codes (CUI): their notations, and the check digit that tells a typing error from an unknown company. */

const WEIGHTS = [7, 5, 3, 2, 1, 7, 5, 3, 2];

/** `' RO 9000 0014 '` → `'90000014'`; null when the text is no fiscal code. Leading zeros are dropped. */
export function parseCui(text: string): string | null {
  if (/^[1-9][0-9]{0,9}$/.test(text)) return text;
  const match = /^(?:RO)?([0-9]{1,10})$/i.exec(text.replace(/\s+/g, ''));
  if (!match?.[1]) return null;
  const digits = match[1].replace(/^0+/, '');
  return digits === '' ? null : digits;
}

/** Check digit of a body of at most nine digits: weights 7 5 3 2 1 7 5 3 2 from the left-padded body, times 10, mod 11, 10 counts as 0. */
function cuiCheckDigit(body: number | string): number {
  const digits = String(body);
  const skipped = WEIGHTS.length - digits.length;
  let sum = 0;
  for (let i = 0; i < digits.length; i++) sum += Number(digits[i]) * Number(WEIGHTS[skipped + i]);
  return ((sum * 10) % 11) % 10;
}

export function hasRightCheckDigit(cui: string): boolean {
  return cui.length >= 2 && Number(cui.at(-1)) === cuiCheckDigit(cui.slice(0, -1));
}

/** Appends the check digit: `9000001` → `'90000014'`. */
export const cuiOf = (body: number): string => `${body}${cuiCheckDigit(body)}`;
