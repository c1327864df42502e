import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './notice-query.ts';

const textOf = (q: string): string => {
  const meaning = meaningOf(q, {}, 0);
  return 'walks' in meaning ? meaning.walks.map(({ conditions }) => conditions.where).join('; ') : 'words';
};

test('a number is recognized as a notice, a CPV code or a fiscal code with or without RO', () => {
  assert.match(textOf('cn1164400'), /notice = /);
  assert.match(textOf('SCN1000001'), /notice = /);
  for (const q of ['RO90000014', 'ro90000014', 'RO 9000001']) assert.match(textOf(q), /^where authority_cui = /, q);
  assert.match(textOf('45233142-9'), /^where cpv = /);
  assert.equal(textOf('drumuri județene'), 'words');
  assert.equal(textOf('covid19'), 'words');
});

test('an ambiguous bare number is searched in the word index, as a whole word', () => {
  for (const q of ['2024', '900014', '90000014', '1164400'])
    assert.deepEqual(meaningOf(q, {}, 0), { operands: [{ word: q, prefix: false }] });
});

test('quoted words must be adjacent, and an unquoted last word is a prefix', () => {
  assert.deepEqual(meaningOf('pod „peste Mureș” reab', {}, 0), {
    operands: [
      { word: 'pod', prefix: false },
      { word: 'peste', prefix: false },
      { word: 'mures', prefix: false },
      { word: 'reab', prefix: true },
      { phrase: ['peste', 'mures'] },
    ],
  });
});
