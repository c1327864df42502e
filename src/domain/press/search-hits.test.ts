import assert from 'node:assert/strict';
import { test } from 'node:test';
import { fold } from '#lib/values/text.ts';
import { queryTerms } from './search-hits.ts';

/** Whether a query of one word finds another word. */
function finds(requested: string, written: string): boolean {
  const [expected] = queryTerms(`${requested} x`);
  const word = fold(written);
  return expected?.prefix ? word.startsWith(expected.word) : word === expected?.word;
}

test('forms of a word find one another', () => {
  for (const forms of [
    ['declarație', 'declarații', 'declarației', 'declarațiilor'],
    ['contribuabil', 'contribuabili', 'contribuabilului', 'contribuabililor'],
    ['termen', 'termene', 'termenul', 'termenelor'],
    ['taxă', 'taxe', 'taxelor'],
  ])
    for (const requested of forms)
      for (const written of forms) assert.ok(finds(requested, written), `${requested} finds ${written}`);
});

test('the common stem is not so short that it matches other words', () => {
  assert.ok(finds('școală', 'școală'));
  assert.ok(!finds('școală', 'scop'));
  assert.ok(!finds('anului', 'anaf'));
});

test('numbers and short words match exactly, and the last word is a prefix', () => {
  assert.deepEqual(queryTerms('TVA 2024 an'), [
    { word: 'tva', prefix: false },
    { word: '2024', prefix: false },
    { word: 'an', prefix: true },
  ]);
});

test('a long query is searched by its first words', () => {
  assert.equal(queryTerms(Array.from({ length: 40 }, (_, i) => `cuvant${i}`).join(' ')).length, 8);
});
