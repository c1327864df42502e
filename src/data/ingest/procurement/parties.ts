/** Parties as published to columns: a fiscal code only where it is a valid Romanian one, else the published text; and a name for each. */
import { hash } from 'node:crypto';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import type { Row } from '#data/store/table.ts';
import type { party } from '#domain/procurement/rollup-tables.ts';
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

/** Identifies a party in counts and sums: the fiscal code, or a negative digest of the published code or name. */
export const partyId = (party: PartyRecord): number => identityOf(party).id;

interface Identity {
  /** As published. */
  code: string | null;
  /** Null for malformed and foreign codes, even where the check digit of a foreign code is right. */
  cui: number | null;
  id: number;
}

/** A cache of Romanian parties by their codes, because most of them recur. */
const IDENTITIES_MAX = 200_000;
const identities = new Map<string, Identity>();

function identityOf(party: PartyRecord): Identity {
  const { code, country } = party;
  if (code === null || (country !== null && !isRomania(country))) return identify(party);
  const before = identities.get(code);
  if (before) return before;
  if (identities.size >= IDENTITIES_MAX) identities.clear();
  const identity = identify(party);
  // The copy: a substring retains the whole text of a file in memory.
  if (identity.code !== null) identities.set(identity.code, identity);
  return identity;
}

function identify({ code, name, country }: PartyRecord): Identity {
  const ownCode = storedCode(code);
  const cui = ownCode === null || (country !== null && !isRomania(country)) ? null : romanianCui(ownCode);
  return { code: ownCode, cui, id: cui ?? digestOf(ownCode?.replace(/\s+/g, '') ?? name) };
}

const isRomania = (country: string): boolean => country === 'Romania' || ROMANIA.test(fold(country));
const ROMANIA = /^\s*(ro|rou|romania)\b/;

/** A person's numeric code, which some authorities write where a fiscal code belongs: it is not kept. */
const PERSONAL_CODE = /^[1-9][0-9]{2}(?:0[1-9]|1[0-2])(?:0[1-9]|[12][0-9]|3[01])[0-9]{6}$/;

const storedCode = (code: string | null): string | null =>
  code === null || PERSONAL_CODE.test(code.replace(/\D/g, '')) ? null : Buffer.from(code).toString();

/** A code may follow `R`, the prefix of VAT payers until 2007, and its own label: `C.U.I. RO 123`. */
const BEFORE_CODE = /^(?:c\.?u\.?i\.?|c\.?i\.?f\.?|c\.?f\.?)?:?\s*(?:r(?=\s*[0-9]))?/i;

function romanianCui(code: string): number | null {
  const cui = parseCui(code.trimStart().replace(BEFORE_CODE, ''));
  return cui !== null && hasRightCheckDigit(cui) ? Number(cui) : null;
}

const digestOf = (identity: string): number =>
  -Number.parseInt(hash('sha1', words(identity).join(' ')).slice(0, 12), 16) - 1;

interface Named {
  day: string;
  cui: number | null;
  code: string | null;
  name: string;
}

type Party<Role extends string> = Record<`${Role}_id` | `${Role}_cui`, number | null> &
  Record<`${Role}_code` | `${Role}_name`, string | null>;

/** Columns of a row that names an authority, and perhaps a supplier. */
export type NamedParties = Party<'authority'> & Partial<Party<'supplier'>> & { day: string };

export class PartyNames {
  readonly #named = new Map<number, Named>();
  /** The day of the last row: rows of a day come by the thousand. */
  #day = '';

  note(row: NamedParties): void {
    const { day, supplier_name: supplier = null } = row;
    this.#note(row.authority_id, row.authority_cui, row.authority_code, row.authority_name, day);
    if (supplier !== null) this.noteSupplier(row as Party<'supplier'> & { day: string });
  }

  noteSupplier(row: Party<'supplier'> & { day: string }): void {
    this.#note(row.supplier_id, row.supplier_cui, row.supplier_code, row.supplier_name, row.day);
  }

  #note(id: number | null, cui: number | null, code: string | null, name: string | null, day: string): void {
    if (id === null || name === null) return;
    const before = this.#named.get(id);
    if (before !== undefined && before.day >= day) return;
    if (day !== this.#day) this.#day = owned(day);
    // Most parties keep their name: only a changed one is copied.
    if (before?.name === name && before.code === code) before.day = this.#day;
    else this.#named.set(id, { day: this.#day, cui, code: code === null ? null : owned(code), name: owned(name) });
  }

  *rows(): Generator<Row<typeof party>> {
    for (const [key, { cui, code, name }] of [...this.#named].sort(([a], [b]) => a - b)) yield { key, cui, code, name };
  }
}

/** A copy: a substring retains the whole text of a file in memory. */
const owned = (text: string): string => Buffer.from(text).toString();
