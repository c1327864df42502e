/** Parties as published to columns: a fiscal code only where it is a valid Romanian one, else a digest; their spellings; and a name for each. */
import { hash } from 'node:crypto';
import type { PartyRecord } from '#data/sources/procurement/records.ts';
import type { PartBuild } from '#data/store/dataset.ts';
import { party } from '#domain/procurement/rollup-tables.ts';
import { spelling as spellingTable } from '#domain/procurement/tables.ts';
import { hasRightCheckDigit, parseCui } from '#lib/values/cui.ts';
import { fold, words } from '#lib/values/text.ts';

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

export function identityOf(party: PartyRecord): Identity {
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

/** A code and a name as published together, and the last day of a row that has them. */
export interface Spelling extends Identity {
  key: number;
  name: string;
  /** As in the file, also where `code` leaves it out; and the country, where it is another one. */
  published: string | null;
  foreign: string | null;
  /** Below zero before the first such row. */
  day: number;
  /** Rows of that day come by the thousand: which of them came first. */
  turn: number;
}

type PartyColumns<Role extends string> = Record<`${Role}_id` | `${Role}_spelling`, number | null>;
/** Columns of a row that names an authority, a supplier, or both. */
export type NamedParties = Partial<PartyColumns<'authority'> & PartyColumns<'supplier'>>;

/** Spellings in memory: with more, those so far are stored, and one that recurs gets another number. */
const SPELLINGS_MAX = 500_000;

/** Numbers the spellings of parties, and finds the name of each party that was published last. */
export class Parties {
  #spellings: Spelling[] = [];
  /** By a hash of the code, or of the name without one: millions of texts are looked up, cut from others. */
  readonly #byHash = new Map<number, Spelling[]>();
  readonly #last = new Map<number, Spelling>();
  /** The number of the first spelling in memory. */
  #first: number;
  #turns = 0;

  constructor(first = 1) {
    this.#first = first;
  }

  spelled(party: PartyRecord): Spelling {
    const { code: published, name, country } = party;
    const foreign = country === null || isRomania(country) ? null : country;
    const alike = this.#byHash.getOrInsertComputed(hashOf(published ?? name), () => []);
    for (const spelling of alike)
      if (spelling.published === published && spelling.name === name && spelling.foreign === foreign) return spelling;
    const key = this.#first + this.#spellings.length;
    const texts = { name: owned(name), published: published && owned(published), foreign: foreign && owned(foreign) };
    const spelling: Spelling = { ...identityOf(party), ...texts, key, day: -1, turn: 0 };
    alike.push(spelling);
    this.#spellings.push(spelling);
    return spelling;
  }

  /** A row that is stored. `day`: as a number. */
  note({ authority_spelling: authority, supplier_spelling: supplier }: NamedParties, day: number): void {
    if (authority != null) this.#note(authority, day);
    if (supplier != null) this.#note(supplier, day);
  }

  #note(key: number, day: number): void {
    const spelling = this.#spellings[key - this.#first];
    if (spelling === undefined || spelling.day >= day) return;
    spelling.day = day;
    spelling.turn = ++this.#turns;
  }

  /** Between two batches of rows: stores the spellings when they are many. */
  async relieve(part: PartBuild): Promise<void> {
    if (this.#spellings.length > SPELLINGS_MAX) await this.#store(part);
  }

  /** Stores what is left, and the parties. */
  async end(part: PartBuild): Promise<void> {
    await this.#store(part);
    const parties = [...this.#last.values()].sort((a, b) => a.id - b.id);
    await part.load(
      party,
      parties.map(({ id, cui, code, name }) => ({ key: id, cui, code, name })),
    );
  }

  async #store(part: PartBuild): Promise<void> {
    const noted = this.#spellings.filter(({ day }) => day >= 0);
    for (const spelling of noted) {
      const last = this.#last.get(spelling.id);
      const isLater =
        last === undefined || spelling.day > last.day || (spelling.day === last.day && spelling.turn < last.turn);
      if (isLater) this.#last.set(spelling.id, spelling);
    }
    await part.load(spellingTable, noted);
    this.#first += this.#spellings.length;
    this.#spellings = [];
    this.#byHash.clear();
  }
}

function hashOf(text: string): number {
  let hash = 0;
  for (let i = 0; i < text.length; i++) hash = (Math.imul(hash, 31) + text.charCodeAt(i)) | 0;
  return hash;
}

/** A copy: a substring retains the whole text of a file in memory. */
const owned = (text: string): string => Buffer.from(text).toString();
