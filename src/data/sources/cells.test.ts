import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clean } from '#lib/values/text.ts';
import { caenCode, oncePerText, text } from './cells.ts';

test('the fast path for clean cells gives the same text as cleaning', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom(' ', 'a', 'Ș', '"') }), (cell) =>
      assert.equal(text(cell), clean(cell)),
    ),
  );
});

test('an activity code gets its leading zero back, and anything else is null', () => {
  assert.deepEqual(['610', ' 4711 ', '0111', '0', '000', '47', 'abc', '', undefined].map(caenCode), [
    '0610',
    '4711',
    '0111',
    null,
    null,
    null,
    null,
    null,
    null,
  ]);
});

test('a text is converted once, and equal texts give equal results', () => {
  const seen: string[] = [];
  const upper = oncePerText((each) => {
    seen.push(each);
    return each.toUpperCase();
  });
  assert.deepEqual(['iași', 'Turda', 'iași', ''].map(upper), ['IAȘI', 'TURDA', 'IAȘI', '']);
  assert.deepEqual(seen, ['iași', 'Turda', '']);
});
