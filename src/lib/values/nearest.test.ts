import assert from 'node:assert/strict';
import { test } from 'node:test';
import { nearest } from './nearest.ts';

const known = ['cluj', 'dolj', 'gorj', 'bistrita-nasaud', 'baia-mare', 'satu-mare', 'mures', 'bucuresti'];

test('names that differ by a letter, begin alike or hold the words are near, the nearest first', () => {
  assert.deepEqual(nearest('cluk', known), ['cluj']);
  assert.deepEqual(nearest('bistrita', known), ['bistrita-nasaud']);
  assert.deepEqual(nearest('mare', known), ['baia-mare', 'satu-mare', 'mures'].slice(0, 2));
  assert.deepEqual(nearest('bucurest', known), ['bucuresti']);
});

test('nothing is near to what is like nothing', () => {
  for (const far of ['xyzxyz', '', 'x'.repeat(100)]) assert.deepEqual(nearest(far, known), []);
});
