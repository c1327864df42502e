import assert from 'node:assert/strict';
import { test } from 'node:test';
import { printable } from './printable.ts';

test('what moves a cursor, rings, paints or turns the direction is shown by its number', () => {
  assert.equal(printable('a\u001b[2Jb\u0007\r\u009b\u007f'), 'a\\u001b[2Jb\\u0007\\u000d\\u009b\\u007f');
  assert.equal(printable('plată\u202eorp'), 'plată\\u202eorp');
});

test('letters, lines and columns stay as they are, and JSON means the same', () => {
  assert.equal(printable('Ștefan\tși\nalții 👋🏽'), 'Ștefan\tși\nalții 👋🏽');
  const value = { text: 'a\u001b]0;x\u0007\u009b\u202e\n"ș' };
  assert.deepEqual(JSON.parse(printable(JSON.stringify(value, null, 2))), value);
});
