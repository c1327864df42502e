/** Values in the procurement system's JSON. */

import { numberOf, objectOf, textOf } from '#data/sources/json.ts';
import { codeOf, cpvOf } from '#data/sources/procurement/exports/values.ts';
import type { CpvRecord, PartyRecord } from '#data/sources/procurement/records.ts';
import { bucharestDay, type Day, isDay } from '#lib/values/date.ts';
import { parseDealBani } from '#lib/values/money.ts';
import { clean } from '#lib/values/text.ts';

/** `2026-04-04T01:54:35+03:00` → the instant in UTC. The year 1 means none. */
export function instantOf(value: unknown): string | null {
  if (typeof value !== 'string' || value.startsWith('0001-')) return null;
  const ms = Date.parse(value);
  return Number.isNaN(ms) ? null : new Date(ms).toISOString();
}

/** The day in Bucharest. */
export function dayOf(value: unknown): Day | null {
  const instant = instantOf(value);
  if (instant === null) return null;
  const localDay = String(value).slice(0, 10);
  // The offset is that of Bucharest: the day is the local one.
  return /\+0[23]:00$/.test(String(value)) && isDay(localDay) ? localDay : bucharestDay(Date.parse(instant));
}

/** Lei, as a number, to bani. */
export function baniOf(value: unknown): number | null {
  const lei = numberOf(value);
  return lei === null ? null : parseDealBani(lei.toFixed(4));
}

/** The system's id of a record; null for another value. */
export function keyOf(value: unknown): number | null {
  const key = numberOf(value);
  return Number.isSafeInteger(key) ? key : null;
}

/** `{ id, text, localeKey }` */
export const codedText = (value: unknown): string | null => textOf(objectOf(value).text);
export const codedId = (value: unknown): number | null => numberOf(objectOf(value).id);

/** `34351100-3 - Anvelope (Rev.2)` */
export const cpvIn = (value: unknown): CpvRecord | null => cpvOf(textOf(value), null);

/** `RO 6865630 NAME`, `4317975 NAME`, `RO1590120 - NAME`, `DE811193231 NAME`; or a name only. */
export function partyIn(value: unknown): PartyRecord | null {
  const text = textOf(value)?.replace(NO_CODE, '') ?? null;
  if (text === null) return null;
  const [, code = '', rest = ''] = /^((?:[A-Z]{2}\s+)?\S+)\s+(?:-\s+)?(\S.*)$/is.exec(text) ?? [];
  const isCode = /[0-9]/.test(code) && /\p{L}/u.test(rest) && CODE.test(code);
  return {
    code: isCode ? codeOf(code) : null,
    name: isCode ? rest : text,
    city: null,
    county: null,
    country: null,
  };
}

/** All digits, `RO` and anything, or at least four digits among other characters. */
const CODE = /^[0-9]{2,}$|^RO\b|^RO[0-9]|(?:[0-9].*){4}/i;

const NO_CODE = /^(?:-|n\/a)\s+/i;

/** A party with its address. */
export function partyAt(value: unknown): PartyRecord | null {
  const { name, fiscalNumber, address } = objectOf(value);
  const { officialName, city, county, country, countryItem } = objectOf(address);
  const code = codeOf(textOf(fiscalNumber));
  const title = textOf(name) ?? textOf(officialName) ?? code;
  if (title === null) return null;
  return {
    code,
    name: title,
    city: textOf(city),
    county: codedText(county) ?? clean(typeof county === 'string' ? county : null),
    country: codedText(countryItem) ?? codedText(country) ?? clean(typeof country === 'string' ? country : null),
  };
}
