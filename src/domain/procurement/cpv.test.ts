import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOfPrefix } from './cpv.ts';

test('a prefix has the title of its full code', () => {
  assert.equal(titleOfPrefix('45'), 'Lucrări de construcții');
  assert.equal(titleOfPrefix('45000000'), 'Lucrări de construcții');
  assert.equal(titleOfPrefix('99'), null);
});

test('a single digit covers many divisions and has no title', () => {
  for (const digit of '0123456789') assert.equal(titleOfPrefix(digit), null, digit);
});
