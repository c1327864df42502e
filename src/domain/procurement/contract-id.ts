/** How a contract is named: by its number, as people type it, or by an id of ours that no two share. */
import { fold } from '#lib/values/text.ts';

/** Contracts have no published id: ours is made of the key they are stored under. */
export const contractId = (key: number): string => `ctr-${key.toString(36)}`;

/** Null when the text is no id of ours. */
export function contractKey(id: string): number | null {
  const [, digits] = /^ctr-([0-9a-z]{1,10})$/.exec(id) ?? [];
  const key = digits === undefined ? Number.NaN : Number.parseInt(digits, 36);
  return Number.isSafeInteger(key) ? key : null;
}

/** Without case, diacritics and blanks: `12 / 03.04.2026` and `12/03.04.2026` are one number. */
export const foldNumber = (number: string): string => fold(number).replace(/\s+/g, '');
