import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { clean, commaBelow, fold, printable, slug, withFewMarks, words, wordText } from './text.ts';

test('cedilla letters are replaced by comma-below letters', () => {
  assert.equal(commaBelow('Ştefan ţară ŢARA şi'), 'Ștefan țară ȚARA și');
});

test('white space is trimmed and collapsed, and an empty text is null', () => {
  assert.equal(clean('  Str.   FICTIVA  '), 'Str. FICTIVA');
  assert.equal(clean('   '), null);
  assert.equal(clean(undefined), null);
});

test('folding ignores case and diacritics in either encoding', () => {
  assert.equal(fold('ŞTEFAN cel Mare'), fold('ștefan CEL mare'));
  assert.equal(slug('Bistrița-Năsăud'), 'bistrita-nasaud');
  assert.deepEqual(words('S.C. "Țară & Pâine" S.R.L.'), ['s', 'c', 'tara', 'paine', 's', 'r', 'l']);
});

test('the fast paths for ASCII find the same words', () => {
  const characters = fc.constantFrom(...'aZ09 .-_{|\t\0'.split(''), 'Ș', 'é', '\u0301', '€');
  fc.assert(
    fc.property(fc.string({ unit: characters }), (text) => {
      const expected = fold(text).match(/[\p{L}\p{N}]+/gu) ?? [];
      assert.deepEqual([...words(text)], [...expected]);
      assert.equal(wordText(text), expected.join(' '));
    }),
    { numRuns: 2_000 },
  );
});

test('excessive combining marks are dropped before normalisation', () => {
  const many = '\u0301\u0323'.repeat(200_000);
  assert.ok(Math.max(...(withFewMarks(`a${many}b\u0301`).match(/\p{M}+/gu) ?? []).map(({ length }) => length)) <= 30);
  assert.equal(fold(`Ana${many} Popa`), 'ana popa');
  const ordinary = 'a\u0306\u0301 s\u0326 '.repeat(100);
  assert.equal(withFewMarks(ordinary), ordinary);
});

test('control and direction characters are printed as escapes', () => {
  assert.equal(printable('a\u001b[2Jb\u0007\r\u009b\u007f'), 'a\\u001b[2Jb\\u0007\\u000d\\u009b\\u007f');
  assert.equal(printable('plată\u202eorp'), 'plată\\u202eorp');
});

test('ordinary text is unchanged, and JSON keeps its meaning', () => {
  assert.equal(printable('Ștefan\tși\nalții 👋🏽'), 'Ștefan\tși\nalții 👋🏽');
  const value = { text: 'a\u001b]0;x\u0007\u009b\u202e\n"ș' };
  assert.deepEqual(JSON.parse(printable(JSON.stringify(value, null, 2))), value);
});
