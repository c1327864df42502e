/** Where a part of a question stands: on which of the searched pages, how often, and at which places of them. */
import type { SearchedPages } from './searched-pages.ts';
import { eachHit, placesOf } from './word-blocks.ts';

export class Occurrences {
  /** In no order. */
  readonly pages: number[] = [];
  /** By page: how often; words that only begin like it count less. 0: not there. */
  private readonly weights: Float64Array;
  private readonly packed: Uint8Array[] = [];
  private readonly sources: Int32Array;
  private readonly starts: Int32Array;
  private readonly ends: Int32Array;
  private readonly known = new Map<number, readonly number[]>();

  constructor(count: number) {
    this.weights = new Float64Array(count);
    this.sources = new Int32Array(count);
    this.starts = new Int32Array(count);
    this.ends = new Int32Array(count);
  }

  has(page: number): boolean {
    return (this.weights[page] ?? 0) > 0;
  }

  weight(page: number): number {
    return this.weights[page] ?? 0;
  }

  /** Ascending; of the word itself, where others begin like it. */
  places(page: number): readonly number[] {
    if (!this.has(page)) return [];
    const known = this.known.get(page);
    if (known) return known;
    const packed = this.packed[this.sources[page] ?? 0];
    return packed ? placesOf(packed, this.starts[page] ?? 0, this.ends[page] ?? 0) : [];
  }

  /** Of one stem in one content. */
  take(packed: Uint8Array, content: number, { first }: SearchedPages, factor: number): void {
    const from = first.get(content);
    if (from === undefined) return;
    const source = this.packed.push(packed) - 1;
    eachHit(packed, ({ rank, count, start, end }) => {
      const page = from + rank;
      if (!this.weigh(page, count * factor)) return;
      this.sources[page] = source;
      this.starts[page] = start;
      this.ends[page] = end;
    });
  }

  /** With places that are known already. */
  put(page: number, weight: number, places: readonly number[]): void {
    if (this.weigh(page, weight)) this.known.set(page, places);
  }

  /** Everything of another, where this one has nothing, too. */
  join(other: Occurrences): void {
    for (const page of other.pages) this.put(page, other.weight(page), this.has(page) ? [] : other.places(page));
  }

  /** Whether it is the first of the page. */
  private weigh(page: number, weight: number): boolean {
    const before = this.weights[page] ?? 0;
    this.weights[page] = before + weight;
    if (before === 0) this.pages.push(page);
    return before === 0;
  }
}
