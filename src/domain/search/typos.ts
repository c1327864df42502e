/**
 * Spelling corrections by the method of SymSpell: a word and its misspelling have a common fragment after the deletion of a letter or
 * two of their beginnings. The fragments of all words are stored; those of the typed word are looked up.
 */

/** Shorter words are too similar. */
export const TYPO_LETTERS_MIN = 5;
/** Words from this length on allow two edits. */
export const TWO_EDITS_LETTERS_MIN = 9;
/** Fragments cover so many first letters: later edits do not change them, and the table has a third of the size. */
export const PIECE_LETTERS = 7;

export const LETTERS_MAX = 40; // a longer word is no typing error

/** Fragments of a typed word after exactly so many deletions. */
export function piecesOf(word: string, deletions: 0 | 1 | 2): string[] {
  let pieces = new Set([word.slice(0, PIECE_LETTERS)]);
  for (let round = 0; round < deletions; round++) {
    const shorter = new Set<string>();
    for (const piece of pieces)
      for (let i = 0; i < piece.length; i++) shorter.add(piece.slice(0, i) + piece.slice(i + 1));
    pieces = shorter;
  }
  return [...pieces];
}

/**
 * The key of a fragment: 32 bits (FNV-1a) of the first letters without those at up to two places. Two fragments may share a key; their words
 * are then compared in vain.
 */
export function pieceKey(word: string, one = -1, two = -1): number {
  let key = 0x811c9dc5;
  for (let i = 0; i < Math.min(word.length, PIECE_LETTERS); i++)
    if (i !== one && i !== two) key = Math.imul(key ^ word.charCodeAt(i), 0x01000193);
  return key >>> 0;
}

export const mayHaveTwoEdits = (typed: string): boolean => typed.length >= TWO_EDITS_LETTERS_MIN - 2;

/** Allowed edits of a word of the dictionary. */
export const editsAllowed = (word: string): number =>
  word.length >= TWO_EDITS_LETTERS_MIN ? 2 : word.length >= TYPO_LETTERS_MIN ? 1 : 0;

/** Rows of the distance table, reused: a query compares thousands of words, and allocation took most of the time. */
const rowsOf = (letters: number): [Uint8Array, Uint8Array, Uint8Array] => [
  new Uint8Array(letters + 2),
  new Uint8Array(letters + 2),
  new Uint8Array(letters + 2),
];
const reusableRows = rowsOf(LETTERS_MAX);

/** Insertions, deletions, replacements and swaps of neighbours; a distance above `max` is `max + 1`. */
export function editDistance(a: string, b: string, max: number): number {
  const far = max + 1;
  if (Math.abs(a.length - b.length) > max) return far;
  let [beforeLast, last, row] = b.length <= LETTERS_MAX ? reusableRows : rowsOf(b.length);
  for (let j = 0; j <= b.length; j++) last[j] = Math.min(j, far);
  for (let i = 1; i <= a.length; i++) {
    const letter = a.charCodeAt(i - 1);
    // Further from the diagonal there are more edits than allowed, whatever the letters.
    const from = Math.max(1, i - max);
    const to = Math.min(b.length, i + max);
    let least = from === 1 ? Math.min(i, far) : far;
    row[from - 1] = least;
    for (let j = from; j <= to; j++) {
      const other = b.charCodeAt(j - 1);
      let cost = at(last, j - 1) + (letter === other ? 0 : 1);
      cost = Math.min(cost, at(last, j) + 1, at(row, j - 1) + 1);
      if (i > 1 && j > 1 && letter === b.charCodeAt(j - 2) && a.charCodeAt(i - 2) === other)
        cost = Math.min(cost, at(beforeLast, j - 2) + 1);
      row[j] = cost;
      if (cost < least) least = cost;
    }
    if (least > max) return far;
    row[to + 1] = far;
    [beforeLast, last, row] = [last, row, beforeLast];
  }
  return Math.min(at(last, b.length), far);
}

const at = (row: Uint8Array, index: number): number => row[index] as number;
