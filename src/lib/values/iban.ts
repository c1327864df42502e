/** Romanian IBANs: 24 characters, checked by the remainder of ISO 7064. */

/** `RO77 TREZ 0022 0A10 0101 XTVA` → without blanks, upper case. */
const compact = (text: string): string => text.replace(/\s+/g, '').toUpperCase();

/** The electronic form; null when the shape or the check digits are wrong. */
export function parseIban(text: string): string | null {
  const iban = compact(text);
  return /^RO[0-9]{2}[A-Z]{4}[0-9A-Z]{16}$/.test(iban) && remainder(iban.slice(4) + iban.slice(0, 4)) === 1
    ? iban
    : null;
}

/** Adds country and check digits to a bank code and account of twenty characters. */
export const ibanWith = (account: string): string =>
  `RO${String(98 - remainder(`${account}RO00`)).padStart(2, '0')}${account}`;

const ZERO = 48;
const NINE = 57;
/** `A` is 65 and counts as 10. */
const LETTERS = 55;

/** Letters count as two digits, A = 10 … Z = 35. Digit by digit: the whole number exceeds the safe integers. */
function remainder(text: string): number {
  let rest = 0;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    rest = (code > NINE ? rest * 100 + code - LETTERS : rest * 10 + code - ZERO) % 97;
  }
  return rest;
}

/** Parts of a State Treasury account: `TREZ`, three digits of the unit, the account padded with X. */
export function treasuryAccountOf(iban: string): { treasury: string; account: string } | null {
  const match = /^RO[0-9]{2}TREZ([0-9]{3})([0-9A-Z]{13})$/.exec(iban);
  return match ? { treasury: match[1] ?? '', account: match[2] ?? '' } : null;
}
