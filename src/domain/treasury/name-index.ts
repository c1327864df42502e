/** An index of names in memory: which of many named things have a word in their names, or one that begins with it. */

export interface Named {
  /** Marks the things that have the word. */
  exact(word: string): Uint8Array;
  /** Marks those, too, that have a word which begins with it. */
  begins(word: string): Uint8Array;
}

export function named(names: readonly Iterable<string>[]): Named {
  const having = new Map<string, number[]>();
  for (const [thing, words] of names.entries())
    for (const word of new Set(words)) having.getOrInsertComputed(word, () => []).push(thing);
  const vocabulary = [...having.keys()].sort();
  const mark = (marks: Uint8Array, word: string): void => {
    for (const thing of having.get(word) ?? []) marks[thing] = 1;
  };
  return {
    exact(word) {
      const marks = new Uint8Array(names.length);
      mark(marks, word);
      return marks;
    },
    begins(word) {
      const marks = new Uint8Array(names.length);
      for (let at = placeOf(vocabulary, word); vocabulary[at]?.startsWith(word); at++)
        mark(marks, vocabulary[at] ?? '');
      return marks;
    },
  };
}

/** Of the first that is not before it. */
function placeOf(sorted: readonly string[], word: string): number {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((sorted[middle] ?? '') < word) low = middle + 1;
    else high = middle;
  }
  return low;
}
