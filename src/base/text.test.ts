import assert from 'node:assert/strict';
import { test } from 'node:test';
import { clean, commaBelow, fold, slug, words } from './text.ts';

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
