/** Parties as published to columns: a fiscal code only where it is a right Romanian one, else what was written. */
import { hash } from 'node:crypto';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import { hasRightCheckDigit, parseCui } from '#lib/values/cui.ts';
import { fold, words } from '#lib/values/text.ts';

export function authorityColumns(party: PartyRecord) {
  const { code, cui, id } = identityOf(party);
  return { authority_code: code, authority_cui: cui, authority_name: party.name, authority_id: id };
}

export function supplierColumns(party: PartyRecord) {
  const { code, cui, id } = identityOf(party);
  return { supplier_code: code, supplier_cui: cui, supplier_name: party.name, supplier_id: id };
}

export const NO_SUPPLIER = { supplier_code: null, supplier_cui: null, supplier_name: null, supplier_id: null };

/** Who it is, for counting and summing: the fiscal code, or a negative digest of the code or name as published. */
export const partyId = (party: PartyRecord): number => identityOf(party).id;

interface Identity {
  /** As published. */
  code: string | null;
  /** Null for foreign codes, also where their digits happen to add up, and for malformed ones. */
  cui: number | null;
  id: number;
}

/** Most parties come again and again: Romanian ones, by their codes. */
const KNOWN_MAX = 200_000;
const known = new Map<string, Identity>();

function identityOf(party: PartyRecord): Identity {
  const { code, country } = party;
  if (code === null || (country !== null && !isRomania(country))) return identify(party);
  const before = known.get(code);
  if (before) return before;
  if (known.size >= KNOWN_MAX) known.clear();
  const identity = identify(party);
  // The copy: a piece of a file's text would keep all of it in memory.
  if (identity.code !== null) known.set(identity.code, identity);
  return identity;
}

function identify({ code, name, country }: PartyRecord): Identity {
  const kept = storedCode(code);
  const cui = kept === null || (country !== null && !isRomania(country)) ? null : romanianCui(kept);
  return { code: kept, cui, id: cui ?? digestOf(kept?.replace(/\s+/g, '') ?? name) };
}

const isRomania = (country: string): boolean => country === 'Romania' || ROMANIA.test(fold(country));
const ROMANIA = /^\s*(ro|rou|romania)\b/;

/** A person's numeric code, which some authorities write where a fiscal code belongs: it is not kept. */
const PERSONAL_CODE = /^[1-9][0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{6}$/;

const storedCode = (code: string | null): string | null =>
  code === null || PERSONAL_CODE.test(code.replace(/\D/g, '')) ? null : Buffer.from(code).toString();

/** Before them also stands `R`, which payers of VAT had until 2007, and what the number is: `C.U.I. RO 123`. */
const BEFORE_CODE = /^(?:c\.?u\.?i\.?|c\.?i\.?f\.?|c\.?f\.?)?:?\s*(?:r(?=\s*[0-9]))?/i;

function romanianCui(code: string): number | null {
  const cui = parseCui(code.trimStart().replace(BEFORE_CODE, ''));
  return cui !== null && hasRightCheckDigit(cui) ? Number(cui) : null;
}

const digestOf = (identity: string): number =>
  -Number.parseInt(hash('sha1', words(identity).join(' ')).slice(0, 12), 16) - 1;
