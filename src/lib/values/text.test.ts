import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, commaBelow, fold, slug, withFewMarks, words } from './text.ts';

test('cedilla letters leave as comma-below', () => {
  assert.equal(commaBelow('Ştefan ţară ŢARA şi'), 'Ștefan țară ȚARA și');
});

test('white space is trimmed and single, and nothing is null', () => {
  assert.equal(clean('  Str.   FICTIVA  '), 'Str. FICTIVA');
  assert.equal(clean('   '), null);
  assert.equal(clean(undefined), null);
});

test('comparing knows neither case nor diacritics, in either spelling', () => {
  assert.equal(fold('ŞTEFAN cel Mare'), fold('ștefan CEL mare'));
  assert.equal(slug('Bistrița-Năsăud'), 'bistrita-nasaud');
  assert.deepEqual(words('S.C. "Țară & Pâine" S.R.L.'), ['s', 'c', 'tara', 'paine', 's', 'r', 'l']);
});

test('a letter with more marks than any language gives it is compared without them, and normalising sorts few of them', () => {
  const many = '\u0301\u0323'.repeat(200_000);
  assert.ok(Math.max(...(withFewMarks(`a${many}b\u0301`).match(/\p{M}+/gu) ?? []).map(({ length }) => length)) <= 30);
  assert.equal(fold(`Ana${many} Popa`), 'ana popa');
  const ordinary = 'a\u0306\u0301 s\u0326 '.repeat(100);
  assert.equal(withFewMarks(ordinary), ordinary);
});
