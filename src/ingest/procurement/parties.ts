/** Parties as published to columns: a fiscal code only where it is a right Romanian one, else what was written. */
import { hash } from 'node:crypto';
import { hasRightCheckDigit, parseCui } from '#base/cui.ts';
import { fold } from '#base/text.ts';
import type { PartyRecord } from '#sources/procurement/records.ts';
import type { Value } from '#store/database.ts';

export const partyColumns = (role: 'authority' | 'supplier'): string[] => [
  `${role}_code`,
  `${role}_cui`,
  `${role}_name`,
  `${role}_id`,
];

export function partyValues(party: PartyRecord | null): Value[] {
  if (party === null) return [null, null, null, null];
  return [storedCode(party.code), romanianCui(party), party.name, partyId(party)];
}

/** A person's numeric code, which some authorities write where a fiscal code belongs: it is not kept. */
const PERSONAL_CODE = /^[1-9][0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{6}$/;

const storedCode = (code: string | null): string | null =>
  code !== null && PERSONAL_CODE.test(code.replace(/\D/g, '')) ? null : code;

/** Null for foreign codes, also where their digits happen to add up, and for malformed ones. */
export function romanianCui({ code, country }: PartyRecord): number | null {
  if (code === null || (country !== null && !ROMANIA.test(fold(country)))) return null;
  const cui = parseCui(code);
  return cui !== null && hasRightCheckDigit(cui) ? Number(cui) : null;
}

const ROMANIA = /^\s*(ro|rou|romania)\b/;

/** Who it is, for counting and summing: the fiscal code, or a negative digest of the code or name as published. */
export function partyId(party: PartyRecord): number {
  const cui = romanianCui(party);
  if (cui !== null) return cui;
  const identity = storedCode(party.code)?.replace(/\s+/g, '') ?? party.name.replace(/[^\p{L}\p{N}]+/gu, ' ').trim();
  return -Number.parseInt(hash('sha1', fold(identity)).slice(0, 12), 16) - 1;
}
