import assert from 'node:assert/strict';
import { test } from 'node:test';
import { hiddenWords, indexedWords, isHidden } from './indexed-words.ts';

const lost = hiddenWords(['montaj', 'pompa', 'popa', 'ana', 'anexa'], ['montaj', 'pompa', 'anexa']);

test('a hidden word matches nothing, whole or as a prefix without visible words', () => {
  const finds = (word: string, prefix: boolean) => !isHidden([{ word, prefix }], lost);
  assert.deepEqual(
    ['popa', 'ana', 'pompa', 'montaj', 'other'].map((word) => finds(word, false)),
    [false, false, true, true, true],
  );
  assert.deepEqual(
    ['p', 'po', 'pop', 'popa', 'a', 'an', 'ana', 'ane', 'pom'].map((word) => finds(word, true)),
    [true, true, false, false, true, true, false, true, true],
  );
});

test('one hidden word hides a query, and a text without hidden words hides none', () => {
  assert.ok(
    isHidden(
      [
        { word: 'montaj', prefix: false },
        { word: 'pop', prefix: true },
      ],
      lost,
    ),
  );
  assert.deepEqual(hiddenWords(['a', 'b'], ['b', 'a', 'c']), []);
});

test('a broken word is indexed whole and in parts', () => {
  assert.deepEqual(indexedWords('Pompa Po\u00adpa Ma-\nria Ａna', 100), [
    ...['pompa', 'po', 'pa', 'ma', 'ria', 'ａna'],
    ...['popa', 'maria', 'ana'],
  ]);
  assert.deepEqual(indexedWords('unu doi trei', 2), ['unu', 'doi']);
});
