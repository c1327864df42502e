import assert from 'node:assert/strict';
import { test } from 'node:test';
import { titleOfPrefix } from './cpv.ts';

test('a prefix has the title of the code that it is short for', () => {
  assert.equal(titleOfPrefix('45'), 'Lucrări de construcții');
  assert.equal(titleOfPrefix('45000000'), 'Lucrări de construcții');
  assert.equal(titleOfPrefix('99'), null);
});

test('a single digit stands for many divisions and has the title of none', () => {
  for (const digit of '0123456789') assert.equal(titleOfPrefix(digit), null, digit);
});
