import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { editDistance, editsAllowed, mayHaveTwoEdits, pieceKey, piecesOf } from './typos.ts';
import { deletionsOf } from './typos-table.ts';

test('an added, missing, replaced or swapped letter is one edit', () => {
  for (const typed of ['zimbruul', 'zimbrl', 'zimbrol', 'zimbrlu', 'imbrul', 'xzimbrul'])
    assert.equal(editDistance(typed, 'zimbrul', 2), 1, typed);
  assert.equal(editDistance('zimbrul', 'zimbrul', 2), 0);
  assert.equal(editDistance('zmbrol', 'zimbrul', 2), 2);
});

test('a distance above the limit is reported as the limit plus one', () => {
  assert.equal(editDistance('abc', 'xyz', 1), 2);
  assert.equal(editDistance('a', 'abcdef', 2), 3);
});

test('short words are not corrected, and long ones allow two edits', () => {
  assert.deepEqual(['ion', 'dana', 'popas', 'zimbrul', 'industrii'].map(editsAllowed), [0, 0, 1, 1, 2]);
});

const letters = fc.stringMatching(/^[a-e]{5,14}$/);
const change = fc.record({
  at: fc.nat(13),
  kind: fc.constantFrom('add', 'drop', 'other', 'swap'),
  letter: fc.constantFrom(...'abcde'),
});

function changed(word: string, { at: location, kind, letter }: { at: number; kind: string; letter: string }): string {
  const at = location % word.length;
  if (kind === 'add') return word.slice(0, at) + letter + word.slice(at);
  if (kind === 'drop') return word.slice(0, at) + word.slice(at + 1);
  if (kind === 'other') return word.slice(0, at) + letter + word.slice(at + 1);
  return word.slice(0, at) + (word[at + 1] ?? '') + word[at] + word.slice(at + 2);
}

test('a word and its misspelling always share a deletion piece', () => {
  fc.assert(
    fc.property(letters, fc.array(change, { minLength: 1, maxLength: 2 }), (word, changes) => {
      const edits = changes.slice(0, editsAllowed(word));
      const typed = edits.reduce(changed, word);
      if (typed.length < 4) return;
      const stored = new Set(Array.from(deletionsOf([word]), ({ piece }) => piece));
      assert.ok(
        [...piecesOf(typed, 0), ...piecesOf(typed, 1), ...(mayHaveTwoEdits(typed) ? piecesOf(typed, 2) : [])].some(
          (piece) => stored.has(pieceKey(piece)),
        ),
        `${typed} for ${word}`,
      );
      // A second change inside a swapped pair counts as more than one.
      if (edits.length === 1) assert.ok(editDistance(typed, word, 2) <= 1, `${typed} for ${word}`);
    }),
    { numRuns: 2_000 },
  );
});

test('every piece of a word leads to it, once and in order', () => {
  const one = (text: string) => Array.from(text, (_, i) => text.slice(0, i) + text.slice(i + 1));
  const piecesOfWord = (word: string): string[] => {
    const beginning = word.slice(0, 7);
    return [beginning, ...one(beginning), ...(word.length >= 9 ? one(beginning).flatMap(one) : [])];
  };
  const words = ['aaaaa', 'aaaaaaaaa', 'baaaa', 'industrie', 'industrii', 'industriile', 'zimbrul', 'șașă1', 'ясная'];
  const expected = words
    .flatMap((word) => piecesOfWord(word).map((piece) => ({ word, piece: pieceKey(piece) })))
    .sort((a, b) => a.piece - b.piece);
  const rows = [...deletionsOf(words)];
  assert.deepEqual(
    rows,
    [...Map.groupBy(expected, ({ piece }) => piece)].map(([piece, found]) => ({
      piece,
      words: words.filter((word) => found.some((each) => each.word === word)).join(' '),
    })),
  );
});
