/** What cells mean that recur by the thousand. The memory is bounded: with more different cells, it begins anew. */

const CELLS_MAX = 20_000;

/** Null is a meaning, undefined none. */
export function remembered<Meaning>(meaningOf: (cell: string) => Meaning): (cell: string) => Meaning {
  const meanings = new Map<string, Meaning>();
  return (cell) => {
    const before = meanings.get(cell);
    if (before !== undefined) return before;
    if (meanings.size >= CELLS_MAX) meanings.clear();
    // A copy: a piece of a text retains the chunk of the file that it is cut from.
    const own = Buffer.from(cell).toString();
    const meaning = meaningOf(own);
    meanings.set(own, meaning);
    return meaning;
  };
}
