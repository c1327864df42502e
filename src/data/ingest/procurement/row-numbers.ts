/** Numeric keys of procurement rows, the same in every file and list; and sets of such keys. */
import { hash } from 'node:crypto';
import type { ContractRecord } from '#data/sources/procurement/records.ts';
import { foldNumber } from '#domain/procurement/contract-id.ts';
import { partyId } from './parties.ts';

/** Keys from published numbers are below, keys from digests above. */
export const DIGESTS_FROM = 2 ** 50;

/** Letters count in base 27; four of them before nine digits stay below `DIGESTS_FROM`. */
const LETTERS_STEP = 1_000_000_000;
const A = 'A'.charCodeAt(0) - 1;

/** `CN1096282` as a number, its letters folded in; `implied` letters, common to all of a kind, are left out. */
export function publishedKey(code: string, implied = ''): number {
  if (implied !== '' && code.startsWith(implied) && NUMBER.test(code.slice(implied.length)))
    return Number(code.slice(implied.length));
  const [, letters, digits] = /^([A-Z]{0,4})([1-9][0-9]{0,8})$/.exec(code) ?? [];
  if (letters === undefined) return DIGESTS_FROM + digest48(code);
  if (letters === implied) return Number(digits);
  let prefix = 0;
  for (const letter of letters) prefix = prefix * 27 + letter.charCodeAt(0) - A;
  return prefix * LETTERS_STEP + Number(digits);
}

const NUMBER = /^[1-9][0-9]{0,8}$/;

/**
 * Contracts have no unique published number: the authority's is free text, and other contracts use it too. Without one, the lot or title
 * distinguishes the contracts of an award notice.
 */
export function contractKey({ awardNotice, authority, number, date, lots, title }: ContractRecord): number {
  const own = number === null ? `#${lots?.join(', ') || title}` : foldNumber(number);
  return digest48([awardNotice, partyId(authority), own, date].join('\n'));
}

/** 48 bits: among two million, one pair in a hundred and forty such countries shares one. */
export const digest48 = (text: string): number => Number.parseInt(hash('sha1', text).slice(0, 12), 16);

/** Keys of one page: 64 KB of bits. */
const PAGE_KEYS = 524_288;

export class SeenKeys {
  readonly #pages = new Map<number, Uint8Array>();
  /** Digests are spread over the whole range, and few rows have no number. */
  readonly #digests = new Set<number>();

  /** Adds a key; returns whether it was there before. */
  see(key: number): boolean {
    if (key >= DIGESTS_FROM) {
      if (this.#digests.has(key)) return true;
      this.#digests.add(key);
      return false;
    }
    const page = this.#pages.getOrInsertComputed(Math.floor(key / PAGE_KEYS), () => new Uint8Array(PAGE_KEYS / 8));
    const at = key % PAGE_KEYS;
    const bit = 1 << (at & 7);
    const before = page[at >> 3] ?? 0;
    page[at >> 3] = before | bit;
    return (before & bit) !== 0;
  }

  remove(key: number): void {
    this.#digests.delete(key);
    const page = key < DIGESTS_FROM ? this.#pages.get(Math.floor(key / PAGE_KEYS)) : undefined;
    const at = key % PAGE_KEYS;
    if (page) page[at >> 3] = (page[at >> 3] ?? 0) & ~(1 << (at & 7));
  }

  has(key: number): boolean {
    if (key >= DIGESTS_FROM) return this.#digests.has(key);
    const at = key % PAGE_KEYS;
    return (((this.#pages.get(Math.floor(key / PAGE_KEYS))?.[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  }
}
