/** A contract is identified by its published number, as users type it, or by a unique id. */
import { fold } from '#lib/values/text.ts';

/** Contracts have no published id: it is derived from the stored key. */
export const contractId = (key: number): string => `ctr-${key.toString(36)}`;

/** Null when the text is no such id. */
export function contractKey(id: string): number | null {
  const [, digits] = /^ctr-([0-9a-z]{1,10})$/.exec(id) ?? [];
  const key = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return Number.isSafeInteger(key) ? key : null;
}

/** Without case, diacritics and blanks: `12 / 03.04.2026` and `12/03.04.2026` are one number. */
export const foldNumber = (number: string): string => fold(number).replace(/\s+/g, '');
