import assert from 'node:assert/strict';
import { test } from 'node:test';
import { meaningOf } from './notice-query.ts';

const textOf = (q: string): string => {
  const meaning = meaningOf(q, {}, 0);
  return 'walks' in meaning ? meaning.walks.map(({ conditions }) => conditions.where).join('; ') : 'words';
};

test('a number is read as what it looks like: a notice, a CPV code or a fiscal code with or without RO', () => {
  assert.match(textOf('cn1164400'), /notice = /);
  assert.match(textOf('SCN1000001'), /notice = /);
  for (const q of ['RO90000014', 'ro90000014', 'RO 9000001', '900014'])
    assert.match(textOf(q), /^where authority_cui = /, q);
  assert.match(textOf('90000014'), /^where cpv = .*; where authority_cui = /);
  assert.equal(textOf('drumuri județene'), 'words');
  assert.equal(textOf('covid19'), 'words');
});
