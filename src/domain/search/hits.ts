/** The hits of a search: each firm once, by its best match, the best first. */

/** Quality of a match, lower is better. Prominence decides among equals. */
export const quality = {
  /** The name itself, legal forms aside. */
  exact: 0,
  /** The same letters: words joined or split. */
  sameLetters: 1,
  /** The same words in another order; or the name itself with the firm's seat. */
  sameWords: 2,
  formerExact: 3,
  allWords: 4,
  /** All words, the last one as a prefix. */
  begun: 5,
  formerWords: 6,
  sameBeginning: 7,
  inSeat: 8,
  typo: 10,
  /** Some of the words, but not all. */
  partial: 13,
} as const;

export type Matched = 'name' | 'formerName' | 'typo' | 'partial';

export interface Hit {
  rank: number;
  quality: number;
  matched: Matched;
}

export class Hits {
  readonly #best = new Map<number, Hit>();

  add(hit: Hit): void {
    const best = this.#best.get(hit.rank);
    if (best === undefined || hit.quality < best.quality) this.#best.set(hit.rank, hit);
  }

  has(rank: number): boolean {
    return this.#best.has(rank);
  }

  get size(): number {
    return this.#best.size;
  }

  /** Number of hits of this quality or better. */
  upTo(limit: number): number {
    return this.#best.values().reduce((count, hit) => count + (hit.quality <= limit ? 1 : 0), 0);
  }

  get sorted(): Hit[] {
    return [...this.#best.values()].sort((a, b) => a.quality - b.quality || a.rank - b.rank);
  }
}
