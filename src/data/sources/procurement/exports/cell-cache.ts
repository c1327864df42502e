/** The meanings of cells that recur by the thousand, up to a number that bounds the memory: with more, it begins anew. */

const CELLS_MAX = 20_000;

export class CellCache<Meaning> {
  readonly #meanings = new Map<string, Meaning>();

  get(cell: string): Meaning | undefined {
    return this.#meanings.get(cell);
  }

  /** A meaning must not hold pieces of the cell either (`owned`). */
  set(cell: string, meaning: Meaning): Meaning {
    if (this.#meanings.size >= CELLS_MAX) this.#meanings.clear();
    this.#meanings.set(owned(cell), meaning);
    return meaning;
  }
}

/** A copy: a piece of a text retains the chunk of the file that it is cut from. */
export const owned = <Content>(content: Content): Content =>
  typeof content === 'string' ? (Buffer.from(content).toString() as Content) : content;
