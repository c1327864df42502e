/**
 * Postal codes have six digits. The registry and the tax authority publish those of București (01 to 06) and Ilfov (07) without the leading
 * zero; shorter codes are of the time before 2003.
 */
import { findCounty } from './county.ts';

export interface PostalCode {
  postalCode: string | null;
  /** The leading zero was missing; null without a code. */
  postalCodeCorrected: boolean | null;
}

const WITHOUT_ZERO: Readonly<Record<string, RegExp>> = { bucuresti: /^[1-6][0-9]{4}$/, ilfov: /^7[0-9]{4}$/ };

export function postalCodeOf(published: string | null, county: string | null): PostalCode {
  const code = published?.trim() ?? '';
  if (/^[0-9]{6}$/.test(code) && Number(code) > 0) return { postalCode: code, postalCodeCorrected: false };
  const isShort = WITHOUT_ZERO[findCounty(county ?? '')?.slug ?? '']?.test(code) ?? false;
  return isShort
    ? { postalCode: `0${code}`, postalCodeCorrected: true }
    : { postalCode: null, postalCodeCorrected: null };
}
