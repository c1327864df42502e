/** Which keys were seen, for tens of millions of them: published numbers lie close together, so that a bit each is enough. */
import { DIGESTS_FROM } from './row-numbers.ts';

/** Keys of one page: 64 KB of bits. */
const PAGE_KEYS = 524_288;

export class SeenKeys {
  readonly #pages = new Map<number, Uint8Array>();
  /** Digests are spread over everything; few things have no number. */
  readonly #digests = new Set<number>();

  /** Whether it had been seen before. */
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

  has(key: number): boolean {
    if (key >= DIGESTS_FROM) return this.#digests.has(key);
    const at = key % PAGE_KEYS;
    return (((this.#pages.get(Math.floor(key / PAGE_KEYS))?.[at >> 3] ?? 0) >> (at & 7)) & 1) === 1;
  }
}
