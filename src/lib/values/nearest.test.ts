import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const known = ['cluj', 'dolj', 'gorj', 'bistrita-nasaud', 'baia-mare', 'satu-mare', 'mures', 'bucuresti'];

test('similar names are found by a typo, a prefix or a word, the nearest first', () => {
  assert.deepEqual(nearest('cluk', known), ['cluj']);
  assert.deepEqual(nearest('clju', known), ['cluj'], 'two swapped letters are one error');
  assert.deepEqual(nearest('bistrita', known), ['bistrita-nasaud']);
  assert.deepEqual(nearest('mare', known), ['baia-mare', 'satu-mare', 'mures'].slice(0, 2));
  assert.deepEqual(nearest('bucurest', known), ['bucuresti']);
});

test('a text without similar names gives an empty list', () => {
  for (const far of ['xyzxyz', '', 'x'.repeat(100)]) assert.deepEqual(nearest(far, known), []);
});
